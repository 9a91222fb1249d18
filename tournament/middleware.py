"""The house in every request: its time zone, its language for guests whose own we do not speak."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from games.access.permissions import PageRequest
from tournament.models import House
from tournament.views import pages, setup


class HouseRequest(PageRequest):
    house: House | None


class HouseMiddleware:
    """Stands after LocaleMiddleware, whose choice it completes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HouseRequest) -> HttpResponse:
        request.house = house = House.objects.current()
        with timezone.override(house.tz if house else None):
            if house and not asks_for_a_language(request):
                translation.activate(house.language)
                request.LANGUAGE_CODE = house.language
            return self.get_response(request)

    def process_view(self, request: HouseRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        if request.house is not None or request.method != "GET":
            return None
        page = request.resolver_match.url_name if request.resolver_match else None
        nobody = page == "sign-in" and not get_user_model().objects.exists()
        return setup.waiting(request) if page == "home" or nobody else None


class NothingToSeeMiddleware:
    """An address that only takes forms was opened in a browser: a page that says so, not a blank one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        worded = pages.nothing_to_see(request)
        worded.headers["Allow"] = response.headers["Allow"]
        return worded


def asks_for_a_language(request: HttpRequest) -> bool:
    """Whether the guest chose a language here, or the browser wants one that we have."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return True
    for wanted, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            translation.get_supported_language_variant(wanted)
        except LookupError:
            continue
        return True
    return False
