"""Dear public pages, kept in the memory of the process: what was made for one visitor is good for the next.

Nothing stale is ever shown. A page is a function of what it read, of who asks, and of the time. So beside
each page lie the queries that it was made of, with a fingerprint of what they gave: it is shown again only
if they give the very same now, which takes milliseconds where making it takes a second. Whoever is signed in
sees more and is not served from here.
"""

import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.session import SessionStorage
from django.db import connection, models
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.utils import translation
from django.utils.cache import patch_vary_headers

from games.access.permissions import CLUB, PageRequest, address_of, roles_on
from games.access.rate_limit import COSTS, rate_limit
from games.snapshot import snapshot
from games.timekeeping import ticks_ms
from games.views.fragments import HEADER, open_to_frames
from tournament.models import Tournament
from tournament.views import pages, themes

LASTS_MS = 5_000  # "Updated 18:31:05" stands on it, and whether a round has begun
MOST_BYTES = 24_000_000  # a hundred of the longest
KEPT_HEADERS = ("Content-Type", "Content-Language", "Vary")

# Pages whose making takes a tenth of a second and more once sixty people play.
DEAR = frozenset(
    {
        "event",
        "event-round",
        "event-round-number",
        "event-standings",
        "event-cross-table",
        "event-bracket",
        "event-entrants",
        "event-entrant",
        "event-prizes",
        "event-working",
        "print-standings",
        "print-cross-table",
        "print-pairings",
        "print-pairings-by-name",
        "print-start-list",
        "print-bracket",
        "print-prizes",
    }
)

Query = tuple[str, Any]
Captured = ParamSpec("Captured")
_TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value=")\w+')


@dataclass(frozen=True, slots=True)
class KeptPage:
    made_ms: int
    queries: tuple[Query, ...]
    fingerprint: str
    response: HttpResponse


class PageCache:
    """The pages asked for last, as far as there is room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[str, KeptPage] = OrderedDict()
        self._bytes = 0

    def find(self, key: str) -> KeptPage | None:
        kept = self._kept.get(key)
        if kept is None or ticks_ms() - kept.made_ms > LASTS_MS:
            return None
        return kept if fingerprint(kept.queries) == kept.fingerprint else None

    def keep(self, key: str, page: KeptPage) -> None:
        self._drop(key)
        self._kept[key] = page
        self._bytes += len(page.response.content)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        if old := self._kept.pop(key, None):
            self._bytes -= len(old.response.content)

    def forget(self) -> None:
        self._kept.clear()
        self._bytes = 0


cache = PageCache()


def kept_page(request: PageRequest, event: Tournament, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The page as it is now: kept, or made; 304 for whoever has it; or a word to whoever asks too often."""
    found = request.resolver_match
    if not found or found.url_name not in DEAR or request.method not in ("GET", "HEAD"):
        return make()
    if request.actor.user_id is not None:
        return make()
    address = address_of(request)
    if wait_ms := rate_limit.wait_ms(COSTS["page"], address=address):
        return pages.too_often(request, -(-wait_ms // 1_000))
    if CookieStorage.cookie_name in request.COOKIES or SessionStorage.session_key in request.session:
        return make()  # there are words for this visitor alone
    key = key_of(request, event)
    with snapshot():
        kept = cache.find(key)
        if kept is None:
            began_ms = ticks_ms()
            queries, response = _made(make)
            rate_limit.charge(ticks_ms() - began_ms, address=address)
            if response.status_code != 200 or response.streaming:
                return response
            kept = KeptPage(ticks_ms(), queries, fingerprint(queries), response)
            cache.keep(key, kept)
    return _answer(request, kept, key)


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
            return pages.too_often(request, -(-wait_ms // 1_000))
        began_s = time.thread_time()
        response = view(request, *args, **captured)
        rate_limit.charge(int((time.thread_time() - began_s) * 1_000), address=address)
        return response

    return paid


def key_of(request: PageRequest, event: Tournament) -> str:
    """All that the page depends on and does not read from the database itself."""
    house = getattr(request, "house", None)
    facts = (
        request.scheme,
        request.get_host(),
        request.get_full_path(),
        HEADER in request.headers,
        translation.get_language(),
        request.COOKIES.get(themes.COOKIE),
        sorted(roles_on(request.actor, event) | roles_on(request.actor, CLUB)),
        _row(event),
        _row(event.picture) if event.picture else (),
        (_row(house), _row(house.club), house.logo_id) if house else (),
    )
    return _hash(repr(facts))


def _row(thing: models.Model) -> tuple[Any, ...]:
    deferred = thing.get_deferred_fields()
    fields = [field.attname for field in thing._meta.concrete_fields if field.attname not in deferred]
    return tuple(getattr(thing, name) for name in fields)


def _made(make: Callable[[], HttpResponse]) -> tuple[tuple[Query, ...], HttpResponse]:
    """The page, and what it asked the database."""
    asked: list[Query] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().upper().startswith("SELECT"):
            asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        response = make()
    return tuple(asked), response


def fingerprint(queries: tuple[Query, ...]) -> str:
    """Of what the queries give now."""
    given = hashlib.blake2b(digest_size=16)
    with connection.cursor() as cursor:
        for sql, params in queries:
            cursor.execute(sql, params)
            given.update(repr(cursor.fetchall()).encode())
    return given.hexdigest()


def _answer(request: HttpRequest, kept: KeptPage, key: str) -> HttpResponse:
    own_forms = request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")
    etag = f'W/"{_hash(key + kept.fingerprint + own_forms + str(kept.made_ms))}"'
    known = [tag.strip() for tag in request.headers.get("If-None-Match", "").split(",")]
    if etag in known:
        response = HttpResponse(status=304)
    else:
        # The token of a form is each visitor's own.
        own = get_token(request).encode() if _TOKEN.search(kept.response.content) else b""
        body = _TOKEN.sub(lambda found: found[1] + own, kept.response.content)
        headers = {name: kept.response[name] for name in KEPT_HEADERS if name in kept.response}
        response = HttpResponse(body, headers=headers)
        if getattr(kept.response, "xframe_options_exempt", False):
            open_to_frames(response)
    response["ETag"] = etag
    response["Cache-Control"] = (
        "private, no-cache"  # to be asked for each time, and then often answered by 304
    )
    patch_vary_headers(response, ["Cookie", "Accept-Language", HEADER])
    return response


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16, key=settings.SECRET_KEY.encode()[:64]).hexdigest()
