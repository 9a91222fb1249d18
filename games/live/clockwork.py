"""Heartbeat and flags of this process; what an outage took is given back before a flag falls.

Every process does it; doing it twice is harmless. `manage.py flagfall` marks flags as a process of its own.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from django.conf import settings

from games import quick_games, services, timekeeping
from games.live.database_threads import writing
from games.models import Game
from games.timekeeping import stamp_ms

from . import background
from .background import every, tasks
from .neighbours import do_nothing, neighbours
from .presence import devices
from .stalls import loop_watch

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_CALLS = 0.1  # while it is not known whether another process lives
SECONDS_BETWEEN_SWEEPS = 600.0
SECONDS_TO_LEAVE = 3.0
# Flags that fall before the next look are waited for: so they are marked to the moment.
AHEAD_MS = 1_200

logger = logging.getLogger(__name__)


class Clockwork:
    """Of one process. After an outage time is given back before any flag is marked."""

    def __init__(self, process: services.Process) -> None:
        self._process = process
        self._awaited: dict[int, asyncio.Task[None]] = {}
        self._wanted = asyncio.Event()

    async def arrive(self) -> None:
        """Before the first socket is served, an outage is known and its time is given back."""
        is_unknown = await writing.run(timekeeping.synchronise)
        while not await writing.run(partial(self._process.arrive, unknown=is_unknown)):
            await asyncio.sleep(SECONDS_BETWEEN_CALLS)

    async def beat(self) -> None:
        await writing.run(timekeeping.watch_wall_clock)
        await writing.run(self._process.beat)

    def beat_soon(self) -> None:
        self._wanted.set()

    async def beat_when_wanted(self) -> None:
        await self._wanted.wait()
        self._wanted.clear()
        await writing.run(self._process.beat)

    async def look_for_flags(self) -> None:
        if self._process.has_left:
            return
        for game_id, deadline_ms in await writing.run(_coming_flags):
            if game_id not in self._awaited:
                waiting = asyncio.ensure_future(self._flag_at(game_id, deadline_ms))
                self._awaited[game_id] = waiting
                waiting.add_done_callback(partial(self._stop_awaiting, game_id))

    async def give_back_stalls(self) -> None:
        """The process stood still: nobody was heard, and everybody is still connected."""
        await loop_watch.has_stalled.wait()
        loop_watch.has_stalled.clear()
        await writing.run(self._settle_stalls)

    def _settle_stalls(self) -> None:
        alone, here = self._process.is_alone(), _connected()
        services.settle_stalls(
            stamp_ms(), is_reachable=lambda game_id, seat: (game_id, seat) in here, alone=alone
        )

    async def _flag_at(self, game_id: int, deadline_ms: int) -> None:
        await asyncio.sleep(max(0, deadline_ms - stamp_ms()) / 1000)
        try:
            await writing.run(_flag, game_id)
        except Exception:
            logger.exception("The flag of game %s could not be marked; it is tried again.", game_id)

    def _stop_awaiting(self, game_id: int, waiting: asyncio.Task[None]) -> None:
        self._awaited.pop(game_id, None)

    async def leave(self) -> None:
        """From now on no flag falls by this process; before the sockets close, others expect its players."""
        for waiting in self._awaited.values():
            waiting.cancel()
        try:
            async with asyncio.timeout(SECONDS_TO_LEAVE):
                if await writing.run(self._process.leave):
                    await self._hand_over()
        except TimeoutError:
            logger.error("The last moment could not be written in time; the last heartbeat counts.")
        except Exception:
            logger.exception("The last moment could not be written; the last heartbeat counts.")

    async def _hand_over(self) -> None:
        """The others hear of it at their next beat at the latest. Meanwhile somebody may have moved there."""
        neighbours.say_goodbye()
        while not await writing.run(self._process.is_goodbye_heard):
            await asyncio.sleep(SECONDS_BETWEEN_CALLS)
        await writing.run(self._process.hand_over)


def _is_connected(game_id: int, seat: str) -> bool:
    """Whether a page of that player stands here, though it may not have been heard while nobody was."""
    return any(each.game_id == game_id and seat in each.seats for each in list(devices.attendances))


def _connected() -> set[tuple[int, str]]:
    return {(each.game_id, seat) for each in list(devices.attendances) for seat in each.seats}


def _coming_flags() -> list[tuple[int, int]]:
    due = Game.objects.due(stamp_ms() + AHEAD_MS).values_list("pk", "deadline")
    return [(game_id, deadline_ms) for game_id, deadline_ms in due if deadline_ms is not None]


def _flag(game_id: int) -> None:
    services.flag_fallen(game_id, stamp_ms(), is_reachable=_is_connected)


async def call_off_abandoned() -> None:
    """Quick games that nobody comes back to are ended, so that no page counts them."""
    await writing.run(quick_games.call_off_abandoned)


@background.service
@asynccontextmanager
async def clockwork() -> AsyncIterator[None]:
    process = services.Process(stamp_ms, _is_connected, _connected, of_several=bool(settings.REDIS_URL))
    work = Clockwork(process)
    await work.arrive()
    await work.look_for_flags()
    neighbours.on_goodbye = work.beat_soon
    try:
        with background.farewell(work.leave):
            async with tasks(
                loop_watch.run(),
                every(services.BEAT_MS / 1000, work.beat),
                every(0, work.beat_when_wanted),
                every(0, work.give_back_stalls),
                every(SECONDS_BETWEEN_LOOKS, work.look_for_flags),
                every(SECONDS_BETWEEN_SWEEPS, call_off_abandoned),
            ):
                yield
    finally:
        neighbours.on_goodbye = do_nothing
        await work.leave()  # where nobody has said it, under another server than ours
