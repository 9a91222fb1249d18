"""What runs as long as the server does: started in this order when it starts, stopped in reverse.

A service is a function without arguments giving an async context manager:

    @background.service
    @asynccontextmanager
    async def heartbeat():
        async with tasks(every(1, beat)):
            yield
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, contextmanager
from typing import Any

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_CANCELS = 0.2
MOST_CANCELS = 15

Service = Callable[[], AbstractAsyncContextManager[object]]

ShutdownStep = Callable[[], Awaitable[None]]

services: list[Service] = []
shutdown_steps: list[ShutdownStep] = []


def service(start: Service) -> Service:
    """Register `start`; usable as a decorator. Registering twice starts it once."""
    if start not in services:
        services.append(start)
    return start


@contextmanager
def before_shutdown(step: ShutdownStep) -> Iterator[None]:
    """As long as the block lasts, `say` is to be said before the sockets of this server close."""
    shutdown_steps.append(step)
    try:
        yield
    finally:
        shutdown_steps.remove(step)


async def run_shutdown_steps() -> None:
    """A stop begins: everybody is still connected and served."""
    for step in list(shutdown_steps):
        await step()


@asynccontextmanager
async def running() -> AsyncIterator[None]:
    """All services, for as long as the block lasts."""
    async with AsyncExitStack() as stack:
        for start in services:
            await stack.enter_async_context(start())
        yield


async def every(seconds: float, act: Callable[[], Awaitable[object]]) -> None:
    """Do it again and again, `seconds` after it was done; what goes wrong once is logged and tried again."""
    while True:
        try:
            await act()
        except Exception:
            logger.exception("%s failed; it is tried again in %s s.", act.__qualname__, seconds)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def tasks(*work: Awaitable[None]) -> AsyncIterator[None]:
    """This work at the side, for as long as the block lasts."""
    begun = [asyncio.ensure_future(each) for each in work]
    try:
        yield
    finally:
        await _end(begun)


async def _end(begun: Sequence[asyncio.Future[None]]) -> None:
    await _cancel(begun)
    for task in begun:
        if task.done() and not task.cancelled() and (problem := task.exception()):
            raise problem


async def cancel_all_tasks() -> None:
    """Whatever still runs in this loop, such as tasks of libraries: `asyncio.run` would cancel each of them
    once, and wait for ever for one that swallows it.
    """
    await _cancel(asyncio.all_tasks() - {asyncio.current_task()})


async def _cancel(begun: Iterable[asyncio.Future[Any]]) -> None:
    """Told again and again: a task that catches too much must not keep the server from stopping."""
    waiting = {task for task in begun if not task.done()}
    for _ in range(MOST_CANCELS):
        for task in waiting:
            task.cancel()
        if waiting:
            _, waiting = await asyncio.wait(waiting, timeout=SECONDS_BETWEEN_CANCELS)
    for task in waiting:
        logger.error("%r does not end; the server stops without waiting for it.", task)
