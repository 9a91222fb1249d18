"""What this process has counted since it started: for the desk, and for whoever watches the server.

In memory alone, so that counting goes on when nothing can be written.
"""

import sys
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Any

from django.core.signals import got_request_exception
from django.db import DatabaseError
from django.dispatch import receiver

from games.signals import clock_jumped, event_recorded
from games.timekeeping import now_ms

# Milliseconds; up to 250 a board feels immediate.
STEPS_MS = (5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000)


@dataclass
class Durations:
    """How many took at most so long; the last place counts those beyond."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(STEPS_MS) + 1))
    total_ms: int = 0

    def add(self, ms: int) -> None:
        self.counts[bisect_left(STEPS_MS, ms)] += 1
        self.total_ms += ms


@dataclass
class FailedWrites:
    """Changes that could not be saved; kept with the last reason."""

    count: int = 0
    last_ms: int = 0
    problem: BaseException | None = None

    def add(self, problem: BaseException) -> None:
        self.count += 1
        self.last_ms = now_ms()
        self.problem = problem


@dataclass
class Jumps:
    count: int = 0
    last_ms: int = 0
    jump_ms: int = 0


answers = Durations()
pages = Durations()
failed_writes = FailedWrites()
jumps = Jumps()
events: dict[str, int] = {}


@receiver(event_recorded, dispatch_uid="games.metrics")
def _count_event(sender: object, event: dict[str, Any], **_: object) -> None:
    kind = str(event["kind"])
    events[kind] = events.get(kind, 0) + 1


@receiver(clock_jumped, dispatch_uid="games.metrics")
def _count_jump(sender: object, jump_ms: int, **_: object) -> None:
    jumps.count += 1
    jumps.last_ms, jumps.jump_ms = now_ms(), jump_ms


@receiver(got_request_exception, dispatch_uid="games.metrics")
def _count_failed_page(sender: object, **_: object) -> None:
    problem = sys.exc_info()[1]
    if isinstance(problem, DatabaseError | OSError):
        failed_writes.add(problem)
