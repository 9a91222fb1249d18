"""Find the things that addresses name, and decide who may see them, for pages, sockets and exports.

Everything is public that is not hidden, and a scope it lies in hides a thing: a tournament that is not
published, with its games, tables, walls and evenings; a person whom the public has not seen play. An actor
who may not see a thing gets the answer for a missing one. A draft names its own right (`seen_by`), which
pages check too.
"""

from collections.abc import Callable
from inspect import signature

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import register_converter
from django.urls.converters import StringConverter

from games import extension
from games.access.permissions import CLUB, Actor, ScopedPlace, Thing, ThingT, may
from games.models import Game
from games.models.game import GameQuerySet

CLUB_TOPIC = "club"
STRANGER = Actor()

# kind of scope -> finds the thing by its numbers, or None; the application around the games adds its own.
FINDERS: dict[str, Callable[..., Thing | None]] = {
    "game": lambda pk: Game.objects.filter(pk=pk).first(),
}


class ScopeConverter(StringConverter):
    """The converter of `<scope:scope>` in an address, such as `/log/tournament:3/`."""

    regex = r"club|[a-z]+(?::[0-9]{1,18}){1,2}"


register_converter(ScopeConverter, "scope")


def thing_at(scope: str, **_: object) -> Thing:
    """Find the thing of a scope. A kind without a finder is only its place in the club."""
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
    """Find a game that was not called off."""
    return get_object_or_404(Game, code=code, voided=False)


def may_see(actor: Actor, thing: Thing) -> bool:
    return not any(map(extension.installed.is_hidden, thing.scopes)) or may(actor, "see_hidden", thing)


def require_visible(actor: Actor, thing: ThingT) -> ThingT:
    """Return the thing, or answer 404 if the actor may not see it."""
    if not may_see(actor, thing):
        raise Http404
    return thing


def public_games() -> GameQuerySet:
    """Return the games that all may see: those of public tournaments, and those of none."""
    return Game.objects.filter(voided=False).exclude(topic__in=extension.installed.hidden_topics())


def visible_game(actor: Actor, code: str) -> Game:
    """Find a game to look at."""
    return require_visible(actor, game_at(code))


def visible_topic(actor: Actor, topic: str) -> Thing:
    """Find the club, or a tournament; no other scope has a wall."""
    if topic in ("", CLUB_TOPIC):
        return CLUB
    if topic.partition(":")[0] not in extension.installed.topics:
        raise Http404
    return require_visible(actor, thing_at(topic))


def visible_place(actor: Actor, place: str) -> Thing:
    """Find a table by what its tablet calls it."""
    return require_visible(actor, thing_at(place))
