"""What a server process tells a monitor, in the text format of Prometheus (version 0.0.4).

https://prometheus.io/docs/instrumenting/exposition_formats/ . Names and ids of people or events never.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from django.conf import settings

from games.live import metrics as counted
from games.live.database_threads import reading, writing
from games.live.metrics import STEPS_MS, Durations
from games.live.open_consumers import open_consumers
from games.models import Game
from tournament.serving.problems import free_bytes
from tournament.version import VERSION

Samples = Iterable[tuple[Mapping[str, str], float]]


async def told() -> str:
    boards = await reading.run(_boards)
    return "".join([*_of_games(boards), *_of_sockets(), *_of_answers(), *_of_the_machine()])


def _boards() -> dict[str, int]:
    return {"live": Game.objects.live().count(), "on_the_clock": Game.objects.on_the_clock().count()}


def _of_games(boards: Mapping[str, int]) -> Iterator[str]:
    yield _family("info", "gauge", "Which version this is.", [({"version": VERSION}, 1)])
    yield _family(
        "boards", "gauge", "Live games.", [({"state": name}, count) for name, count in boards.items()]
    )
    yield _family(
        "events_total",
        "counter",
        "Events of games that this process recorded.",
        [({"kind": kind}, count) for kind, count in sorted(counted.events.items())],
    )
    yield _family("flags_total", "counter", "Flags that fell here.", [({}, counted.events.get("flagged", 0))])
    yield _family("clock_jumps_total", "counter", "Jumps of the wall clock.", [({}, counted.jumps.count)])


def _of_sockets() -> Iterator[str]:
    consumers = set(open_consumers)
    kinds = Counter(consumer.kind for consumer in consumers)
    waiting = [consumer.count_waiting() for consumer in consumers]
    yield _family(
        "sockets",
        "gauge",
        "Open sockets.",
        [({"kind": kind}, kinds[kind]) for kind in ("game", "topic", "table")],
    )
    yield _family("outbox_messages", "gauge", "Messages that wait to be sent.", [({}, sum(waiting))])
    yield _family("outbox_longest", "gauge", "Of the slowest socket.", [({}, max(waiting, default=0))])


def _of_answers() -> Iterator[str]:
    yield _histogram("answer_seconds", "From a request of a board to its answer.", counted.answers)
    yield _histogram("page_seconds", "From a request of a page to the end of its answer.", counted.pages)
    yield _family("writes_waiting", "gauge", "Writes that wait or are under way.", [({}, writing.busy)])
    yield _family(
        "failed_writes_total", "counter", "Changes that were not saved.", [({}, counted.failed_writes.count)]
    )


def _of_the_machine() -> Iterator[str]:
    free = free_bytes(Path(settings.DATA_DIR))
    yield _family("disk_free_bytes", "gauge", "Free on the disk with the data.", [({}, free)])
    own = Path("/proc/self")
    if own.is_dir():  # Linux
        pages = int((own / "statm").read_text(encoding="ascii").split()[1])
        yield _family("memory_bytes", "gauge", "Of this process.", [({}, pages * 4096)])
        yield _family("open_files", "gauge", "Of this process.", [({}, len(os.listdir(own / "fd")))])


def _family(name: str, kind: str, meaning: str, samples: Samples) -> str:
    lines = [f"# HELP fiveline_{name} {meaning}", f"# TYPE fiveline_{name} {kind}"]
    lines += [_sample(name, labels, value) for labels, value in samples]
    return "\n".join(lines) + "\n"


def _histogram(name: str, meaning: str, durations: Durations) -> str:
    lines = [f"# HELP fiveline_{name} {meaning}", f"# TYPE fiveline_{name} histogram"]
    so_far = 0
    for step_ms, count in zip((*STEPS_MS, None), durations.counts, strict=True):
        so_far += count
        limit = "+Inf" if step_ms is None else str(step_ms / 1000)
        lines.append(_sample(f"{name}_bucket", {"le": limit}, so_far))
    lines += [_sample(f"{name}_sum", {}, durations.total_ms / 1000), _sample(f"{name}_count", {}, so_far)]
    return "\n".join(lines) + "\n"


def _sample(name: str, labels: Mapping[str, str], value: float) -> str:
    inside = ",".join(f'{key}="{text}"' for key, text in labels.items())
    return f"fiveline_{name}{{{inside}}} {value}" if inside else f"fiveline_{name} {value}"
