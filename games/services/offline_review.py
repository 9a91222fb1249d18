"""What was decided at a table under a PIN that only its tablet could check: the result waits for a look."""

from django.db.models import F, QuerySet

from games import audit_log
from games.access.permissions import Actor
from games.models import Event, Game
from games.referee import Status
from games.services.locked_game import lock_game
from games.signals import game_over

OFFLINE_PIN = "offline-pin"  # why the arbiter looks at an entry again: only the table has checked the PIN
# Events that only an arbiter's tools lead to.
DECISIONS = (
    "paused",
    "resumed",
    "adjusted",
    "penalised",
    "illegal-noted",
    "taken-back",
    "position-set",
    "ruled",
    "reopened",
)


def unseen() -> QuerySet[Event]:
    """Such decisions that no arbiter has looked at."""
    return Event.objects.filter(suspect=OFFLINE_PIN, kind__in=DECISIONS, seq__gt=F("game__reviewed_seq"))


def is_held(game: Game) -> bool:
    """Whether the result of a game that is over waits until the arbiter has looked."""
    return game.status == Status.OVER and unseen().filter(game=game).exists()


def approve(game_id: int, actor: Actor) -> bool:
    """The arbiter has looked, and it stands. Whether there was anything to look at."""
    with lock_game(game_id) as locked:
        game = locked.game
        if not unseen().filter(game=game).exists():
            return False
        game.reviewed_seq = game.seq
        game.save(update_fields=["reviewed_seq"])
        audit_log.write(
            actor, "approve_offline", audit_log.path(game.topic, game.scope), after={"seq": game.seq}
        )
        if game.status == Status.OVER:
            locked.announcements.append(lambda: game_over.send(Game, game_id=game.pk))
        locked.announce_change("late")
    return True
