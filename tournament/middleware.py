"""Apply the club settings to every request: time zone, language for guests, search engines."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import patch_vary_headers

from games.access.middleware import Middleware
from games.access.permissions import PageRequest
from games.access.roles import RIGHTS, Role
from games.live.sessions import wanted_language
from tournament.models import ClubSettings
from tournament.server import reach
from tournament.views import pages, setup


class ClubSettingsRequest(PageRequest):
    club_settings: ClubSettings | None


class ClubSettingsMiddleware(Middleware):
    """Set time zone and language by the club settings, after the choice of LocaleMiddleware."""

    def __call__(self, request: ClubSettingsRequest) -> HttpResponse:
        request.club_settings = club_settings = ClubSettings.objects.current()
        with timezone.override(club_settings.tz if club_settings else None):
            # `?lang=fi` is for a sheet to be printed or a page to be linked to; it is not remembered.
            language = request.GET.get("lang", "")
            if language not in dict(settings.LANGUAGES):
                wanted = wanted_language(request.COOKIES, request.headers.get("Accept-Language", ""))
                language = club_settings.language if club_settings and not wanted else ""
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = language
            response = self.get_response(request)
        patch_vary_headers(response, ["Accept-Language", "Cookie"])
        if not pages.may_be_indexed(club_settings):
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
        return response

    def process_view(
        self, request: ClubSettingsRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        if request.club_settings is not None or request.method != "GET":
            return None
        page = request.resolver_match.url_name if request.resolver_match else None
        nobody = page == "sign-in" and not get_user_model().objects.exists()
        return setup.waiting(request) if page == "home" or nobody else None


class SecureAddressMiddleware(Middleware):
    """Redirect users who need an account to the encrypted address, if the hall has one.

    The right of each page decides, so new pages of staff are covered. Players, tablets, displays and guests
    stay on the plain address.
    """

    NEED_SECRECY = frozenset({"sign-in", "sign-in-code", "setup", "invitation", "new-password", "forgot"})
    WITH_ACCOUNT = frozenset({Role.ORGANISER, Role.ARBITER, Role.SCORER, Role.SIGNED_IN})

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        found = request.resolver_match
        verb = getattr(view, "right", None)  # a page without one is shut by ActorMiddleware
        is_for_accounts = verb is not None and RIGHTS[verb] <= self.WITH_ACCOUNT
        is_secret = found is not None and (found.url_name in self.NEED_SECRECY or found.app_name == "admin")
        if (is_for_accounts or is_secret) and (address := reach.secure_address(request)):
            return pages.secure_address(request, address)
        return None


class MethodNotAllowedMiddleware(Middleware):
    """Show a page, not a blank one, when an address that only takes forms is opened in a browser."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        worded = pages.method_not_allowed(request)
        worded.headers["Allow"] = response.headers["Allow"]
        return worded
