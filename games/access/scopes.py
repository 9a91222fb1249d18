"""What addresses name: a scope (`/log/tournament:3/`) and the thing it stands for, or the code of a game."""

from collections.abc import Callable
from inspect import signature

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import register_converter
from django.urls.converters import StringConverter

from games import extension
from games.access.permissions import CLUB, ScopedPlace, Thing
from games.models import Game

# kind of scope -> finds the thing by its numbers, or nothing; the application around the games has its own.
FINDERS: dict[str, Callable[..., Thing | None]] = {
    "game": lambda pk: Game.objects.filter(pk=pk).first(),
}


class ScopeConverter(StringConverter):
    regex = r"club|[a-z]+(?::[0-9]{1,18}){1,2}"


register_converter(ScopeConverter, "scope")


def thing_at(scope: str, **_: object) -> Thing:
    """The thing a scope names. A kind that nobody can find is no more than its place in the club."""
    kind, *numbers = scope.split(":")
    find = FINDERS.get(kind) or extension.installed.finders.get(kind)
    if find is None:
        return CLUB if scope == "club" else ScopedPlace((scope, "club"))
    if len(numbers) != len(signature(find).parameters):
        raise Http404
    thing = find(*map(int, numbers))
    if thing is None:
        raise Http404
    return thing


def game_at(code: str) -> Game:
    """A game that was called off is nobody's business any more."""
    game = get_object_or_404(Game, code=code)
    if game.voided:
        raise Http404
    return game
