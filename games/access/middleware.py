"""Puts `request.actor` on every request, closes pages that state no right, and notes sessions in use."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games.access import accounts, sessions
from games.access.permissions import (
    NotAllowed,
    PageRequest,
    PasswordWanted,
    actor_of,
    address_of,
)
from games.access.session_age import session_of
from games.access.views import confirming
from games.numbers import LARGEST_ID


class ActorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

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
        return confirming.ask(request) if isinstance(problem, PasswordWanted) else None

    def process_view(self, request: PageRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """A page is closed until it says who may open it; the admin's pages ask for themselves."""
        if any(isinstance(value, int) and value > LARGEST_ID for value in kwargs.values()):
            raise Http404  # no row has such a number
        found = request.resolver_match
        if not hasattr(view, "right") and not (found and found.app_name == "admin"):
            raise NotAllowed("undeclared")
        return confirming.answer(request)
