"""Loops that outlive their own mistakes: what goes wrong once is logged and tried again."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

logger = logging.getLogger(__name__)


async def every(seconds: float, act: Callable[[], Awaitable[object]]) -> None:
    """Do it again and again, `seconds` after it was done."""
    while True:
        try:
            await act()
        except Exception:
            logger.exception("%s failed; it is tried again in %s s.", act.__qualname__, seconds)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def running(*work: Awaitable[None]) -> AsyncIterator[None]:
    """Tasks as long as the block lasts."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
