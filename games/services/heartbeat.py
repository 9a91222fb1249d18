"""Whether any server is alive: one shared row, written by every process while a clock of ours runs.

Time without a beat is time without a server, and belongs to nobody (`outages`).
"""

from collections.abc import Callable
from secrets import token_hex

from django.db import transaction

from games.models import Game, Server
from games.services.locked_game import queue_of_writers
from games.services.lost_time import lost_time
from games.services.outages import LATE_MS, LONGEST_GIVEN_BACK_MS, Reachable, freeze, nobody, settle_all

BEAT_MS = 1_000  # how often every server process calls `beat`
STALE_MS = LONGEST_GIVEN_BACK_MS

Now = Callable[[], int]


class Process:
    """One server process among those that share the row. `now` is asked once the row is locked."""

    def __init__(self, now: Now, is_reachable: Reachable = nobody) -> None:
        self._now, self._is_reachable = now, is_reachable
        self.name = token_hex(4)
        self.started_ms = now()

    def arrive(self, *, unknown: bool = False) -> bool:
        """The first beat, before anybody is served. False while another process may be alive: ask again.

        If one is, this is no outage. Else all time since the last sign of life is given back, or, where
        nobody can know how long that was (`unknown`), the games pause.
        """
        if not Game.objects.on_the_clock().exists():
            return True
        with queue_of_writers(), transaction.atomic():
            row, now_ms = _row(), self._now()
            others = [ms for name, ms in row.alive.items() if name != self.name]
            if unknown:
                freeze(row.beat_ms, now_ms=now_ms)
            elif not any(ms > self.started_ms for ms in others):
                if any(now_ms - ms <= LATE_MS for ms in others):
                    return False
                settle_all(row.beat_ms, now_ms=now_ms, is_reachable=nobody)
            self._write(row, now_ms)
        lost_time.beaten_ms = now_ms
        return True

    def beat(self) -> list[int]:
        """One heartbeat. After an outage one process settles the games, as of the last beat; which.

        Whoever beats meanwhile waits until they are settled; else it would find the row fresh and mark flags.
        """
        if not Game.objects.on_the_clock().exists():
            lost_time.beaten_ms = self._now()
            return []
        with queue_of_writers(), transaction.atomic():
            row, now_ms = _row(), self._now()
            last_ms, settled = row.beat_ms, []
            if now_ms < last_ms - STALE_MS:
                settled = freeze(last_ms, now_ms=now_ms)  # the wall clock was set back: nobody knows how far
            elif now_ms - last_ms > LATE_MS:
                settled = settle_all(last_ms, now_ms=now_ms, is_reachable=self._is_reachable)
            self._write(row, now_ms)
        lost_time.beaten_ms = now_ms
        return settled

    def leave(self) -> None:
        """An orderly stop: this is the last moment at which anybody was served here."""
        with queue_of_writers(), transaction.atomic():
            row = Server.objects.select_for_update().filter(pk=Server.THE_ONLY).first()
            if row is None or not Game.objects.on_the_clock().exists():
                return
            row.alive.pop(self.name, None)
            row.beat_ms = max(row.beat_ms, self._now())
            row.save(update_fields=["beat_ms", "alive"])

    def _write(self, row: Server, now_ms: int) -> None:
        row.beat_ms = now_ms
        row.alive = {name: ms for name, ms in row.alive.items() if 0 <= now_ms - ms <= STALE_MS}
        row.alive[self.name] = now_ms
        row.save(update_fields=["beat_ms", "alive"])


def is_served(now_ms: int) -> bool:
    """Whether a server process was heard of a moment ago: else nobody could have moved."""
    row = Server.objects.filter(pk=Server.THE_ONLY).first()
    return row is not None and now_ms - row.beat_ms <= LATE_MS


def _row() -> Server:
    return Server.objects.select_for_update().get_or_create(pk=Server.THE_ONLY)[0]
