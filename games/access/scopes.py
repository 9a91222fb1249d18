"""Scopes in addresses (`/log/tournament:3/`), and the thing that each stands for."""

from collections.abc import Callable

from django.http import Http404
from django.urls import register_converter

from games.access.permissions import CLUB, ScopedPlace, Thing
from games.models import Game

# kind of scope -> finds the thing by its numbers, or nothing; `tournament` adds its own.
FINDERS: dict[str, Callable[..., Thing | None]] = {
    "game": lambda pk: Game.objects.filter(pk=pk).first(),
}


class ScopeConverter:
    regex = r"club|[a-z]+(?::[0-9]{1,18}){1,2}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ScopeConverter, "scope")


def thing_at(scope: str, **_: object) -> Thing:
    """The thing a scope names. A kind that nobody registered is no more than its place in the club."""
    kind, *numbers = scope.split(":")
    if kind not in FINDERS:
        return CLUB if scope == "club" else ScopedPlace((scope, "club"))
    thing = FINDERS[kind](*map(int, numbers))
    if thing is None:
        raise Http404
    return thing
