"""While the server runs: the bots of a demo that was made in the browser play on."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.db import connections

from games.live import background
from games.timekeeping import stamp_ms
from tournament.demo import playing
from tournament.models import DemoKind, DemoThing

logger = logging.getLogger(__name__)

TICK_S = 0.5
IDLE_S = 5


def play() -> bool:
    """One look, in a thread of its own. Whether there is a demo to look after."""
    try:
        if not DemoThing.objects.filter(kind=DemoKind.PLAYING).exists():
            return False
        playing.step(stamp_ms())
    except Exception:
        logger.exception("the demo could not go on")
        return False
    finally:
        connections.close_all()
    return True


@background.service
@asynccontextmanager
async def playing_on() -> AsyncIterator[None]:
    async def again_and_again() -> None:
        while True:
            alive = await asyncio.to_thread(play)
            await asyncio.sleep(TICK_S if alive else IDLE_S)

    async with background.tasks(again_and_again()):
        yield
