"""Whether the event loop stands still: a process that was stopped, or swapped out, or kept too busy.

Frames that arrive meanwhile wait in the kernel. They are stamped with the last moment at which the loop was
seen alive, and what is longer is given back to all games.
"""

import asyncio
from collections.abc import Callable

from games.services.lost_time import TOLD_MS, lost_time
from games.timekeeping import stamp_ms

SECONDS_BETWEEN_LOOKS = 0.05
# A look that comes a little late on any busy machine.
LATE_MS = 100


class LoopWatch:
    def __init__(self, now: Callable[[], int] = stamp_ms) -> None:
        self._now = now
        self._seen_ms: int | None = None
        self.has_stalled = asyncio.Event()

    def arrival_ms(self) -> int:
        """The stamp of a frame that was just read: it came no earlier than the loop last looked."""
        now_ms, seen_ms = self._now(), self._seen_ms
        self._seen_ms = now_ms
        if seen_ms is None or now_ms - seen_ms <= LATE_MS:
            return now_ms
        lost_time.stalled(seen_ms, now_ms)
        if now_ms - seen_ms >= TOLD_MS:
            self.has_stalled.set()
        return seen_ms

    async def run(self) -> None:
        """For as long as the server does."""
        self._seen_ms = self._now()
        try:
            while True:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                self.arrival_ms()
        finally:
            self._seen_ms = None


loop_watch = LoopWatch()
