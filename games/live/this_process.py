"""Hold what this server process knows of itself: its row and its gaps, and whether its event loop stalls.

Stalls are those of a process that was stopped, swapped out or kept busy. Messages wait in the kernel then.
"""

import asyncio
from collections.abc import Callable

from django.conf import settings

from games.services.lost_time import Gaps, Process
from games.timekeeping import stamp_ms

SECONDS_BETWEEN_LOOKS = 0.1


class LoopWatch:
    """The watch that notices stalls of the event loop by looking at the clock again and again."""

    def __init__(self, gaps: Gaps, now: Callable[[], int] = stamp_ms) -> None:
        self._gaps, self._now = gaps, now
        self._seen_ms: int | None = None
        self.has_stalled = asyncio.Event()

    def look(self) -> int:
        """Return the time; note a stall if the last look was too long ago."""
        now_ms, seen_ms = self._now(), self._seen_ms
        self._seen_ms = now_ms
        if seen_ms is not None and self._gaps.note_stall(seen_ms, now_ms):
            self.has_stalled.set()
        return now_ms

    async def run(self) -> None:
        """Look for as long as the server runs."""
        try:
            while True:
                self.look()
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        finally:
            self._seen_ms = None


this_process = Process(stamp_ms, is_one_of_several=bool(settings.REDIS_URL))
loop_watch = LoopWatch(this_process.gaps)
