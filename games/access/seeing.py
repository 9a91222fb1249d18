"""Find the things that addresses name, and answer the one question for seeing them: whether somebody may know
of a thing. Pages, sockets and exports ask it here.

Everything is public that is not hidden, and what hides a thing is a scope it lies in: an event that is not
shown, with its games, tables, walls and evenings; a person whom the public has not seen play. To whoever may
not see it, it is not there. A draft says so itself (`seen_by`), and pages ask for that right too.
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

# kind of scope -> finds the thing by its numbers, or nothing; the application around the games has its own.
FINDERS: dict[str, Callable[..., Thing | None]] = {
    "game": lambda pk: Game.objects.filter(pk=pk).first(),
}


class ScopeConverter(StringConverter):
    """Read `<scope:scope>` of an address, such as `/log/tournament:3/`."""

    regex = r"club|[a-z]+(?::[0-9]{1,18}){1,2}"


register_converter(ScopeConverter, "scope")


def thing_at(scope: str, **_: object) -> Thing:
    """Find the thing that a scope names. A kind that has no finder is no more than its place in the club."""
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


def seen(actor: Actor, thing: ThingT) -> ThingT:
    """The thing itself, to look at."""
    if not may_see(actor, thing):
        raise Http404
    return thing


def public_games() -> GameQuerySet:
    """Those of events that everybody may see, and of none."""
    return Game.objects.filter(voided=False).exclude(topic__in=extension.installed.hidden_topics())


def seen_game(actor: Actor, code: str) -> Game:
    """Find a game to look at."""
    return seen(actor, game_at(code))


def seen_topic(actor: Actor, topic: str) -> Thing:
    """The club, or an event: whatever else has a name is nobody's wall."""
    if topic in ("", CLUB_TOPIC):
        return CLUB
    if topic.partition(":")[0] not in extension.installed.topics:
        raise Http404
    return seen(actor, thing_at(topic))


def seen_place(actor: Actor, place: str) -> Thing:
    """A table, by what its tablet calls it."""
    return seen(actor, thing_at(place))
