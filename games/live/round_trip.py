"""Measure how long a message takes to a client and back; the client cannot shorten it.

Every pong carries a mark, which the client sends back at once in a ping without `t`. A client that delays it
makes the time longer, so what counts is bounded by the shortest time of the same session, and by 300 ms: a
network that can be quick may be a little slower at times, but not a second.
"""

import secrets
import statistics
import time
from collections import OrderedDict, deque

LAST = 5
# A network that answered in 5 ms may take 60 now, one that took 200 ms at best may take 450: busy Wi-Fi
# doubles the time, and a radio that slept adds a few hundredths.
TIMES_BEST = 2
SLACK_MS = 50
# No client can prove that its network is slow: one that holds back every mark is believed so much.
MOST_MS = 300
MOST_REMEMBERED = 10_000


class BestRoundTrips:
    """The shortest time of each session, which connecting again does not reset."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._best: OrderedDict[str, int] = OrderedDict()

    def note(self, who: str, milliseconds: int) -> int:
        """Note a time of this session; return its shortest."""
        best = min(milliseconds, self._best.get(who, milliseconds))
        self._best[who] = best
        self._best.move_to_end(who)
        if len(self._best) > self._most:
            self._best.popitem(last=False)
        return best


_best_round_trips = BestRoundTrips()


class RoundTrip:
    """The times of one connection; `who` is its session, or its address without one."""

    def __init__(self, who: str, best: BestRoundTrips = _best_round_trips) -> None:
        self._who, self._best = who, best
        self._mark = 0
        self._sent = 0.0
        self._measured: deque[int] = deque(maxlen=LAST)
        # The middle one of the last few: one hiccup changes nothing. Zero before the first.
        self.milliseconds = 0

    def new_mark(self) -> int:
        """Return the mark of the next pong. Only the last mark counts, and only once."""
        self._mark, self._sent = secrets.randbits(31) + 1, time.monotonic()
        return self._mark

    def note_mark(self, mark: object) -> None:
        if self._mark and mark == self._mark:
            self.measure(round((time.monotonic() - self._sent) * 1000))
            self._mark = 0

    def measure(self, milliseconds: int) -> None:
        self._measured.append(milliseconds)
        most = TIMES_BEST * self._best.note(self._who, milliseconds) + SLACK_MS
        self.milliseconds = min(statistics.median_high(self._measured), most, MOST_MS)
