"""Review what the server cannot know: the result waits for the arbiter.

Decisions under a PIN that only the tablet could check, times that cannot be true, and flags of players who
were never there.
"""

from django.db.models import F, Q, QuerySet

from games import audit_log
from games.access.permissions import Actor
from games.models import Event, Game
from games.referee import Status
from games.services.locked_game import ABSENT, lock_game
from games.signals import game_over

OFFLINE_PIN = "offline-pin"  # why the arbiter looks at an entry again: only the table has checked the PIN
# The server heard another time: its marks of `table_entries.check_time`.
TIMES = ("ahead", "behind")
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


def unreviewed_events() -> QuerySet[Event]:
    """Return such decisions, times and flags that no arbiter has reviewed."""
    decided = Q(suspect=OFFLINE_PIN, kind__in=DECISIONS)
    return Event.objects.filter(decided | Q(suspect__in=(*TIMES, ABSENT)), seq__gt=F("game__reviewed_seq"))


def waits_for_review(game: Game) -> bool:
    """Return whether the game is over and its result waits for the arbiter's review."""
    return game.status == Status.OVER and unreviewed_events().filter(game=game).exists()


def approve(game_id: int, actor: Actor) -> bool:
    """Note the arbiter's approval; return whether there was anything to review."""
    with lock_game(game_id) as locked:
        game = locked.game
        if not unreviewed_events().filter(game=game).exists():
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
