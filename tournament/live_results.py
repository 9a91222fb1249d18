"""Apply results of live games to the tournament: on a signal, and by a sweep every few seconds.

The sweep also runs at the start of the server. It finds results without a signal, continues automatic stages
and updates ratings. A failure here never undoes a move: signals come after the commit.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from django.db import connections
from django.dispatch import receiver

from games.live import background
from games.signals import game_over, game_reopened
from games.timekeeping import now_ms
from tournament.services.club import rating_periods
from tournament.services.results import entering
from tournament.services.rounds import auto_rounds

logger = logging.getLogger(__name__)

EVERY_S = 5


@receiver([game_over, game_reopened], dispatch_uid="tournament.live_results")
def apply_live_result(sender: object, game_id: int, **_: object) -> None:
    try:
        entering.apply_live_result(game_id, now_ms=now_ms())
    except Exception:
        logger.exception("game:%s could not be taken over", game_id)


def sweep() -> None:
    """Run each step of the sweep once, in its own thread. A step that fails is logged and stops no other."""
    steps: tuple[Callable[[], object], ...] = (
        partial(entering.apply_missed_results, now_ms=now_ms()),
        partial(auto_rounds.continue_all_stages, now_ms=now_ms()),
        rating_periods.bring_up_to_date,
    )
    try:
        for step in steps:
            try:
                step()
            except Exception:
                logger.exception("a step of the sweep failed")
    finally:
        connections.close_all()


@background.service
@asynccontextmanager
async def sweeping() -> AsyncIterator[None]:
    async def look() -> None:
        await asyncio.to_thread(sweep)

    async with background.tasks(background.every(EVERY_S, look)):
        yield
