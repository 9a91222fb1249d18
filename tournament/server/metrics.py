"""Write what a monitor reads of this process, in the text format of Prometheus.

Names and ids of people or tournaments never appear.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from prometheus_client import Gauge, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from games.live.database_threads import reading, writing
from games.live.metrics import registry
from games.live.open_boards import open_consumers
from games.models import Game
from tournament.installation import VERSION
from tournament.server.problems import free_bytes

boards = Gauge("fiveline_boards", "Live games.", ["state"], registry=registry)
sockets = Gauge("fiveline_sockets", "Open sockets.", ["kind"], registry=registry)
outbox_messages = Gauge("fiveline_outbox_messages", "Messages that wait to be sent.", registry=registry)
outbox_longest = Gauge("fiveline_outbox_longest", "Of the slowest socket.", registry=registry)
writes_waiting = Gauge("fiveline_writes_waiting", "Writes that wait or are under way.", registry=registry)
disk_free = Gauge("fiveline_disk_free_bytes", "Free on the disk with the data.", registry=registry)
Gauge("fiveline_info", "Which version this is.", ["version"], registry=registry).labels(VERSION).set(1)


class _OwnProcess(Collector):
    """Memory and open files of this process, where the system tells them (Linux)."""

    names = {"process_resident_memory_bytes": "memory_bytes", "process_open_fds": "open_files"}
    process = ProcessCollector(registry=None)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for family in self.process.collect():
            if name := self.names.get(family.name):
                yield GaugeMetricFamily(f"fiveline_{name}", "Of this process.", family.samples[0].value)


registry.register(_OwnProcess())


async def write_metrics() -> str:
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
