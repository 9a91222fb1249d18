"""Whether the event loop stands still: a process that was stopped, or swapped out, or kept too busy.

Frames that arrive meanwhile wait in the kernel. They are stamped with the last moment at which the loop was
seen alive, and what is longer is given back to all games.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from games.services.lost_time import TOLD_MS, lost_time
from games.timekeeping import stamp_ms

SECONDS_BETWEEN_LOOKS = 0.025
# A look that comes a little late on any busy machine; nobody is charged more than this for being read late.
LATE_MS = 50


def _soon(act: Callable[[], None]) -> None:
    """After the loop's next turn: in one it takes from the network what waited, in the next it is read."""
    loop = asyncio.get_running_loop()
    loop.call_soon(loop.call_soon, act)


class LoopWatch:
    def __init__(
        self, now: Callable[[], int] = stamp_ms, soon: Callable[[Callable[[], None]], object] = _soon
    ) -> None:
        self._now, self._soon = now, soon
        self._seen_ms: int | None = None
        self._waited: deque[int] = deque()  # since when the frames have waited that are read now
        self.has_stalled = asyncio.Event()

    def arrival_ms(self) -> int:
        """The stamp of a frame that was just read: it came no earlier than the loop last looked."""
        now_ms = self._look()
        return self._waited[0] if self._waited else now_ms

    def _look(self) -> int:
        now_ms, seen_ms = self._now(), self._seen_ms
        self._seen_ms = now_ms
        if seen_ms is None or now_ms - seen_ms <= LATE_MS:
            return now_ms
        lost_time.stalled(seen_ms, now_ms)
        if now_ms - seen_ms >= TOLD_MS:
            self.has_stalled.set()
        # Not only the first frame: whoever looks first, all that came meanwhile have waited.
        self._waited.append(seen_ms)
        self._soon(self._have_read)
        return now_ms

    def _have_read(self) -> None:
        self._waited.popleft()

    async def run(self) -> None:
        """For as long as the server does."""
        self._seen_ms = self._now()
        try:
            while True:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
                self._look()
        finally:
            self._seen_ms = None


loop_watch = LoopWatch()
