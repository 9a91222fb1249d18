"""Lock a game, and change it: decide, append an event, and announce it once it is committed.

The cost of a request does not grow with the game: the row has all that the referee needs. Only a takeback
reads the log.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import cached_property, partial
from typing import Any

from django.db import connection, transaction

from games import timekeeping
from games.models import Event, Game
from games.referee import (
    Keeper,
    Request,
    Ruling,
    State,
    decide,
    dump,
    dump_event,
    dump_state,
    last_turn,
    load_event,
    needs_past,
)
from games.referee import events as e
from games.signals import event_recorded, game_over, game_reopened, table_news

# SQLite lets one connection write at a time, and those that wait poll: eight writers waited up to 3 s for
# each other. Queueing in the process first, they wait 0.15 s at most. Reentrant, because a receiver of an
# announcement may write again before the queue has moved on.
_WRITER_LOCK = threading.RLock()
_thread = threading.local()

# The mark of a flag of a player on an own device who made no turn and is not connected.
ABSENT = "absent"

SNAPSHOT_FIELDS = [
    "state",
    "last",
    "seq",
    "ply",
    "status",
    "winner",
    "ending",
    "deadline",
    "epoch",
    "started_ms",
    "ended_ms",
]


class LockedGame:
    """One game, locked. `append` writes an event at once, `close` the snapshot."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.announcements: list[Callable[[], object]] = []
        self._has_changed = False

    @cached_property
    def generation(self) -> int:
        return timekeeping.generation()

    @cached_property
    def state(self) -> State:
        """Return the present state, read on demand: calling a game off or moving it needs none."""
        return self.game.state_now()

    @cached_property
    def _stored(self) -> list[e.Event]:
        rows = self.game.events.order_by("seq").values_list("data", flat=True)
        return [load_event(data) for data in rows]

    def decide(self, request: Request, at_ms: int, begins_ms: int | None = None) -> Ruling:
        """Return the referee's ruling, or raise Refused. A clock that it starts runs from `begins_ms`."""
        past = self._stored if needs_past(self.state, request) else ()
        return decide(self.state, request, at_ms, past, begins_ms=begins_ms)

    def append(
        self,
        ruling: Ruling,
        *,
        actor: str,
        received_ms: int,
        suspect: str = "",
        drift_ms: int = 0,
        device: str = "",
    ) -> None:
        """Write one event, which is announced in the same form once it is committed."""
        game, event, after = self.game, ruling.event, ruling.after
        if isinstance(event, e.Moved | e.Pressed | e.TakenBack):
            # Only a takeback shows a turn that was made before it.
            past = self._stored if isinstance(event, e.TakenBack) else []
            game.last = dump(last_turn([*past, event]))
        if isinstance(event, e.Flagged) and self._is_of_absent_player(event):
            suspect = ABSENT
        data = dump_event(event)
        self.__dict__.pop("_stored", None)
        Event.objects.create(
            game=game,
            seq=after.seq,
            kind=e.NAMES[type(event)],
            ply=after.ply,
            at_ms=event.at_ms,
            received_ms=received_ms,
            actor=actor,
            data=data,
            suspect=suspect,
            drift_ms=drift_ms,
            device=device or None,
        )
        self.announcements.append(
            partial(
                event_recorded.send,
                Game,
                game_id=game.pk,
                code=game.code,
                topic=game.topic,
                event=data,
                state=after,
                last=game.last,
                suspect=suspect,
                now_ms=received_ms,
            )
        )
        self._note_start_and_end(ruling)
        self.state, self._has_changed = after, True

    def _is_of_absent_player(self, event: e.Flagged) -> bool:
        """Return whether a player of a tournament who was never there has lost on time."""
        game, seat = self.game, event.seat
        if not game.topic or game.keeper != Keeper.SERVER or seat is None:
            return False
        turns = game.events.filter(kind__in=("moved", "pressed"), data__seat=seat.value)
        return not turns.exists() and not game.seat_connections.filter(seat=seat.value).exists()

    def announce_change(self, what: str, **more: Any) -> None:
        self.announcements.append(prepare_table_news(self.game, what, **more))

    def _note_start_and_end(self, ruling: Ruling) -> None:
        game, before, after = self.game, ruling.before, ruling.after
        if after.outcome is not None and before.outcome is None:
            game.ended_ms = after.at_ms
            self.announcements.append(partial(game_over.send, Game, game_id=game.pk))
        elif after.outcome is None and before.outcome is not None:
            game.ended_ms = None
            self.announcements.append(partial(game_reopened.send, Game, game_id=game.pk))
        if after.clock.started and not before.clock.started:
            game.started_ms = after.at_ms

    def close(self) -> None:
        """Write the snapshot, if anything was appended."""
        if not self._has_changed:
            return
        game, state = self.game, self.state
        game.state = dump_state(state)
        game.seq, game.ply, game.status = state.seq, state.ply, state.status.value
        game.winner = state.outcome.winner or "" if state.outcome else ""
        game.ending = state.outcome.ending.value if state.outcome else ""
        game.deadline = None if game.voided or game.closed_reason else state.deadline_ms
        game.save(update_fields=SNAPSHOT_FIELDS)


def prepare_table_news(game: Game, what: str, **more: Any) -> Callable[[], object]:
    """Prepare what to send after the commit: what became of the game on its table, as it is now."""
    news = {"place": game.place, **more}
    return partial(
        table_news.send, Game, game_id=game.pk, code=game.code, topic=game.topic, what=what, **news
    )


@contextmanager
def commit_together() -> Iterator[None]:
    """Run requests of several games in one transaction. If one fails, all are undone, and the caller repeats
    them one by one. So a game needs no savepoint of its own.
    """
    with queue_of_writers(), transaction.atomic():
        _thread.together = True
        try:
            yield
        finally:
            _thread.together = False


def queue_of_writers() -> Any:
    """Let one thread of this process write at a time on SQLite. One in a transaction has the lock already."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        return _WRITER_LOCK
    return nullcontext()


@contextmanager
def lock_game(game_id: int) -> Iterator[LockedGame]:
    """Lock the game for the block; announce what happened after the commit, when the lock is released."""
    with queue_of_writers(), transaction.atomic(savepoint=not getattr(_thread, "together", False)):
        locked = LockedGame(Game.objects.select_for_update().get(pk=game_id))
        yield locked
        locked.close()
    for announce in locked.announcements:
        transaction.on_commit(announce, robust=True)
