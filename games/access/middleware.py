"""Puts `request.actor` on every request, closes pages that state no right, and notes sessions in use."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games.access.permissions import NotAllowed, PageRequest, actor_of, address_of
from games.models import SessionInfo
from games.timekeeping import MINUTE_MS, now_ms

SEEN_EVERY_MS = 5 * MINUTE_MS  # finer would cost a write per page and tell the owner nothing more

_last_noted: dict[str, int] = {}


class ActorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        lazily = SimpleLazyObject(partial(actor_of, request))
        request.actor = lazily  # type: ignore[assignment]  # it is the actor as soon as it is asked
        response = self.get_response(request)
        note_seen(request)
        return response

    def process_view(self, request: PageRequest, view: Any, args: Any, kwargs: Any) -> None:
        """A page is closed until it says who may open it; the admin's pages ask for themselves."""
        found = request.resolver_match
        if not hasattr(view, "right") and not (found and found.app_name == "admin"):
            raise NotAllowed("undeclared")


def note_seen(request: HttpRequest) -> None:
    """Remember that the session is in use: one write per session, process and five minutes."""
    key = request.session.session_key
    if key is None or "_auth_user_id" not in request.session:
        return
    now = now_ms()
    if now - _last_noted.get(key, 0) < SEEN_EVERY_MS:
        return
    if len(_last_noted) > 10_000:
        _last_noted.clear()
    _last_noted[key] = now
    SessionInfo.objects.filter(session_key=key).update(seen_ms=now, address=address_of(request))
