"""Two at the same time by construction: nobody goes on before the other is there, or cannot come.

Whoever holds what both want waits for the other at a point that the test names. The other is there once it
has come to that point too, is about to wait for a lock, or has ended. So a race happens each time, or is seen
to be prevented each time, and no clock decides which.
"""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

PATIENCE_S = 60  # for a thread of a busy machine; what takes longer has gone wrong


class Runner(threading.Thread):
    """One of those that run at the same time; what its call gave, or how it failed."""

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
        """SQLite locks with the transaction, PostgreSQL with the row."""
        if sql.startswith("BEGIN IMMEDIATE") or "FOR UPDATE" in sql:
            self.race.arrive(self)
        return execute(sql, parameters, many, context)


class Race:
    def __init__(self, *calls: Callable[[], Any]) -> None:
        self.begin = threading.Barrier(len(calls))
        self._runners = [Runner(self, call) for call in calls]
        self._arrived: set[Runner] = set()
        self._somebody_came = threading.Condition()

    def run(self) -> list[Any]:
        for runner in self._runners:
            runner.start()
        for runner in self._runners:
            runner.join(2 * PATIENCE_S)
            assert not runner.is_alive(), "one of them never ended"
        return [runner.result for runner in self._runners]

    def arrive(self, runner: Runner) -> None:
        with self._somebody_came:
            self._arrived.add(runner)
            self._somebody_came.notify_all()

    def wait_for_another(self, runner: Runner) -> None:
        self.arrive(runner)
        with self._somebody_came:
            came = self._somebody_came.wait_for(lambda: len(self._arrived) > 1, PATIENCE_S)
        assert came, "nobody else came"


class TellingLock:
    """A lock of this process whose waiters count as arrived."""

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        runner = threading.current_thread()
        if isinstance(runner, Runner):
            runner.race.arrive(runner)
        self._lock.__enter__()

    def __exit__(self, *failed: object) -> None:
        self._lock.__exit__(*failed)


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Run all calls at the same time, each in a thread of its own; what they gave, or how they failed."""
    return Race(*calls).run()


def wait_for_another() -> None:
    """At the point where one of those threads can be overtaken; anywhere else nobody is waited for."""
    runner = threading.current_thread()
    if isinstance(runner, Runner):
        runner.race.wait_for_another(runner)
