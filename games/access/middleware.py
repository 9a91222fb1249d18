"""Puts `request.actor` on every request, and closes pages that state no right."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject

from games.access.permissions import NotAllowed, PageRequest, actor_of
from games.access.sessions import note_seen


class ActorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: PageRequest) -> HttpResponse:
        lazily = SimpleLazyObject(lambda: actor_of(request))
        request.actor = lazily  # type: ignore[assignment]  # it is the actor as soon as it is asked
        response = self.get_response(request)
        note_seen(request)
        return response

    def process_view(self, request: PageRequest, view: Any, args: Any, kwargs: Any) -> None:
        """A page is closed until it says who may open it; the admin's pages ask for themselves."""
        found = request.resolver_match
        if not hasattr(view, "right") and not (found and found.app_name == "admin"):
            raise NotAllowed("undeclared")
