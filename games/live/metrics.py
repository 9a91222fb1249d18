"""Count what this process has done since it started, for the desk and for monitoring.

The counts are in memory alone, so that counting continues when nothing can be written.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.signals import got_request_exception
from django.db import DatabaseError
from django.dispatch import receiver
from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics
from prometheus_client.core import CounterMetricFamily
from prometheus_client.registry import Collector

from games.signals import clock_jumped, event_recorded
from games.timekeeping import now_ms

# Seconds; up to 0.25 a board feels immediate.
STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

Detail = TypeVar("Detail")

disable_created_metrics()  # type: ignore[no-untyped-call]  # no one asks when a counter was created
registry = CollectorRegistry()


class Durations(Histogram):
    """A histogram of durations that are given in milliseconds."""

    def add(self, ms: int) -> None:
        self.observe(ms / 1000)


answers = Durations(
    "fiveline_answer_seconds", "From a request of a board to its answer.", buckets=STEPS, registry=registry
)
pages = Durations(
    "fiveline_page_seconds",
    "From a request of a page to the end of its answer.",
    buckets=STEPS,
    registry=registry,
)
events = Counter(
    "fiveline_events_total", "Events of games that this process recorded.", ["kind"], registry=registry
)
flags = Counter("fiveline_flags_total", "Flags that fell here.", registry=registry)


@dataclass
class Occurrences(Generic[Detail]):
    """The count of what the desk has to know, with the last time that it happened."""

    count: int = 0
    last_ms: int = 0
    last: Detail | None = None

    def add(self, detail: Detail) -> None:
        self.count += 1
        self.last_ms, self.last = now_ms(), detail


failed_writes = Occurrences[BaseException]()
clock_jumps = Occurrences[int]()  # how far, in milliseconds


class _OccurrenceCollector(Collector):
    """A collector of the counts that health checks read as well."""

    def collect(self) -> Iterator[CounterMetricFamily]:
        yield CounterMetricFamily("fiveline_clock_jumps", "Jumps of the wall clock.", clock_jumps.count)
        yield CounterMetricFamily(
            "fiveline_failed_writes", "Changes that were not saved.", failed_writes.count
        )


registry.register(_OccurrenceCollector())


@receiver(event_recorded, dispatch_uid="games.metrics")
def _count_event(sender: object, event: dict[str, Any], **_: object) -> None:
    events.labels(event["kind"]).inc()
    if event["kind"] == "flagged":
        flags.inc()


@receiver(clock_jumped, dispatch_uid="games.metrics")
def _count_jump(sender: object, jump_ms: int, **_: object) -> None:
    clock_jumps.add(jump_ms)


@receiver(got_request_exception, dispatch_uid="games.metrics")
def _count_failed_page(sender: object, **_: object) -> None:
    problem = sys.exc_info()[1]
    if isinstance(problem, DatabaseError | OSError):
        failed_writes.add(problem)
