"""What a browser takes along from the plain door of a hall to the encrypted one: its links, never an account.

A tablet or phone that opened its card in the clear has the same rights when it comes encrypted; an account
has to be signed in to there. The session at the plain door stays as it is.
"""

from collections.abc import Callable

from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.access.permissions import SESSION_DEVICE, SESSION_LINKS
from games.access.views.accounts import SESSION_PENDING

TAKEN_ALONG = (SESSION_LINKS, SESSION_DEVICE)


class CarryingMiddleware:
    """Stands after the sessions; `plain_session` is the key that the encrypted door found beside its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = getattr(request, "scope", {}).get("plain_session", "")
        if key and request.is_secure():
            carry(request, key)
        return self.get_response(request)


def carry(request: HttpRequest, key: str) -> None:
    is_new = request.session.session_key is None
    if not is_new and request.path not in _pending_pages():
        return
    plain = SessionStore(key)
    names = (*(TAKEN_ALONG if is_new else ()), SESSION_PENDING)
    for name in names:
        if name in plain:
            request.session[name] = plain[name]


def _pending_pages() -> tuple[str, ...]:
    return reverse("invitation"), reverse("new-password")
