"""Which player or evening an address names; and doing one thing, with the refusal told to whoever asked."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games import wording
from games.faults import Fault
from tournament.models import Evening, Player, RatingKind


def player_at(pk: int) -> Player:
    """A player one may look at. Who was removed on request has no page."""
    found = get_object_or_404(Player.objects.select_related("club", "merged_into"), pk=pk)
    if found.erased_ms:
        raise Http404
    return found


def evening_at(pk: int, **_: object) -> Evening:
    return get_object_or_404(Evening.objects.with_ladders(), pk=pk)


def kind_in(request: HttpRequest) -> RatingKind:
    """The list asked for by `?list=`, else that of the two-player game."""
    asked = request.GET.get("list", "")
    return RatingKind(asked) if asked in RatingKind.values else RatingKind.TWO


def done(request: HttpRequest, said: str, act: Callable[[], object]) -> bool:
    """Whether it was done; told either way."""
    try:
        act()
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return False
    messages.success(request, said)
    return True
