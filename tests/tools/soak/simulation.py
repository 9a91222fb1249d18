"""The server of a soak with all its faults, and the disk that it uses."""

import asyncio
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tests.database_files import create_database
from tests.postgres import free_port
from tests.server_process import RunningServer

DISK_MB = 96
WALL = Path(__file__).parent / "wall"
# where it was raised, and what it is
TRACEBACK = re.compile(
    r"^Traceback .*\n(?:[ \t].*\n|\n)*?(  File .*\n)(?:(?!  File )[ \t].*\n|\n)*(\S.*)", re.M
)
TOO_SLOW = "Fiveline has not stopped within"
Fault = Callable[[], Awaitable[None]]


def memory_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    told = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(told.split()[1])


def _ask_what_it_waits_for(server: RunningServer) -> None:
    """Print what the server waits for while the soak runs; the table only counts."""
    said = len(server.said)
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        server.process.send_signal(number)
        time.sleep(1)
    print("A server that should stop waits for:", server.said[said:], sep="\n", file=sys.stderr, flush=True)


class Simulation:
    """One process with SQLite on its own small disk, if such a disk can be mounted (root, Linux)."""

    def __init__(self, seed: int, *, hurries: bool = False) -> None:
        self.chance = random.Random(seed)
        self.hurries = hurries
        self.folder = Path(tempfile.mkdtemp(prefix="fiveline-soak-"))
        self.data = self.folder / "data"
        self.data.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=700", "tmpfs", str(self.data)]
        with suppress(OSError):
            subprocess.run(mount, check=False, capture_output=True)
        self.has_own_disk = os.path.ismount(self.data)
        self.ports = [free_port()]
        self.servers: dict[int, RunningServer] = {}
        self.environment = {"HTTPS_PORT": "off", "FIVELINE_SOCKETS": "10000", "PYTHONPATH": str(WALL)}
        self.done: Counter[str] = Counter()
        self.memory_kb: list[int] = []
        self.tracebacks: list[str] = []
        self.slow_stops: list[str] = []
        self.prepare()
        self.right_clocks()

    def prepare(self) -> None:
        create_database(self.data / "fiveline.sqlite3")

    def start(self) -> None:
        """Start all processes that do not run."""
        for port in self.ports:
            if port not in self.servers:
                told = {**self.environment, "FIVELINE_SOAK_CLOCK": str(self._clock(port))}
                self.servers[port] = RunningServer(self.data, port=port, **told).__enter__()

    def end(self, number: int, port: int | None = None) -> None:
        for each in [port] if port else list(self.servers):
            server = self.servers.pop(each)
            server.running.remove(server)
            try:
                server.stop(number)
            except subprocess.TimeoutExpired:
                self.slow_stops.append(str(each))
                _ask_what_it_waits_for(server)
                server.stop(signal.SIGKILL)
            if TOO_SLOW in server.said:
                self.slow_stops.append(server.said[server.said.index(TOO_SLOW) :])
            self.tracebacks += [f"{what} ({where.strip()})" for where, what in TRACEBACK.findall(server.said)]

    def close(self) -> None:
        if self.servers:
            self.end(signal.SIGKILL)
        if self.has_own_disk:
            subprocess.run(["umount", "--lazy", str(self.data)], check=False)
        subprocess.run(["rm", "-rf", str(self.folder)], check=False)

    def note_memory(self) -> None:
        """Note the memory of each process."""
        self.memory_kb += [memory_kb(server.process.pid) for server in self.servers.values()]

    def _clock(self, port: int) -> Path:
        """Return the offset of the process's wall clock: each may be on another computer."""
        return self.folder / f"clock-{port}"

    def set_clock(self, port: int, by_ms: int) -> None:
        set_ms = int(self._clock(port).read_text()) + by_ms
        whole = self._clock(port).with_suffix(".new")
        whole.write_text(str(set_ms))
        whole.replace(self._clock(port))

    def right_clocks(self) -> None:
        for port in self.ports:
            self._clock(port).write_text("0")

    def for_s(self, *seconds: float) -> float:
        """Return how long the fault lasts this time; the shortest time in a hurry."""
        return seconds[0] if self.hurries else self.chance.choice(seconds)

    # ---- faults

    async def _again(self, number: int) -> None:
        port = self.chance.choice(self.ports)
        await asyncio.to_thread(self.end, number, port)
        await asyncio.sleep(self.for_s(0.0, 0.0, 1.0, 4.0))
        await asyncio.to_thread(self.start)

    async def kill(self) -> None:
        await self._again(signal.SIGKILL)

    async def stop(self) -> None:
        await self._again(signal.SIGINT)

    async def stall(self) -> None:
        process = self.servers[self.chance.choice(self.ports)].process
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.for_s(0.5, 3.0, 7.0))
        process.send_signal(signal.SIGCONT)

    async def lock(self) -> None:
        """Write from another program, and do not finish."""
        other = sqlite3.connect(self.data / "fiveline.sqlite3", isolation_level=None, timeout=30)
        await asyncio.sleep(0)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(self.for_s(0.5, 3.0, 7.0))
        other.execute("ROLLBACK")
        other.close()

    async def fill_disk(self) -> None:
        ballast = self.data / "ballast"
        with suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(b"\0" * 65_536)
        await asyncio.sleep(self.for_s(1.0, 4.0))
        ballast.unlink()

    async def set_forward(self) -> None:
        await self._set_a_clock(1)

    async def set_back(self) -> None:
        await self._set_a_clock(-1)

    async def _set_a_clock(self, sign: int) -> None:
        self.set_clock(self.chance.choice(self.ports), sign * self.chance.choice((20_000, 3_600_000)))
        await asyncio.sleep(1.0)

    def faults(self) -> list[Fault]:
        """Return all faults; one that is named twice comes twice as often."""
        faults = [self.kill, self.kill, self.stop, self.stall, self.lock, self.set_forward, self.set_back]
        return [*faults, self.fill_disk] if self.has_own_disk else faults

    async def suffer(self, what: Fault) -> None:
        self.done[what.__name__] += 1
        await what()
