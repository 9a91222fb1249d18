"""Middleware: the session, headers, links carried over to the encrypted address, the actor of a request."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from games.access.permissions import (
    SESSION_DEVICE,
    SESSION_LINKS,
    NotAllowed,
    PageRequest,
    PasswordRequired,
    actor_of,
    address_of,
)
from games.accounts import accounts, sessions
from games.accounts.session_age import session_of
from games.accounts.views.accounts import SESSION_PENDING, ask_password, check_sent_password
from games.numbers import LARGEST_ID

# No page uses a camera or asks for a location.
FEATURES = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"


class Middleware:
    """The next step. A subclass acts before it, after it, or once the view is known."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponse:
        return self.get_response(request)


class SessionMiddleware(DjangoSessionMiddleware):
    """Django's, but only the request that ends a session deletes its cookie.

    Django deletes the cookie whenever a request has an unknown key. A request that was under way with an old
    key (of another tab, or of the service worker) would delete the new cookie that the browser got meanwhile.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        answered = super().process_response(request, response)
        if not request.session.modified:
            answered.cookies.pop(settings.SESSION_COOKIE_NAME, None)
        return answered


class HeadersMiddleware(Middleware):
    """Headers that say who may store a page, and what it may use. Placed after the sessions.

    What a person or a device with a link sees must not be shown to the next person at that screen.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", FEATURES)
        is_known = SESSION_KEY in request.session or bool(request.session.get(SESSION_LINKS))
        if "Cache-Control" not in response.headers and is_known:
            response.headers["Cache-Control"] = "private, no-store"
        return response


class CarryLinksMiddleware(Middleware):
    """Carries links over from the plain address of a hall to the encrypted one, and never an account.

    A tablet or phone that opened its card in the clear has the same rights over TLS; an account has to sign
    in there. The session at the plain address stays as it is. Placed after the sessions; `plain_session` is
    the key that the encrypted address found beside its own.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = getattr(request, "scope", {}).get("plain_session", "")
        if key and request.is_secure():
            carry_links(request, key)
        return self.get_response(request)


def carry_links(request: HttpRequest, key: str) -> None:
    is_new = request.session.session_key is None
    if not is_new and request.path not in (reverse("invitation"), reverse("new-password")):
        return
    plain = SessionStore(key)
    for name in (SESSION_LINKS, SESSION_DEVICE, SESSION_PENDING) if is_new else (SESSION_PENDING,):
        if name in plain:
            request.session[name] = plain[name]


class ActorMiddleware(Middleware):
    """Puts `request.actor` on every request, closes pages without a right, and notes sessions in use."""

    def __call__(self, request: PageRequest) -> HttpResponse:
        lazily = SimpleLazyObject(partial(actor_of, request))
        request.actor = lazily  # type: ignore[assignment]  # it is the actor as soon as it is asked
        if SESSION_KEY in request.session:
            request.account_session = session_of(request.session.session_key)
            if request.account_session is None:
                accounts.drop_account(request)
        response = self.get_response(request)
        if SESSION_KEY in request.session:
            sessions.note_seen(request.session.session_key, address_of(request))
        return response

    def process_exception(self, request: PageRequest, problem: Exception) -> HttpResponse | None:
        return ask_password(request) if isinstance(problem, PasswordRequired) else None

    def process_view(self, request: PageRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Close a page that declares no right; the admin's pages check their own."""
        if any(isinstance(value, int) and value > LARGEST_ID for value in kwargs.values()):
            raise Http404  # no row has such a number
        found = request.resolver_match
        if not hasattr(view, "right") and not (found and found.app_name == "admin"):
            raise NotAllowed("undeclared")
        return check_sent_password(request)
