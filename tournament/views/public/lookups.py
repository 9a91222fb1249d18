"""Which event, round and entrant an address names, and who may see it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from games.access.permissions import PageRequest, PageRequestOn, may, right
from games.numbers import whole_number
from tournament.models import Entrant, Tournament, TournamentStatus

EventView = Callable[Concatenate[PageRequest, Tournament, ...], HttpResponse]


def event_at(code: str, **_: object) -> Tournament:
    return get_object_or_404(Tournament, code=code)


def entrant_by_id(entrant_id: int, **_: object) -> Entrant:
    return get_object_or_404(Entrant.objects.with_names(), pk=entrant_id)


def event_page(view: EventView) -> Callable[..., HttpResponse]:
    """A page everybody may open, called with the event. A hidden one is not there for strangers."""

    @wraps(view)
    def found(request: PageRequestOn[Tournament], code: str, **captured: Any) -> HttpResponse:
        event = request.thing
        hidden = not event.public or event.status == TournamentStatus.ARCHIVED
        if hidden and not may(request.actor, "see_hidden", event):
            raise Http404
        return view(request, event, **captured)

    return right("see_tournament", thing=event_at)(found)


def number_in(request: HttpRequest, name: str) -> int | None:
    """A number from the query, or None for what is none."""
    return whole_number(request.GET.get(name, ""))
