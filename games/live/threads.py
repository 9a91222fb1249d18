"""Threads for the database: reads and writes queue apart, so that a writer's lock never stalls a reader.

`database_sync_to_async` would run everything in one thread, and one wait would hold up every socket.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import close_old_connections, connections

T = TypeVar("T")

READERS = 4
# On SQLite they take turns anyway; on PostgreSQL different games are written side by side.
WRITERS = 4


class Pool:
    """A few threads with a database connection each; made when first needed, closed with `close`."""

    def __init__(self, name: str, threads: int) -> None:
        self._name, self._threads = name, threads
        self._executor: ThreadPoolExecutor | None = None

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        if self._executor is None:
            self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix=self._name)
        return await asyncio.get_running_loop().run_in_executor(
            self._executor, _with_fresh_connections, work, *arguments
        )

    def close(self) -> None:
        """Finish what is under way, close each thread's connection, end the threads."""
        if self._executor is None:
            return
        # Every thread takes one of these and waits for the others: so none is left out.
        together = threading.Barrier(self._threads)
        for _ in range(self._threads):
            self._executor.submit(_close_connections, together)
        self._executor.shutdown(wait=True)
        self._executor = None


def _with_fresh_connections(work: Callable[..., T], *arguments: Any) -> T:
    close_old_connections()
    try:
        return work(*arguments)
    finally:
        close_old_connections()


def _close_connections(together: threading.Barrier) -> None:
    together.wait(timeout=30)
    connections.close_all()


reading = Pool("reads", READERS)
writing = Pool("writes", WRITERS)
