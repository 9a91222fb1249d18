"""Run background services as long as the server runs: started in the order of imports, stopped in reverse.

A service is a function without arguments giving an async context manager:

    @background.service
    @asynccontextmanager
    async def run_heartbeat():
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
    """Register `step` while the block lasts: it runs before the sockets of this server close."""
    shutdown_steps.append(step)
    try:
        yield
    finally:
        shutdown_steps.remove(step)


async def run_shutdown_steps() -> None:
    """Run the shutdown steps, while all clients are still connected and served."""
    for step in list(shutdown_steps):
        await step()


@asynccontextmanager
async def run_services() -> AsyncIterator[None]:
    """Run all services while the block lasts."""
    async with AsyncExitStack() as stack:
        for start in services:
            await stack.enter_async_context(start())
        yield


async def every(seconds: float, act: Callable[[], Awaitable[object]]) -> None:
    """Repeat it, `seconds` after it was done; a failure is logged and tried again."""
    while True:
        try:
            await act()
        except Exception:
            logger.exception("%s failed; it is tried again in %s s.", act.__qualname__, seconds)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def tasks(*work: Awaitable[None]) -> AsyncIterator[None]:
    """Run this work in tasks while the block lasts."""
    begun = [asyncio.ensure_future(each) for each in work]
    try:
        yield
    finally:
        await _end_tasks(begun)


async def _end_tasks(begun: Sequence[asyncio.Future[None]]) -> None:
    await _cancel_tasks(begun)
    for task in begun:
        if task.done() and not task.cancelled() and (problem := task.exception()):
            raise problem


async def cancel_all_tasks() -> None:
    """Cancel all tasks that still run in this loop, such as those of libraries. `asyncio.run` would cancel
    each of them once, and wait for ever for one that swallows it.
    """
    await _cancel_tasks(asyncio.all_tasks() - {asyncio.current_task()})


async def _cancel_tasks(begun: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel repeatedly: a task that catches too much must not keep the server from stopping."""
    waiting = {task for task in begun if not task.done()}
    for _ in range(MOST_CANCELS):
        for task in waiting:
            task.cancel()
        if waiting:
            _, waiting = await asyncio.wait(waiting, timeout=SECONDS_BETWEEN_CANCELS)
    for task in waiting:
        logger.error("%r does not end; the server stops without waiting for it.", task)
