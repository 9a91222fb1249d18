"""What runs as long as the server does: started in this order when it starts, stopped in reverse.

A service is a function without arguments giving an async context manager:

    @lifespan.service
    @asynccontextmanager
    async def heartbeat():
        task = asyncio.create_task(beat())
        yield
        task.cancel()
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

Service = Callable[[], AbstractAsyncContextManager[object]]

services: list[Service] = []


def service(start: Service) -> Service:
    """Register `start`; usable as a decorator. Registering twice starts it once."""
    if start not in services:
        services.append(start)
    return start


@asynccontextmanager
async def running() -> AsyncIterator[None]:
    """All services, for as long as the block lasts."""
    async with AsyncExitStack() as stack:
        for start in services:
            await stack.enter_async_context(start())
        yield
