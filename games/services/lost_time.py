"""What this process remembers of time in which nobody could move: its own stalls, and writes that failed.

Only hints for `outages`, which gives the time back in the log. A process that dies forgets them; then its
missing heartbeat says the same.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable

# Shorter ones are given back without an event: a frame that waited counts as read before the stall, and an
# event that was told late counts as lag of its way.
TOLD_MS = 400
# Longer than any stall is looked for: a turn that lasts longer has met its heartbeats in between.
REMEMBERED = 100

Gap = tuple[int, int]  # from, to


class LostTime:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stalls: deque[Gap] = deque(maxlen=REMEMBERED)
        self._slow: dict[int, Gap] = {}
        self._failing: dict[int, int] = {}
        self.returns_until_ms = 0  # players may still be on their way back after an outage
        self.is_leaving = False  # whoever is connected here will have to come to another process
        self.is_reachable: Callable[[int, str], bool] = lambda game_id, seat: True
        self.beaten_ms: int | None = None  # when this process last wrote the shared heartbeat
        self.beaten_by = ""  # and as whom

    def beaten(self, now_ms: int, name: str) -> None:
        self.beaten_ms, self.beaten_by = now_ms, name

    def returned(self, until_ms: int, is_reachable: Callable[[int, str], bool]) -> None:
        """The server is back. Until then whoever is not connected is waited for."""
        self.returns_until_ms, self.is_reachable = until_ms, is_reachable

    def leave(self, until_ms: int, is_reachable: Callable[[int, str], bool]) -> None:
        """This process stops and others go on: whoever is not connected there is waited for."""
        self.is_leaving = True
        self.returned(until_ms, is_reachable)

    def stalled(self, from_ms: int, to_ms: int) -> None:
        """The process stood still: nobody was heard."""
        if to_ms - from_ms >= TOLD_MS:
            with self._lock:
                self._stalls.append((from_ms, to_ms))

    def write_was_slow(self, game_id: int, from_ms: int, to_ms: int) -> None:
        """The event was judged then, and told only now."""
        with self._lock:
            self._slow[game_id] = (from_ms, to_ms)

    def write_failed(self, game_id: int, stamp_ms: int) -> None:
        """A request of that instant could not be kept: its sender has to send it again."""
        with self._lock:
            self._failing.setdefault(game_id, stamp_ms)

    def write_succeeded(self, game_id: int) -> None:
        with self._lock:
            self._failing.pop(game_id, None)

    @property
    def failing(self) -> frozenset[int]:
        """Games of which something could not be written, and nothing since."""
        with self._lock:
            return frozenset(self._failing)

    def gaps(self, game_id: int, until_ms: int) -> list[Gap]:
        """All that concern this game."""
        with self._lock:
            gaps = list(self._stalls)
            if slow := self._slow.get(game_id):
                gaps.append(slow)
            if (failed_ms := self._failing.get(game_id)) is not None:
                gaps.append((failed_ms, until_ms))
        return gaps

    def forget(self) -> None:
        """As a process that has just started."""
        self.__init__()  # type: ignore[misc]


def covered_ms(gaps: Iterable[Gap], from_ms: int, to_ms: int) -> int:
    """How much of the time between the two lies in one of the gaps, counted once."""
    covered, reached = 0, from_ms
    for start_ms, end_ms in sorted(gaps):
        start_ms, end_ms = max(start_ms, reached), min(end_ms, to_ms)
        if end_ms > start_ms:
            covered += end_ms - start_ms
            reached = end_ms
    return covered


lost_time = LostTime()
