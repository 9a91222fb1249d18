"""While the server runs, at once and every few seconds: settle what live games gave and no signal told, and
bring the rating lists up to date.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from django.db import connections

from games.live import background
from games.timekeeping import now_ms
from tournament.services.club import ratings
from tournament.services.results import entering

logger = logging.getLogger(__name__)

EVERY_S = 5


def sweep() -> None:
    """One look, in a thread of its own: a tournament's trouble stays away from the sockets."""
    try:
        entering.settle_missed(now_ms=now_ms())
        ratings.bring_up_to_date()
    except Exception:
        logger.exception("the sweep for missed results failed")
    finally:
        connections.close_all()


@background.service
@asynccontextmanager
async def sweeping() -> AsyncIterator[None]:
    async def again_and_again() -> None:
        while True:
            await asyncio.to_thread(sweep)
            await asyncio.sleep(EVERY_S)

    task = asyncio.create_task(again_and_again())
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
