"""Threads for the database: reads and writes queue apart, so that a writer's lock never stalls a reader.

`database_sync_to_async` would run everything in one thread, and one wait would hold up every socket.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from django.db import Error as DatabaseError
from django.db import close_old_connections, connection, connections

from games.live.turns import Job, Turns, do_all

T = TypeVar("T")

READERS = 4
# SQLite has one writer at a time: more threads would only queue for its lock. On PostgreSQL different games
# are written side by side.
WRITERS = {"sqlite": 1, "postgresql": 4}
# Answers wait for the commit of all that are written together, so not more than takes a moment.
TOGETHER = {"sqlite": 32, "postgresql": 1}
SECONDS_UNTIL_LOOKED_AT = 1.0  # a connection that was not used for so long might be dead

_mine = threading.local()


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
    """Each thread keeps its connection: pages that use up all others do not keep a board waiting."""
    if time.monotonic() - getattr(_mine, "used_at", 0.0) > SECONDS_UNTIL_LOOKED_AT:
        close_old_connections()
    try:
        return work(*arguments)
    except DatabaseError:
        close_old_connections()  # perhaps it was the connection that failed
        raise
    finally:
        _mine.used_at = time.monotonic()


def _close_connections(together: threading.Barrier) -> None:
    together.wait(timeout=30)
    connections.close_all()


class Writers:
    """Threads that write, by turns: one request of each game that waits, as many as fit into one commit.

    So a noisy game slows only itself, and a disk that takes its time to be certain is asked once for many.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._turns: Turns | None = None
        self._threads: list[threading.Thread] = []
        self.busy = 0  # how much waits or is under way

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Something of the house: alone, and in nobody's queue."""
        return await self._queue(None, work, *arguments)

    async def run_for(self, game_id: int, work: Callable[..., T], *arguments: Any) -> T:
        """When it is this game's turn; perhaps in one transaction with requests of others."""
        return await self._queue(game_id, work, *arguments)

    async def _queue(self, game_id: int | None, work: Callable[..., T], *arguments: Any) -> T:
        job = Job(asyncio.get_running_loop(), game_id, work, arguments)
        if self._turns is None:
            self._start()
            assert self._turns is not None
        self._turns.add(job)
        self.busy += 1
        try:
            result: T = await job.done
        finally:
            self.busy -= 1
        return result

    def _start(self) -> None:
        self._turns = Turns(TOGETHER[connection.vendor])
        for number in range(WRITERS[connection.vendor]):
            name = f"{self._name}-{number}"
            self._threads.append(threading.Thread(target=_write, args=[self._turns], name=name, daemon=True))
            self._threads[-1].start()

    def close(self) -> None:
        """Finish all that waits, close each thread's connection, end the threads."""
        if self._turns is not None:
            self._turns.close()
        for thread in self._threads:
            thread.join(timeout=30)
        self._turns, self._threads = None, []


def _write(turns: Turns) -> None:
    used_at = time.monotonic()
    try:
        while jobs := turns.take():
            if time.monotonic() - used_at > SECONDS_UNTIL_LOOKED_AT:
                close_old_connections()
            if not do_all(jobs):
                close_old_connections()  # perhaps it was the connection that failed
            turns.give_back(jobs)
            used_at = time.monotonic()
    finally:
        connections.close_all()


reading = Pool("reads", READERS)
writing = Writers("writes")
