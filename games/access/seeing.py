"""The one question for seeing: whether somebody may know of a thing. Pages, sockets and exports ask it here.

Everything is public that is not hidden, and what hides a thing is a scope it lies in: an event that is not
shown, with its games, tables, walls and evenings; a person whom the public has not seen play. To whoever may
not see it, it is not there. A draft says so itself (`seen_by`), and pages ask for that right too.
"""

from django.http import Http404
from django.shortcuts import get_object_or_404

from games import extension
from games.access.permissions import CLUB, Actor, Thing, ThingT, may
from games.access.scopes import thing_at
from games.models import Game
from games.models.game import GameQuerySet

CLUB_TOPIC = "club"
STRANGER = Actor()


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
    """A game to look at; one that was called off is nobody's business any more."""
    return seen(actor, get_object_or_404(Game, code=code, voided=False))


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
