"""How long a message takes to a client and back, as the server measures it: the client cannot shorten it.

Every pong carries a mark, which the client sends back at once in a ping without `t`. Holding it back only
makes the measure longer, and what lag may give back is bounded by the quota.
"""

import secrets
import statistics
import time
from collections import deque

LAST = 5


class RoundTrip:
    def __init__(self) -> None:
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
            self._measured.append(round((time.monotonic() - self._sent) * 1000))
            self.milliseconds = statistics.median_high(self._measured)
            self._mark = 0
