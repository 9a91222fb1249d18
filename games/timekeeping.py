"""Read the clocks by which games are timed: instants are UTC milliseconds and are passed on as `now_ms`.

`now_ms` follows the wall clock. `stamp_ms`, by which live games are timed, is carried on by the monotonic
clock: if the wall clock is set, or the machine sleeps, no player is charged, and the desk sees a warning.
"""

import time
from collections.abc import Callable

from django.db import connection
from django.db.models import Max

from games.signals import clock_jumped

MINUTE_MS = 60_000
# A smaller change may pass unnoticed; a larger one was made by hand, or by the machine's sleep.
JUMP_MS = 500


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def ticks_ms() -> int:
    """Return a count for durations within one process, which no change of the wall clock affects."""
    return time.monotonic_ns() // 1_000_000


def shared_wall_ms() -> int:
    """Return the wall clock that all server processes share: the database's if they may be on many hosts."""
    if connection.vendor != "postgresql":
        return now_ms()
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
        return int(cursor.fetchone()[0])


class SteadyClock:
    """The wall clock as it was once, carried on by ticks that cannot be set."""

    def __init__(self, wall_ms: Callable[[], int] = now_ms, ticks_ms: Callable[[], int] = ticks_ms) -> None:
        self._ticks_ms = ticks_ms
        self._announced_ms = 0
        self._ahead_ms = wall_ms() - ticks_ms()

    def now_ms(self) -> int:
        return self._ticks_ms() + self._ahead_ms

    def follow(self, wall_ms: int) -> None:
        """Take over the time of the wall clock."""
        self._ahead_ms = wall_ms - self._ticks_ms()
        self._announced_ms = 0

    def new_jump_ms(self, wall_ms: int) -> int:
        """Return how far the wall clock was set since the last call; 0 if that is no jump."""
        jump_ms = wall_ms - self.now_ms() - self._announced_ms
        if abs(jump_ms) <= JUMP_MS:
            return 0
        self._announced_ms += jump_ms
        return jump_ms


_steady = SteadyClock()


def stamp_ms() -> int:
    """Return the present instant of live games."""
    return _steady.now_ms()


def newest_ms() -> int:
    """Return the latest stored instant of games that the server keeps: their time never runs backwards."""
    from games.models import Event, ServerProcess

    under_way = Event.objects.filter(game__keeper="server", game__status__in=("running", "paused"))
    newest = under_way.aggregate(newest=Max("at_ms"))["newest"]
    alive = ServerProcess.objects.aggregate(beat=Max("beat_ms"), stopped=Max("stopped_ms"))
    return max(newest or 0, alive["beat"] or 0, alive["stopped"] or 0)


def synchronise() -> bool:
    """Set the clock of live games by the shared wall clock: once, before a server process serves.

    A computer without a battery may come back with an earlier time: then the clock continues from the newest
    instant that is stored, and it is unknown how long the computer was away. Return whether that happened.
    """
    wall_ms, newest = shared_wall_ms(), newest_ms()
    _steady.follow(max(wall_ms, newest))
    return wall_ms < newest - JUMP_MS


def watch_wall_clock(steady: SteadyClock | None = None, wall_ms: int | None = None) -> int:
    """Announce a jump (`clock_jumped`) and ignore it; follow the wall clock once no game clock runs."""
    from games.models import Game

    steady = steady or _steady
    wall_ms = shared_wall_ms() if wall_ms is None else wall_ms
    jump_ms = steady.new_jump_ms(wall_ms)
    if jump_ms:
        clock_jumped.send(SteadyClock, jump_ms=jump_ms)
    is_set = abs(wall_ms - steady.now_ms()) > JUMP_MS
    if is_set and not Game.objects.on_the_clock().exists() and wall_ms >= newest_ms():
        steady.follow(wall_ms)
    return jump_ms


def generation() -> int:
    """Return which life of the data this is: one more after every restored database."""
    from games.models import Server

    found = Server.objects.filter(pk=Server.THE_ONLY).values_list("generation", flat=True).first()
    return 1 if found is None else found


def begin_generation(after: int = 0) -> int:
    """Begin a life of the data, later than the present one and than `after`, current before a restore.

    Every state of a live game has its number: what a table played on the lost data is stored as late entries.
    """
    from games.models import Server

    begun = max(generation(), after) + 1
    Server.objects.update_or_create(pk=Server.THE_ONLY, defaults={"generation": begun})
    return begun
