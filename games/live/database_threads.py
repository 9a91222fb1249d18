"""Run database work of live boards in threads: reads and writes queue apart, so that no write delays a read.

Games take turns: one request of each game that waits, those of a game in their order, so that a busy game
delays only itself. Where the database has one writer (SQLite) the requests of several games are committed
together, because making a commit durable takes longer than writing. Answers are sent after that commit. A
refusal is an answer. If one fails otherwise, all of them are undone and repeated one by one.
"""

import asyncio
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

from django.db import Error as DatabaseError
from django.db import close_old_connections, connection, connections

from games.faults import Fault
from games.services.locked_game import commit_together

T = TypeVar("T")

READERS = {"sqlite": 4, "postgresql": 4}
# SQLite has one writer at a time: more threads would only queue for its lock.
WRITERS = {"sqlite": 1, "postgresql": 4}
# How many requests share a commit: their answers wait for all of them.
TOGETHER = {"sqlite": 32, "postgresql": 1}
SECONDS_UNTIL_CHECKED = 1.0  # a connection that was idle for so long may be dead
SECONDS_TO_FINISH = 3.0

logger = logging.getLogger(__name__)


class Job:
    """Work for a thread, and the future that waits for it in the event loop."""

    __slots__ = ("done", "failure", "game_id", "key", "loop", "result", "work")

    def __init__(self, loop: asyncio.AbstractEventLoop, game_id: int | None, work: Callable[[], Any]) -> None:
        self.loop, self.game_id, self.work = loop, game_id, work
        self.key: Hashable = object() if game_id is None else game_id
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.failure: Exception | None = None

    def run(self) -> None:
        self.result = self.failure = None
        try:
            self.result = self.work()
        except Exception as failure:
            self.failure = failure

    def deliver(self) -> None:
        """Set the future in the event loop, unless it was cancelled."""
        if self.done.done():
            return
        if self.failure is not None:
            self.done.set_exception(self.failure)
        else:
            self.done.set_result(self.result)


class JobQueue:
    """A queue of jobs from the event loop to threads, one of each game in turn."""

    def __init__(self, together: int) -> None:
        self._together = together
        self._waiting: dict[Hashable, deque[Job]] = {}  # by key, as long as one of them waits or runs
        self._ring: deque[Hashable] = deque()  # the keys whose next job may run
        self._changed = threading.Condition()
        self._closed = False

    def add(self, job: Job) -> None:
        with self._changed:
            if job.key in self._waiting:
                self._waiting[job.key].append(job)
            else:
                self._waiting[job.key] = deque([job])
                self._ring.append(job.key)
                self._changed.notify()

    def take_next(self) -> list[Job]:
        """Wait for the next jobs: one of no game, or one each of some games; none once closed and empty."""
        with self._changed:
            while not self._ring and not self._closed:
                self._changed.wait()
            jobs: list[Job] = []
            while self._ring and len(jobs) < self._together:
                following = self._waiting[self._ring[0]]
                if jobs and None in (jobs[0].game_id, following[0].game_id):
                    break
                self._ring.popleft()
                jobs.append(following.popleft())
            return jobs

    def finish(self, jobs: Iterable[Job]) -> None:
        """Note that these are done; a game with more jobs comes again after all others."""
        with self._changed:
            for job in jobs:
                if self._waiting[job.key]:
                    self._ring.append(job.key)
                    self._changed.notify()
                else:
                    del self._waiting[job.key]

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class DatabaseThreads:
    """A few threads with a database connection each, started by the first job and ended by `close`.

    They hold their connections, so that pages which use up all others delay no board. No thread keeps the
    process alive.
    """

    def __init__(
        self,
        name: str,
        threads: dict[str, int],
        together: dict[str, int] | None = None,
        *,
        skips_cancelled: bool = False,
    ) -> None:
        """Set the numbers of threads and of jobs in one commit, by database."""
        self._name, self._count, self._together = name, threads, together or {}
        self._skips_cancelled = skips_cancelled
        self._queue: JobQueue | None = None
        self._threads: list[threading.Thread] = []
        self.busy = 0  # jobs that wait or run

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run work of no game, in a transaction of its own."""
        return await self.run_for(None, work, *arguments)

    async def run_for(self, game_id: int | None, work: Callable[..., T], *arguments: Any) -> T:
        """Run work when it is this game's turn, perhaps in one transaction with that of other games."""
        job = Job(asyncio.get_running_loop(), game_id, lambda: work(*arguments))
        if self._queue is None:
            self._queue = self._start()
        self._queue.add(job)
        self.busy += 1
        try:
            result: T = await job.done
        finally:
            self.busy -= 1
        return result

    def close(self) -> None:
        """Finish all jobs and end the threads, but wait only a few seconds for the database."""
        if self._queue is not None:
            self._queue.close()
        until = time.monotonic() + SECONDS_TO_FINISH
        for thread in self._threads:
            thread.join(timeout=max(0.0, until - time.monotonic()))
        if left := [thread.name for thread in self._threads if thread.is_alive()]:
            logger.error("%s: the database does not answer; the server stops without waiting for it.", left)
        self._queue, self._threads = None, []

    def _start(self) -> JobQueue:
        queue = JobQueue(self._together.get(connection.vendor, 1))
        for number in range(self._count[connection.vendor]):
            name = f"{self._name}-{number}"
            thread = threading.Thread(target=self._work, args=[queue], name=name, daemon=True)
            self._threads.append(thread)
            thread.start()
        return queue

    def _work(self, queue: JobQueue) -> None:
        used_at = time.monotonic()
        try:
            while jobs := queue.take_next():
                if time.monotonic() - used_at > SECONDS_UNTIL_CHECKED:
                    close_old_connections()
                wanted = [job for job in jobs if not (self._skips_cancelled and job.done.cancelled())]
                if not run_jobs(wanted):
                    close_old_connections()  # perhaps the connection failed
                queue.finish(jobs)
                used_at = time.monotonic()
        finally:
            connections.close_all()


def run_jobs(jobs: list[Job]) -> bool:
    """Run the jobs, then deliver their results; return whether the database worked."""
    if len(jobs) < 2 or not _commit_together(jobs):
        for job in jobs:
            job.run()
    for job in jobs:
        if not job.loop.is_closed():
            job.loop.call_soon_threadsafe(job.deliver)
    return not any(isinstance(job.failure, DatabaseError) for job in jobs)


def _commit_together(jobs: list[Job]) -> bool:
    """Run the jobs in one transaction; return False if nothing of it is stored."""
    try:
        with commit_together():
            for job in jobs:
                job.run()
                if job.failure is not None and not isinstance(job.failure, Fault):
                    raise job.failure
                if connection.needs_rollback or connection.closed_in_transaction:
                    raise DatabaseError
    except Exception:
        return False
    return True


reading = DatabaseThreads("reads", READERS, skips_cancelled=True)
writing = DatabaseThreads("writes", WRITERS, TOGETHER)
