"""Answer the health requests of machines in front of Django: no session, host name or redirect to HTTPS.

`/healthz` says that the process runs, `/readyz` that it may be sent visitors. Strangers learn yes or no.
`/metrics` is for the machine itself, or for a client that knows FIVELINE_METRICS_TOKEN.
"""

import asyncio
import hmac
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from prometheus_client import Gauge, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.live import background, metrics
from games.live.database_threads import reading, writing
from games.live.metrics import registry
from games.live.open_boards import open_consumers
from games.models import Game
from games.timekeeping import ticks_ms
from tournament.installation import VERSION
from tournament.server import reach
from tournament.server.bodies import Application, answer
from tournament.server.problems import free_bytes, in_one_line
from tournament.services.backup import updating

logger = logging.getLogger(__name__)

SECONDS_TO_ANSWER = 3
# The database is queried once a second at most, however many requests come.
FRESH_MS = 1_000
HEADERS = {
    b"content-type": b"text/plain; version=0.0.4; charset=utf-8",
    b"cache-control": b"no-store",
}


class Readiness:
    """The latest answer to whether the database works, cached for a moment."""

    def __init__(self) -> None:
        self._known: tuple[int, bool] | None = None
        self.serving = False

    async def now(self) -> bool:
        if not self.serving:
            return False
        if self._known is None or ticks_ms() - self._known[0] > FRESH_MS:
            self._known = (ticks_ms(), await _database_answers())
        return self._known[1]


readiness = Readiness()


async def _database_answers() -> bool:
    try:
        await asyncio.wait_for(reading.run(_ask_database), SECONDS_TO_ANSWER)
    except Exception as problem:
        logger.warning("not ready: %s", in_one_line(problem) or type(problem).__name__)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")


@background.service
@asynccontextmanager
async def report_ready() -> AsyncIterator[None]:
    """Report ready from when all services run until a stop begins; never on data of another version."""
    state = await reading.run(updating.inspect_data)
    if state.pending:
        raise updating.not_up_to_date()
    readiness.serving = True
    try:
        with background.before_shutdown(stop_reporting_ready):
            yield
    finally:
        await stop_reporting_ready()


async def stop_reporting_ready() -> None:
    readiness.serving = False


def with_health(application: Application) -> Application:
    async def answering(scope: dict[str, Any], receive: Any, send: Any) -> None:
        status, text = 200, "ok\n"
        match scope["path"]:
            case "/healthz":
                pass
            case "/readyz":
                if not await readiness.now():
                    status, text = 503, "not ready\n"
            case "/metrics":
                status, text = (200, await write_metrics()) if may_read_metrics(scope) else (404, "")
            case _:
                began_ms = ticks_ms()
                await application(scope, receive, send)
                metrics.pages.add(ticks_ms() - began_ms)
                return
        await answer(send, status, text.encode(), HEADERS)

    return answering


def may_read_metrics(scope: dict[str, Any]) -> bool:
    """Allow a client with the token, or if none is set, this machine, unless it forwards for another."""
    headers = dict(scope["headers"])
    if settings.METRICS_TOKEN:
        given = headers.get(b"authorization", b"")
        return hmac.compare_digest(given, f"Bearer {settings.METRICS_TOKEN}".encode())
    forwarded = {b"x-forwarded-for", b"forwarded", b"x-real-ip"} & headers.keys()
    client = scope.get("client")
    return not forwarded and client is not None and reach.is_loopback(client[0])


boards = Gauge("fiveline_boards", "Live games.", ["state"], registry=registry)
sockets = Gauge("fiveline_sockets", "Open sockets.", ["kind"], registry=registry)
outbox_messages = Gauge("fiveline_outbox_messages", "Messages that wait to be sent.", registry=registry)
outbox_longest = Gauge("fiveline_outbox_longest", "Of the slowest socket.", registry=registry)
writes_waiting = Gauge("fiveline_writes_waiting", "Writes that wait or are under way.", registry=registry)
disk_free = Gauge("fiveline_disk_free_bytes", "Free on the disk with the data.", registry=registry)
Gauge("fiveline_info", "Which version this is.", ["version"], registry=registry).labels(VERSION).set(1)


class _OwnProcess(Collector):
    """A collector of memory and open files of this process, on systems that report them (Linux)."""

    names = {"process_resident_memory_bytes": "memory_bytes", "process_open_fds": "open_files"}
    process = ProcessCollector(registry=None)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for family in self.process.collect():
            if name := self.names.get(family.name):
                yield GaugeMetricFamily(f"fiveline_{name}", "Of this process.", family.samples[0].value)


registry.register(_OwnProcess())


async def write_metrics() -> str:
    """Write what a monitor reads, in the text format of Prometheus; never names or ids of people."""
    for state, count in (await reading.run(_count_boards)).items():
        boards.labels(state).set(count)
    consumers = set(open_consumers)
    kinds = Counter(consumer.kind for consumer in consumers)
    for kind in ("game", "topic", "table"):
        sockets.labels(kind).set(kinds[kind])
    waiting = [consumer.count_waiting() for consumer in consumers]
    outbox_messages.set(sum(waiting))
    outbox_longest.set(max(waiting, default=0))
    writes_waiting.set(writing.busy)
    disk_free.set(free_bytes(Path(settings.DATA_DIR)))
    return generate_latest(registry).decode()


def _count_boards() -> dict[str, int]:
    return {"live": Game.objects.live().count(), "on_the_clock": Game.objects.on_the_clock().count()}
