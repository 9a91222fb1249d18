"""Credit time in which our system kept a player from moving.

| source                      | gap                                | known from         | credited to       |
| --------------------------- | ---------------------------------- | ------------------ | ----------------- |
| every process was down      | last sign of life .. next start    | ServerProcess      | the mover         |
| the mover's process stopped | stopped_ms .. connected again, 6 s | and SeatConnection | the mover         |
| the mover's process died    | beat_ms .. connected again, 6 s    | and SeatConnection | the mover         |
| the event loop stalled      | last look .. next look             | Gaps               | all movers here   |
| the mover was informed late | clock started .. message sent      | Gaps               | that game's mover |
| a request was not written   | first try .. success, 6 s          | Gaps               | that game's mover |

No gap that waits for a player lasts longer than 6 s after the process ended, or after the last try.
`settle` credits time. It runs before a ruling, before a flag, when a seat connects and, for every running
game, when the first process starts. Games that a tablet keeps are not concerned.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable
from secrets import token_hex

from django.db import transaction
from django.db.models import QuerySet

from games.access.permissions import SYSTEM
from games.models import Game, SeatConnection, ServerProcess
from games.referee import Keeper, Refused, Request, Status
from games.referee import requests as r
from games.services.locked_game import LockedGame, commit_together, lock_game, queue_of_writers

OUTAGE = "server"  # why a game pauses after a long outage
BEAT_MS = 1_000
DEAD_MS = 2_500  # without a beat: two were missed
# A phone tries to connect every 3.9 s at most (static/js/live/socket.js), and then has to be let in.
RECONNECT_MS = 6_000
# After a longer outage the game pauses: people have left the board, or have begun to argue.
LONGEST_CREDIT_MS = 10_000
NOTED_MS = 250  # a shorter stall or delay is not noted
CREDITED_MS = 50  # less is not worth an event
REMEMBERED_MS = 24 * 3_600_000
SETTLED_TOGETHER = 32  # games in one commit
MOST_LATE = 10_000  # games of which the last late message is remembered

Gap = tuple[int, int]  # from, to

logger = logging.getLogger(__name__)


class Gaps:
    """Remember the stalls, late messages and failed writes of one process; called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stalls: deque[Gap] = deque(maxlen=100)
        self._late: dict[int, Gap] = {}
        self._failed: dict[int, Gap] = {}  # the first and the last failure

    def note_stall(self, start_ms: int, end_ms: int) -> bool:
        """Note that the process read no message; return whether that was long enough."""
        with self._lock:
            if is_noted := end_ms - start_ms >= NOTED_MS:
                self._stalls.append((start_ms, end_ms))
            return is_noted

    def note_late(self, game_id: int, start_ms: int, end_ms: int) -> bool:
        """Note that the game's mover was informed late; return whether that was late enough."""
        with self._lock:
            if is_noted := end_ms - start_ms >= NOTED_MS:
                self._late.pop(game_id, None)
                self._late[game_id] = (start_ms, end_ms)
                if len(self._late) > MOST_LATE:
                    del self._late[next(iter(self._late))]
            return is_noted

    def note_failed_write(self, game_id: int, at_ms: int) -> None:
        with self._lock:
            first_ms, last_ms = self._failed.get(game_id, (at_ms, at_ms))
            self._failed[game_id] = (first_ms, max(last_ms, at_ms))

    def note_write(self, game_id: int) -> None:
        """Note that a request was written: what had failed before was credited with it."""
        with self._lock:
            self._failed.pop(game_id, None)

    def is_failing(self, game_id: int, now_ms: int) -> bool:
        """Return whether a request waits to be written, or its sender may still send it again."""
        with self._lock:
            failed = self._failed.get(game_id)
            return failed is not None and now_ms < failed[1] + RECONNECT_MS

    def of(self, game_id: int) -> list[Gap]:
        """Return the gaps that concern the game; one may end in the future."""
        with self._lock:
            gaps = list(self._stalls)
            if late := self._late.get(game_id):
                gaps.append(late)
            if failed := self._failed.get(game_id):
                gaps.append((failed[0], failed[1] + RECONNECT_MS))
            return gaps


class Process:
    """One server process. `now` returns the time; `is_one_of_several` if others may serve the same games."""

    def __init__(self, now: Callable[[], int], *, is_one_of_several: bool = False) -> None:
        self._now, self._is_one_of_several = now, is_one_of_several
        self.gaps = Gaps()
        self.name = ""  # until it has started
        self.has_stopped = False
        self._began_ms: int | None = None

    def start(self, *, unknown: bool = False) -> bool:
        """Register this process and credit the outage before it. Return False while another may be alive.

        Call it again then. Where the time of the outage is not known (`unknown`), running games pause.
        """
        with queue_of_writers(), transaction.atomic():
            now_ms = self._now()
            if self._began_ms is None:
                self._began_ms = now_ms
            ServerProcess.objects.filter(beat_ms__lt=now_ms - REMEMBERED_MS).delete()
            others = list(ServerProcess.objects.all())
            ends = [end_ms for each in others if (end_ms := _ended_ms(each, now_ms)) is not None]
            running = list(Game.objects.on_the_clock().values_list("pk", flat=True))
            is_another_alive = len(ends) < len(others)
            if is_another_alive and running and not any(each.beat_ms > self._began_ms for each in others):
                return False
            down_since_ms = None if is_another_alive else max(ends, default=None)
            self._register(now_ms, down_since_ms)
            if down_since_ms is not None:
                for game_id in running:
                    try:
                        self._credit_outage(game_id, down_since_ms, now_ms, unknown=unknown)
                    except Exception:
                        logger.exception("game:%s could not be credited", game_id)
        return True

    def _credit_outage(self, game_id: int, down_since_ms: int, now_ms: int, *, unknown: bool) -> None:
        with lock_game(game_id) as locked:
            if unknown:
                _pause(locked, max(down_since_ms, locked.state.at_ms), now_ms)
            else:
                settle(locked, now_ms, [(down_since_ms, now_ms)])

    def _register(self, now_ms: int, down_since_ms: int | None) -> None:
        self.name, self.has_stopped, self._began_ms = token_hex(4), False, None
        ServerProcess.objects.create(
            name=self.name, started_ms=now_ms, beat_ms=now_ms, down_since_ms=down_since_ms
        )

    @property
    def _row(self) -> QuerySet[ServerProcess]:
        return ServerProcess.objects.filter(name=self.name)

    def beat(self) -> None:
        """Write that this process is alive. One that is alone need not while no clock runs."""
        if self.has_stopped:
            return
        is_needed = self._is_one_of_several or Game.objects.on_the_clock().exists()
        with queue_of_writers():
            if not (self._row.update(beat_ms=self._now()) if is_needed else self._row.exists()):
                self.start()  # a backup was restored

    def stop(self) -> None:
        """Write the last moment at which players are served; the sockets close after it."""
        self.has_stopped = True
        with queue_of_writers():
            self._row.filter(stopped_ms=None).update(stopped_ms=self._now())

    def connect(self, game_id: int, seats: Collection[str], arrived_ms: int) -> bool:
        """Note that a device of these seats is connected here and credit its way. False: ask again soon.

        A player who comes from another process is shown the game once it is known whether that one is alive.
        """
        if self.has_stopped or not self.name:
            return True
        if not self._row.exists() and not self.start():
            return False
        now_ms = self._now()
        with lock_game(game_id) as locked:
            known = SeatConnection.objects.filter(game=game_id, seat__in=seats).exclude(process=self.name)
            for before in known.select_related("process"):
                gaps = _gaps_of(before.process, now_ms)
                if gaps is None and before.process.beat_ms < arrived_ms:
                    return False
                if gaps and locked.state.seat == before.seat:
                    settle(locked, now_ms, gaps)
            for seat in seats:
                SeatConnection.objects.update_or_create(
                    game_id=game_id, seat=seat, defaults={"process_id": self.name}
                )
        return True

    def disconnect(self, game_id: int, seats: Collection[str]) -> None:
        """Note that these players left. An orderly stop closes the sockets of players who did not leave."""
        if not self.has_stopped:
            with queue_of_writers():
                SeatConnection.objects.filter(game=game_id, seat__in=seats, process=self.name).delete()

    def settle_here(self) -> None:
        """Credit the movers who are connected here, after a stall: a process that dies forgets its gaps."""
        here = set(SeatConnection.objects.filter(process=self.name).values_list("game_id", "seat"))
        games = Game.objects.on_the_clock().filter(pk__in={game_id for game_id, _ in here})
        running = list(games.values_list("pk", flat=True))
        for first in range(0, len(running), SETTLED_TOGETHER):
            with commit_together():
                for game_id in running[first : first + SETTLED_TOGETHER]:
                    with lock_game(game_id) as locked:
                        if (game_id, locked.state.seat) in here:
                            settle(locked, self._now(), self.gaps.of(game_id))

    def mark_flag(self, game_id: int) -> bool:
        """Mark the flag if it has fallen and the mover is connected here, or nowhere; return whether it was.

        Asking twice, or too early, is harmless. The process to which the mover is connected marks the flag;
        if it has ended, the mover has a few seconds to come to another one.
        """
        now_ms = self._now()
        with lock_game(game_id) as locked:
            deadline_ms = locked.game.deadline
            if deadline_ms is None or now_ms < deadline_ms or self.gaps.is_failing(game_id, now_ms):
                return False
            if self.name and not self._row.exists():
                return False  # a backup was restored: the next beat credits the time first
            gaps = self.gaps.of(game_id)
            known = SeatConnection.objects.filter(game=game_id, seat=locked.state.seat)
            elsewhere = known.exclude(process=self.name).select_related("process").first()
            if elsewhere is not None:
                away = _gaps_of(elsewhere.process, now_ms)
                if away is None or any(end_ms > now_ms for _, end_ms in away):
                    return False
                gaps += away
                known.delete()
            return not settle(locked, now_ms, gaps) and apply(locked, r.Flag(), now_ms, now_ms)


def is_served(now_ms: int) -> bool:
    """Return whether a server process beats; without one no player can have moved."""
    return ServerProcess.objects.filter(stopped_ms=None, beat_ms__gte=now_ms - DEAD_MS).exists()


def gaps_of_mover(locked: LockedGame, now_ms: int) -> list[Gap]:
    """Return when the mover could not move because the process of their connection ended."""
    known = SeatConnection.objects.filter(game=locked.game, seat=locked.state.seat).select_related("process")
    connection = known.first()
    return (connection and _gaps_of(connection.process, now_ms)) or []


def settle(locked: LockedGame, until_ms: int, gaps: Iterable[Gap], now_ms: int | None = None) -> bool:
    """Credit the part of the running turn that lies in gaps, or pause the game; return whether it did."""
    if not _is_on_the_clock(locked):
        return False
    now_ms = until_ms if now_ms is None else now_ms
    lost_ms = covered_ms(gaps, max(locked.state.clock.since_ms or 0, locked.state.at_ms), until_ms)
    if lost_ms < CREDITED_MS:
        return False
    if lost_ms > LONGEST_CREDIT_MS:
        return _pause(locked, until_ms - lost_ms, now_ms)
    credit = r.GiveBack(lost_ms, until_ms)
    # The credit is refused if the flag fell before.
    return apply(locked, credit, until_ms, now_ms) or apply(locked, r.Flag(), until_ms - lost_ms, now_ms)


def covered_ms(gaps: Iterable[Gap], from_ms: int, to_ms: int) -> int:
    """Return how much of the time between the two lies in gaps, counted once."""
    covered, reached = 0, from_ms
    for start_ms, end_ms in sorted(gaps):
        start_ms, end_ms = max(start_ms, reached), min(end_ms, to_ms)
        if end_ms > start_ms:
            covered += end_ms - start_ms
            reached = end_ms
    return covered


def apply(locked: LockedGame, request: Request, at_ms: int, now_ms: int) -> bool:
    """Append what the server asks for itself; return False if the referee refuses it."""
    try:
        ruling = locked.decide(request, at_ms)
    except Refused:
        return False
    locked.append(ruling, actor=SYSTEM.who, received_ms=now_ms)
    return True


def _ended_ms(process: ServerProcess, now_ms: int) -> int | None:
    """Return when the process stopped or died; None while it may be alive."""
    if process.stopped_ms is not None:
        return process.stopped_ms
    return process.beat_ms if now_ms - process.beat_ms > DEAD_MS else None


def _gaps_of(process: ServerProcess, now_ms: int) -> list[Gap] | None:
    """Return when players last connected to this process could not move; None while it may be alive.

    A gap that ends in the future: they may still be on the way. If no process was left, they could not
    connect before the next one had started.
    """
    end_ms = _ended_ms(process, now_ms)
    if end_ms is None:
        return None
    outages = ServerProcess.objects.filter(down_since_ms__isnull=False, started_ms__gt=end_ms)
    return [(end_ms, end_ms + RECONNECT_MS)] + [
        (down_since_ms, started_ms + RECONNECT_MS)
        for down_since_ms, started_ms in outages.values_list("down_since_ms", "started_ms")
        if down_since_ms is not None
    ]


def _is_on_the_clock(locked: LockedGame) -> bool:
    game = locked.game
    is_ours = game.keeper == Keeper.SERVER and not game.voided and not game.closed_reason
    return is_ours and locked.state.status is Status.RUNNING


def _pause(locked: LockedGame, at_ms: int, now_ms: int) -> bool:
    """Pause the game as of then; a flag that fell before has fallen."""
    return apply(locked, r.Pause(OUTAGE), at_ms, now_ms) or apply(locked, r.Flag(), at_ms, now_ms)
