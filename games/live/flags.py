"""Mark fallen flags, and run what credits lost time: the heartbeat of this process and its loop watch.

Every process does so. `manage.py flagfall` marks flags in a process of its own.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from games import timekeeping
from games.live.database_threads import writing
from games.models import Game
from games.quick_games import services as quick_games
from games.services.lost_time import BEAT_MS, Process
from games.timekeeping import stamp_ms

from . import background
from .background import every, tasks
from .this_process import loop_watch, this_process

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_STARTS = 0.1  # while it is not known whether another process is alive
SECONDS_BETWEEN_SWEEPS = 600.0
SECONDS_TO_STOP = 3.0
# A flag that falls before the next look has a task of its own, so that it is marked at once.
AHEAD_MS = 1_200

logger = logging.getLogger(__name__)


class FlagTasks:
    """The tasks that mark flags in one process. An outage is credited before any flag is marked."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._flag_tasks: dict[int, asyncio.Task[None]] = {}

    async def start(self) -> None:
        """Credit the last outage before the first socket is served."""
        is_unknown = await writing.run(timekeeping.synchronise)
        while not await writing.run(partial(self._process.start, unknown=is_unknown)):
            await asyncio.sleep(SECONDS_BETWEEN_STARTS)

    async def beat(self) -> None:
        await writing.run(timekeeping.watch_wall_clock)
        await writing.run(self._process.beat)

    async def look_for_flags(self) -> None:
        if self._process.has_stopped:
            return
        for game_id, deadline_ms in await writing.run(_read_coming_flags):
            if game_id not in self._flag_tasks:
                task = asyncio.ensure_future(self._mark_flag_at(game_id, deadline_ms))
                self._flag_tasks[game_id] = task
                task.add_done_callback(partial(self._forget, game_id))

    async def _mark_flag_at(self, game_id: int, deadline_ms: int) -> None:
        await asyncio.sleep(max(0, deadline_ms - stamp_ms()) / 1000)
        try:
            await writing.run(self._process.mark_flag, game_id)
        except Exception:
            logger.exception("The flag of game %s could not be marked; it is tried again.", game_id)

    def _forget(self, game_id: int, _task: asyncio.Task[None]) -> None:
        self._flag_tasks.pop(game_id, None)

    async def settle_stalls(self) -> None:
        """Credit a stall as soon as it is over."""
        await loop_watch.has_stalled.wait()
        loop_watch.has_stalled.clear()
        await writing.run(self._process.settle_here)

    async def stop(self) -> None:
        """Stop marking flags, and write the last moment before the sockets close."""
        self._process.has_stopped = True  # at once: the database may keep the write waiting
        for task in self._flag_tasks.values():
            task.cancel()
        try:
            async with asyncio.timeout(SECONDS_TO_STOP):
                await writing.run(self._process.stop)
        except TimeoutError:
            logger.error("The last moment could not be written in time; the last heartbeat counts.")
        except Exception:
            logger.exception("The last moment could not be written; the last heartbeat counts.")


def _read_coming_flags() -> list[tuple[int, int]]:
    due = Game.objects.due(stamp_ms() + AHEAD_MS).values_list("pk", "deadline")
    return [(game_id, deadline_ms) for game_id, deadline_ms in due if deadline_ms is not None]


async def call_off_abandoned() -> None:
    """End quick games that no player comes back to, so that no page counts them."""
    await writing.run(quick_games.call_off_abandoned)


@background.service
@asynccontextmanager
async def run_flag_tasks() -> AsyncIterator[None]:
    work = FlagTasks(this_process)
    await work.start()
    await work.look_for_flags()
    try:
        with background.before_shutdown(work.stop):
            async with tasks(
                loop_watch.run(),
                every(BEAT_MS / 1000, work.beat),
                every(0, work.settle_stalls),
                every(SECONDS_BETWEEN_LOOKS, work.look_for_flags),
                every(SECONDS_BETWEEN_SWEEPS, call_off_abandoned),
            ):
                yield
    finally:
        if not this_process.has_stopped:  # under another server than ours
            await work.stop()
