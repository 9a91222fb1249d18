"""Threads for the database: reads and writes queue apart, so that a writer's lock never stalls a reader.

`database_sync_to_async` would run everything in one thread, and one wait would hold up every socket.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import close_old_connections, connection, connections

from games.live.turns import Job, ReadJob, Turns, do_all

T = TypeVar("T")

READERS = {"sqlite": 4, "postgresql": 4}
# SQLite has one writer at a time: more threads would only queue for its lock. On PostgreSQL different games
# are written side by side.
WRITERS = {"sqlite": 1, "postgresql": 4}
# Answers wait for the commit of all that are written together, so not more than takes a moment.
TOGETHER = {"sqlite": 32, "postgresql": 1}
SECONDS_UNTIL_LOOKED_AT = 1.0  # a connection that was not used for so long might be dead
SECONDS_TO_FINISH = 3.0

logger = logging.getLogger(__name__)


class Pool:
    """A few threads with a database connection each; made when first needed, ended with `close`.

    They keep their connection: pages that use up all others do not keep a board waiting. None of them keeps
    the process alive, whatever it waits for.
    """

    kind: type[Job] = ReadJob

    def __init__(self, name: str, threads: dict[str, int], together: dict[str, int] | None = None) -> None:
        """How many threads, and how much one of them does in one commit, depends on the database."""
        self._name, self._count, self._together = name, threads, together or {}
        self._turns: Turns | None = None
        self._threads: list[threading.Thread] = []
        self.busy = 0  # how much waits or is under way

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Something by itself, and in nobody's queue."""
        return await self._queue(None, work, *arguments)

    async def _queue(self, game_id: int | None, work: Callable[..., T], *arguments: Any) -> T:
        job = self.kind(asyncio.get_running_loop(), game_id, work, arguments)
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
        self._turns = Turns(self._together.get(connection.vendor, 1))
        for number in range(self._count[connection.vendor]):
            name = f"{self._name}-{number}"
            self._threads.append(threading.Thread(target=_work, args=[self._turns], name=name, daemon=True))
            self._threads[-1].start()

    def close(self) -> None:
        """Finish all that waits, close each thread's connection, end the threads; as far as time allows.

        What waits for a database that is away or locked may wait longer than anybody wants to: it is left.
        """
        if self._turns is not None:
            self._turns.close()
        until = time.monotonic() + SECONDS_TO_FINISH
        for thread in self._threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))
        if left := [thread.name for thread in self._threads if thread.is_alive()]:
            logger.error("%s: the database does not answer; the server stops without waiting for it.", left)
        self._turns, self._threads = None, []


class Writers(Pool):
    """Threads that write, by turns: one request of each game that waits, as many as fit into one commit.

    So a noisy game slows only itself, and a disk that takes its time to be certain is asked once for many.
    """

    kind = Job

    async def run_for(self, game_id: int, work: Callable[..., T], *arguments: Any) -> T:
        """When it is this game's turn; perhaps in one transaction with requests of others."""
        return await self._queue(game_id, work, *arguments)


def _work(turns: Turns) -> None:
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
writing = Writers("writes", WRITERS, TOGETHER)
