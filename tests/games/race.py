"""Run calls at the same time in threads, and let them meet at a point that the test names.

A thread waits at this point until another has arrived. The other has arrived once it reaches the point, is
about to wait for a lock, or has ended. So each run has the race, or shows that the lock prevents it, and no
clock decides which.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

PATIENCE_S = 60  # for a thread on a busy machine; a longer wait is a fault


class Runner(threading.Thread):
    """A thread that keeps the result of its call, or the exception."""

    def __init__(self, race: "Race", call: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.race, self.call = race, call
        self.result: Any = None

    def run(self) -> None:
        try:
            self.race.begin.wait(PATIENCE_S)
            with connections["default"].execute_wrapper(self._notice):
                self.result = self.call()
        except Exception as error:
            self.result = error
        finally:
            connections.close_all()
            self.race.arrive(self)

    def _notice(self, execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        """Arrive before a statement that takes a lock: a transaction of SQLite, a row of PostgreSQL."""
        if sql.startswith("BEGIN IMMEDIATE") or "FOR UPDATE" in sql:
            self.race.arrive(self)
        return execute(sql, parameters, many, context)


class Race:
    def __init__(self, *calls: Callable[[], Any]) -> None:
        self.begin = threading.Barrier(len(calls))
        self._runners = [Runner(self, call) for call in calls]
        self._arrived: set[Runner] = set()
        self._changed = threading.Condition()

    def run(self) -> list[Any]:
        for runner in self._runners:
            runner.start()
        for runner in self._runners:
            runner.join(2 * PATIENCE_S)
            assert not runner.is_alive(), "a call never ended"
        return [runner.result for runner in self._runners]

    def arrive(self, runner: Runner) -> None:
        with self._changed:
            self._arrived.add(runner)
            self._changed.notify_all()

    def wait_for_another(self, runner: Runner) -> None:
        self.arrive(runner)
        with self._changed:
            came = self._changed.wait_for(lambda: len(self._arrived) > 1, PATIENCE_S)
        assert came, "no other thread arrived"


class ObservedLock:
    """A lock of this process; a thread that waits for it has arrived."""

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        runner = threading.current_thread()
        if isinstance(runner, Runner):
            runner.race.arrive(runner)
        self._lock.__enter__()

    def __exit__(self, *failed: object) -> None:
        self._lock.__exit__(*failed)


def run_together(*calls: Callable[[], Any]) -> list[Any]:
    """Run all calls at the same time, each in its own thread; return their results or exceptions."""
    return Race(*calls).run()


def wait_for_another() -> None:
    """Wait until another of the threads has arrived. Outside of `run_together` do nothing."""
    runner = threading.current_thread()
    if isinstance(runner, Runner):
        runner.race.wait_for_another(runner)
