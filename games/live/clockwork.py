"""Heartbeat and flags of this process, in this order: after an outage games freeze before a flag falls.

Every process does it; doing it twice is harmless. `manage.py flagfall` marks flags as a process of its own.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from games import quick_games, services, timekeeping
from games.live.threads import writing
from games.models import Game
from games.timekeeping import stamp_ms

from . import background
from .background import every, tasks

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_SWEEPS = 600.0
# Flags that fall before the next look are waited for: so they are marked to the moment.
AHEAD_MS = 1_200

logger = logging.getLogger(__name__)


class Clockwork:
    def __init__(self) -> None:
        self._beaten_at = float("-inf")
        self._awaited: dict[int, asyncio.Task[None]] = {}

    async def tick(self) -> None:
        if time.monotonic() - self._beaten_at >= services.BEAT_MS / 1000:
            await writing.run(_beat)
            self._beaten_at = time.monotonic()
        for game_id, deadline_ms in await writing.run(_coming_flags):
            if game_id not in self._awaited:
                waiting = asyncio.ensure_future(self._flag_at(game_id, deadline_ms))
                self._awaited[game_id] = waiting
                waiting.add_done_callback(partial(self._stop_awaiting, game_id))

    async def _flag_at(self, game_id: int, deadline_ms: int) -> None:
        await asyncio.sleep(max(0, deadline_ms - stamp_ms()) / 1000)
        try:
            await writing.run(_flag, game_id)
        except Exception:
            logger.exception("The flag of game %s could not be marked; it is tried again.", game_id)

    def _stop_awaiting(self, game_id: int, waiting: asyncio.Task[None]) -> None:
        self._awaited.pop(game_id, None)

    def stop(self) -> None:
        for waiting in self._awaited.values():
            waiting.cancel()


def _beat() -> None:
    timekeeping.watch_wall_clock()
    services.beat(stamp_ms())


def _coming_flags() -> list[tuple[int, int]]:
    due = Game.objects.due(stamp_ms() + AHEAD_MS).values_list("pk", "deadline")
    return [(game_id, deadline_ms) for game_id, deadline_ms in due if deadline_ms is not None]


def _flag(game_id: int) -> None:
    services.flag_fallen(game_id, stamp_ms())


async def call_off_abandoned() -> None:
    """Quick games that nobody comes back to are ended, so that no page counts them."""
    await writing.run(quick_games.call_off_abandoned)


@background.service
@asynccontextmanager
async def clockwork() -> AsyncIterator[None]:
    """Before the first socket is served, an outage is known and its games are frozen."""
    work = Clockwork()
    await writing.run(timekeeping.synchronise)
    await work.tick()
    try:
        async with tasks(
            every(SECONDS_BETWEEN_LOOKS, work.tick), every(SECONDS_BETWEEN_SWEEPS, call_off_abandoned)
        ):
            yield
    finally:
        work.stop()
