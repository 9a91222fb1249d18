"""The games that this device itself plays: the way back to them, and what it may not open meanwhile."""

from django.db.models import Q, QuerySet

from games.access.permissions import Actor
from games.access.roles import Role
from games.models import Game
from games.referee import UNDER_WAY, Status

GAME_ROLES = (Role.PLAYER, Role.TABLE)


def own_games(actor: Actor) -> QuerySet[Game]:
    """Those that this device has a seat or the table of, and that are not over; the newest first."""
    held = [
        each.scope for each in actor.holdings if each.role in GAME_ROLES and each.scope.startswith("game:")
    ]
    numbers = [int(scope.partition(":")[2]) for scope in held]
    return Game.objects.live().filter(pk__in=numbers).exclude(status=Status.OVER).order_by("-created_ms")


def game_under_way(actor: Actor) -> Game | None:
    """A game of an event that is played on this device, which may be the tablet of its table: as long as it
    runs, the engine stays shut here."""
    tables = [each.scope for each in actor.holdings if each.role == Role.TABLE]
    running = Game.objects.live().filter(status__in=UNDER_WAY).exclude(topic="")
    return running.filter(Q(pk__in=own_games(actor).values("pk")) | Q(place__in=tables)).first()
