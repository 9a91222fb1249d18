"""The one question for seeing: whether somebody may know of a thing. Pages, sockets and exports ask it here.

Everything is public that is not hidden, and what hides a thing is the topic it belongs to: an event that is
not shown, with its games, tables and walls. To whoever may not see it, it is not there.
"""

from django.http import Http404
from django.shortcuts import get_object_or_404

from games import extension
from games.access.permissions import CLUB, Actor, Thing, may
from games.access.scopes import thing_at
from games.models import Game

CLUB_TOPIC = "club"


def may_see(actor: Actor, thing: Thing) -> bool:
    return not any(map(extension.installed.is_hidden, thing.scopes)) or may(actor, "see_hidden", thing)


def seen_game(actor: Actor, code: str) -> Game:
    """A game to look at; one that was called off is nobody's business any more."""
    game = get_object_or_404(Game, code=code, voided=False)
    if not may_see(actor, game):
        raise Http404
    return game


def seen_topic(actor: Actor, topic: str) -> Thing:
    """The club, or an event: whatever else has a name is nobody's wall."""
    if topic in ("", CLUB_TOPIC):
        return CLUB
    if topic.partition(":")[0] not in extension.installed.topics:
        raise Http404
    thing = thing_at(topic)
    if not may_see(actor, thing):
        raise Http404
    return thing


def seen_place(actor: Actor, place: str) -> Thing:
    """A table, by what its tablet calls it."""
    thing = thing_at(place)
    if not may_see(actor, thing):
        raise Http404
    return thing
