"""Review what the server cannot know: the result waits for the arbiter.

Decisions under a PIN that only the tablet could check, times that cannot be true, and flags of players who
were never there.
"""

from collections import Counter

from django.db.models import F, Q, QuerySet

from games import audit_log
from games.access.permissions import Actor
from games.clock import GAME
from games.clock.terms import MINUTE
from games.models import Event, Game
from games.referee import Status, load_event
from games.referee import events as e
from games.services.faults import NotRecorded
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


# By so much the clock of one seat may be raised under such a PIN, until an arbiter has reviewed it.
MOST_GIVEN_MS = 5 * MINUTE


def unreviewed_events() -> QuerySet[Event]:
    """Return such decisions, times and flags that no arbiter has reviewed."""
    decided = Q(suspect=OFFLINE_PIN, kind__in=DECISIONS)
    return Event.objects.filter(decided | Q(suspect__in=(*TIMES, ABSENT)), seq__gt=F("game__reviewed_seq"))


def waits_for_review(game: Game) -> bool:
    """Return whether the game is over and its result waits for the arbiter's review."""
    return game.status == Status.OVER and unreviewed_events().filter(game=game).exists()


def needs_pin(event: e.Event) -> bool:
    """Return whether only an arbiter's tools lead to this event."""
    return e.NAMES[type(event)] in DECISIONS


def check_clock_change(game: Game, event: e.Event) -> None:
    """Refuse a change of clocks under an offline PIN that takes time away, or gives too much.

    `static/js/offline/clock_limits.js` does the same on the tablet.
    """
    changes = _clock_changes(event)
    if any(time_ms < 0 for time_ms in changes.values()):
        raise NotRecorded("offline-takes-time")
    if changes:
        for data in unreviewed_events().filter(game=game, suspect=OFFLINE_PIN).values_list("data", flat=True):
            changes.update(_clock_changes(load_event(data)))
    if any(time_ms > MOST_GIVEN_MS for time_ms in changes.values()):
        raise NotRecorded("offline-gives-much", minutes=MOST_GIVEN_MS // MINUTE)


def _clock_changes(event: e.Event) -> Counter[str]:
    """Return how much time the arbiter gave to each seat, and to the game."""
    changes: Counter[str] = Counter()
    if not isinstance(event, e.Adjusted | e.Penalised | e.IllegalNoted):
        return changes
    before, after = event.before, event.clock
    for seat, time_ms in event.given:
        changes[seat] += time_ms
    for seat in after.seats:
        more = after.account(seat).periods - before.account(seat).periods
        changes[seat] += more * after.terms(seat).period_ms
    if before.game_ms is not None and after.game_ms is not None:
        changes[GAME] += after.game_ms - before.game_ms
    return changes


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
