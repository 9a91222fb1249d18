"""Cache expensive public pages of a tournament in the memory of the process, and limit how many an address
may ask for.

A cached page is never older than the data. Its key holds what every change counts up (the log, the
tournament's version) and what pages show of games, read in the same snapshot as the page. Signed-in people
see more, so they get no cached page.
"""

import re
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.cache import cache
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac

from games.access.permissions import CLUB, PageRequest, address_of, roles_on
from games.access.rate_limit import COSTS, rate_limit
from games.models import Action, Game
from games.referee import Status
from games.snapshot import snapshot
from games.timekeeping import ticks_ms
from games.views.fragments import HEADER
from tournament.models import Tournament
from tournament.views import pages, themes

LASTS_S = 5  # pages show the time at which they were made, notices that end, and whether a round has begun
# On PostgreSQL a lower id may be committed after a higher one, so the newest id alone is not enough.
NEWEST_ACTIONS = 20

# Pages whose making takes a tenth of a second and more once sixty people play.
CACHED_VIEWS = {
    *("tournament", "tournament-round", "tournament-round-number", "tournament-standings"),
    *("tournament-cross-table", "tournament-bracket", "tournament-entrants", "tournament-entrant"),
    *("tournament-prizes", "tournament-working", "print-standings", "print-bracket"),
    *("print-cross-table", "print-pairings", "print-pairings-by-name", "print-start-list", "print-prizes"),
}

Captured = ParamSpec("Captured")
_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+')


def cached_page(
    request: PageRequest, tournament: Tournament, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Answer with the page, cached or made now; with 304; or with 429 to an address that asks too often."""
    found = request.resolver_match
    if not found or found.url_name not in CACHED_VIEWS or request.method not in ("GET", "HEAD"):
        return make()
    if request.actor.user_id is not None:
        return make()
    address = address_of(request)
    if wait_ms := rate_limit.wait_ms(COSTS["page"], address=address):
        return pages.too_many_requests(request, -(-wait_ms // 1_000))
    if CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session:
        return make()  # it shows messages for this visitor alone
    with snapshot():
        key = page_key(request, tournament)
        response: HttpResponse | None = cache.get(key)
        if response is None:
            began_ms = ticks_ms()
            response = make()
            rate_limit.charge(ticks_ms() - began_ms, address=address)
            if response.status_code != 200 or response.streaming:
                return response
            cache.set(key, response, LASTS_S)
    return _answer(request, response)


def within_allowance(
    view: Callable[Concatenate[PageRequest, Captured], HttpResponse],
) -> Callable[Concatenate[PageRequest, Captured], HttpResponse]:
    """Charge the address of a visitor who is not signed in for the CPU time that a page took."""

    @wraps(view)
    def paid(request: PageRequest, /, *args: Captured.args, **captured: Captured.kwargs) -> HttpResponse:
        if request.actor.user_id is not None:
            return view(request, *args, **captured)
        address = address_of(request)
        if wait_ms := rate_limit.wait_ms(0, address=address):
            return pages.too_many_requests(request, -(-wait_ms // 1_000))
        began_s = time.thread_time()
        response = view(request, *args, **captured)
        rate_limit.charge(int((time.thread_time() - began_s) * 1_000), address=address)
        return response

    return paid


def page_key(request: PageRequest, tournament: Tournament) -> str:
    """Return a key of all that the page depends on: the request, rows that were read before, and the data."""
    club_settings = getattr(request, "club_settings", None)
    games = Game.objects.filter(topic=tournament.scope, voided=False).exclude(status=Status.OVER)
    facts = (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        HEADER in request.headers,
        translation.get_language(),
        request.COOKIES.get(themes.COOKIE),
        sorted(roles_on(request.actor, tournament) | roles_on(request.actor, CLUB)),
        _row(tournament),
        (_row(club_settings), _row(club_settings.club)) if club_settings else (),
        list(Action.objects.order_by("-pk").values_list("pk", flat=True)[:NEWEST_ACTIONS]),
        # Pages show whether a game is being played, and nothing of its moves.
        list(games.order_by("pk").values_list("pk", "status")),
    )
    return salted_hmac(__name__, repr(facts)).hexdigest()


def _row(thing: models.Model) -> tuple[Any, ...]:
    deferred = thing.get_deferred_fields()
    fields = [field.attname for field in thing._meta.concrete_fields if field.attname not in deferred]
    return tuple(getattr(thing, name) for name in fields)


def _answer(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Answer 304 to a visitor who has this page, otherwise send it with the visitor's own form token."""
    own = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "").encode()
    etag = f'W/"{salted_hmac(__name__, response.content + own).hexdigest()}"'
    response["ETag"] = etag
    patch_cache_control(
        response, private=True, no_cache=True
    )  # asked for each time, and often answered by 304
    patch_vary_headers(response, ["Cookie", "Accept-Language", HEADER])
    answer = get_conditional_response(request, etag=etag, response=response) or response
    if answer is response and _TOKEN.search(response.content):
        token = get_token(request).encode()
        response.content = _TOKEN.sub(lambda found: found[1] + token, response.content)
    return answer
