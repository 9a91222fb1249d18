"""Whether the tablet that keeps a table's game is connected, to any of the server's processes.

A process says every few seconds which tablets it has; one that was not mentioned for a while is offline.
"""

import time
from dataclasses import dataclass
from typing import Any

from games.timekeeping import stamp_ms

SECONDS_UNTIL_FORGOTTEN = 12  # two beats and a little


@dataclass(slots=True)
class Seen:
    online: bool
    since_ms: int
    heard: float
    here: int = 0  # sockets of this process


class Presence:
    def __init__(self) -> None:
        self._tables: dict[int, Seen] = {}

    def of(self, game_id: int) -> dict[str, Any] | None:
        seen = self._tables.get(game_id)
        return {"online": seen.online, "since_ms": seen.since_ms} if seen else None

    def all(self) -> dict[int, dict[str, Any]]:
        return {game_id: {"online": s.online, "since_ms": s.since_ms} for game_id, s in self._tables.items()}

    @property
    def here(self) -> list[int]:
        return [game_id for game_id, seen in self._tables.items() if seen.here]

    def arrive(self, game_id: int) -> bool:
        """One more socket of the keeping tab is here; whether that is news."""
        news = self.hear(game_id, online=True)
        self._tables[game_id].here += 1
        return news

    def leave(self, game_id: int) -> bool:
        seen = self._tables[game_id]
        seen.here -= 1
        return not seen.here and self.hear(game_id, online=False)

    def hear(self, game_id: int, *, online: bool) -> bool:
        """Here or from another process; whether it changes anything."""
        seen = self._tables.get(game_id)
        if seen is not None and seen.here and not online:
            return False  # another process lost it, because it came to us
        if seen is not None and seen.online == online:
            seen.heard = time.monotonic()
            return False
        here = seen.here if seen else 0
        self._tables[game_id] = Seen(online, stamp_ms(), time.monotonic(), here)
        return True

    def forget_the_silent(self) -> list[int]:
        """Tablets of other processes that were not mentioned for too long, now offline."""
        late = time.monotonic() - SECONDS_UNTIL_FORGOTTEN
        silent = [
            g for g, seen in self._tables.items() if seen.online and not seen.here and seen.heard < late
        ]
        for game_id in silent:
            self.hear(game_id, online=False)
        return silent
