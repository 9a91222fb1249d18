"""How long a message takes to a client and back, as the server measures it: the client cannot shorten it.

Every pong carries a mark, which the client sends back at once in a ping without `t`. Holding it back makes
the measure longer, so what counts is bounded by the best that was ever measured with the same session: a
network that can be quick is believed to be a little slower at times, not a second.
"""

import secrets
import statistics
import time
from collections import OrderedDict, deque

LAST = 5
# A network that answered in 5 ms may take 60 now, one that took 200 ms at best may take 450: busy Wi-Fi
# doubles the way, and a radio that slept adds a few hundredths.
TIMES_BEST = 2
SLACK_MS = 50
MOST_REMEMBERED = 10_000


class BestRoundTrips:
    """The shortest way ever measured with each session: connecting anew does not make it forgotten."""

    def __init__(self, most: int = MOST_REMEMBERED) -> None:
        self._most = most
        self._best: OrderedDict[str, int] = OrderedDict()

    def note(self, who: str, milliseconds: int) -> int:
        """The best of all that were measured with this one."""
        best = min(milliseconds, self._best.get(who, milliseconds))
        self._best[who] = best
        self._best.move_to_end(who)
        if len(self._best) > self._most:
            self._best.popitem(last=False)
        return best


_best_round_trips = BestRoundTrips()


class RoundTrip:
    """`who` is the session behind the connection, or its address where there is none."""

    def __init__(self, who: str, best: BestRoundTrips = _best_round_trips) -> None:
        self._who, self._best = who, best
        self._mark = 0
        self._sent = 0.0
        self._measured: deque[int] = deque(maxlen=LAST)
        # The middle one of the last few: one hiccup changes nothing. Zero before the first.
        self.milliseconds = 0

    def mark(self) -> int:
        """For the next pong. Only the last mark counts, and once."""
        self._mark, self._sent = secrets.randbits(31) + 1, time.monotonic()
        return self._mark

    def returned(self, mark: object) -> None:
        if self._mark and mark == self._mark:
            self.measure(round((time.monotonic() - self._sent) * 1000))
            self._mark = 0

    def measure(self, milliseconds: int) -> None:
        self._measured.append(milliseconds)
        most = TIMES_BEST * self._best.note(self._who, milliseconds) + SLACK_MS
        self.milliseconds = min(statistics.median_high(self._measured), most)
