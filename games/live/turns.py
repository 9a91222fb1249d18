"""Whose turn it is to be written: games in a ring, one request of each, those of a game in their order.

Where the database has one writer (SQLite) the requests of several games are committed together: to be certain
that something is on the disk takes longer than to write it. A "no" to one is an answer like any other, with
all that was written down about it. If anything else goes wrong with one, all of them are undone and done
again, each by itself. Nobody is answered before the commit.
"""

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from django.db import Error as DatabaseError
from django.db import connection

from games.faults import Fault
from games.services.locked_game import committed_together


class Job:
    """Something to be done in a thread; `done` is for whoever waits in the event loop."""

    __slots__ = ("arguments", "done", "failure", "game_id", "loop", "result", "work")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        game_id: int | None,
        work: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> None:
        self.loop, self.game_id, self.work, self.arguments = loop, game_id, work, arguments
        self.done: asyncio.Future[Any] = loop.create_future()
        self.result: Any = None
        self.failure: BaseException | None = None

    def do(self) -> None:
        self.result = self.failure = None
        try:
            self.result = self.work(*self.arguments)
        except Exception as failure:
            self.failure = failure

    def tell(self) -> None:
        """In the event loop."""
        if self.done.done():
            return  # nobody waits any more
        if self.failure is not None:
            self.done.set_exception(self.failure)
        else:
            self.done.set_result(self.result)


class ReadJob(Job):
    """It changes nothing, so it is left out once nobody waits for its answer: whoever asked has gone."""

    __slots__ = ()

    def do(self) -> None:
        if not self.done.cancelled():
            super().do()


class Turns:
    """The queue between the event loop and the threads that work on the database."""

    def __init__(self, together: int) -> None:
        self._together = together
        self._waiting: dict[int, deque[Job]] = {}  # game -> its requests; there as long as any is under way
        self._ring: deque[int | Job] = deque()  # games that have one to do, and what belongs to no game
        self._changed = threading.Condition()
        self._closed = False

    def add(self, job: Job) -> None:
        with self._changed:
            if job.game_id is None:
                self._ring.append(job)
            elif job.game_id in self._waiting:
                self._waiting[job.game_id].append(job)  # its game has its place already, or is at work
                return
            else:
                self._waiting[job.game_id] = deque([job])
                self._ring.append(job.game_id)
            self._changed.notify()

    def take(self) -> list[Job]:
        """What is next: one of the house, or one each of some games; nothing once it is closed and done."""
        with self._changed:
            while not self._ring:
                if self._closed:
                    return []
                self._changed.wait()
            first = self._ring.popleft()
            if isinstance(first, Job):
                return [first]
            jobs = [self._waiting[first].popleft()]
            while self._ring and len(jobs) < self._together:
                following = self._ring[0]
                if isinstance(following, Job):
                    break
                jobs.append(self._waiting[following].popleft())
                self._ring.popleft()
            return jobs

    def give_back(self, jobs: Iterable[Job]) -> None:
        """They are done: whose game has more of them comes again, after all others."""
        with self._changed:
            for job in jobs:
                if job.game_id is None:
                    continue
                if self._waiting[job.game_id]:
                    self._ring.append(job.game_id)
                    self._changed.notify()
                else:
                    del self._waiting[job.game_id]

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()


def do_all(jobs: list[Job]) -> bool:
    """Do them, then tell; whether the database did its part. A "no" to somebody is no failure of it."""
    if len(jobs) > 1:
        _do_together(jobs)
    else:
        jobs[0].do()
    for loop in {job.loop for job in jobs}:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_tell_all, [job for job in jobs if job.loop is loop])
    return not any(isinstance(job.failure, DatabaseError) for job in jobs)


def _tell_all(jobs: list[Job]) -> None:
    for job in jobs:
        job.tell()


class _Undone(Exception):
    """The transaction is lost, or not to be trusted."""


def _do_together(jobs: list[Job]) -> None:
    try:
        with committed_together():
            for job in jobs:
                job.do()
                has_failed = job.failure is not None and not isinstance(job.failure, Fault)
                if has_failed or connection.needs_rollback or connection.closed_in_transaction:
                    raise _Undone
    except Exception:
        # None of it happened. Each once more by itself, so that one cannot take the others down.
        for job in jobs:
            job.do()
