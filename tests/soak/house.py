"""The server of a soak with everything that can happen to it, and the disk that it stands on."""

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tests.migrated import lay_database
from tests.postgres import free_port
from tests.served import Served

DISK_MB = 96
WALL = Path(__file__).parent / "wall"


class House:
    """One process with SQLite on a small disk of its own, if such a disk can be had (root, Linux)."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="fiveline-soak-"))
        self.data = self.folder / "data"
        self.data.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m,mode=700", "tmpfs", str(self.data)]
        with suppress(OSError):
            subprocess.run(mount, check=False, capture_output=True)
        self.has_own_disk = os.path.ismount(self.data)
        self.clock = self.folder / "clock"
        self.clock.write_text("0")
        self.ports = [free_port()]
        self.servers: dict[int, Served] = {}
        self.environment = {
            "HTTPS_PORT": "off",
            "FIVELINE_SOCKETS": "10000",
            "PYTHONPATH": str(WALL),
            "FIVELINE_SOAK_CLOCK": str(self.clock),
        }
        self.done: Counter[str] = Counter()
        self.memory_kb: list[int] = []
        self.prepare()

    def prepare(self) -> None:
        lay_database(self.data / "fiveline.sqlite3")

    def start(self) -> None:
        """All processes that do not run."""
        for port in self.ports:
            if port not in self.servers:
                self.servers[port] = Served(self.data, port=port, **self.environment).__enter__()

    def end(self, number: int, port: int | None = None) -> None:
        for each in [port] if port else self.ports:
            server = self.servers.pop(each)
            server.running.remove(server)
            server.stop(number)

    def close(self) -> None:
        if self.servers:
            self.end(signal.SIGTERM)
        if self.has_own_disk:
            subprocess.run(["umount", "--lazy", str(self.data)], check=False)
        subprocess.run(["rm", "-rf", str(self.folder)], check=False)

    def note_memory(self) -> None:
        """Of the first process."""
        status = Path(f"/proc/{self.servers[self.ports[0]].process.pid}/status").read_text()
        told = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        self.memory_kb.append(int(told.split()[1]))

    # ---- what can happen

    async def _again(self, number: int) -> None:
        port = self.chance.choice(self.ports)
        await asyncio.to_thread(self.end, number, port)
        await asyncio.sleep(self.chance.choice((0.0, 0.0, 1.0, 4.0)))
        await asyncio.to_thread(self.start)

    async def kill(self) -> None:
        await self._again(signal.SIGKILL)

    async def stop(self) -> None:
        await self._again(signal.SIGINT)

    async def stall(self) -> None:
        process = self.servers[self.chance.choice(self.ports)].process
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(self.chance.choice((0.5, 3.0, 7.0)))
        process.send_signal(signal.SIGCONT)

    async def lock(self) -> None:
        """Another program writes and does not finish."""
        other = sqlite3.connect(self.data / "fiveline.sqlite3", isolation_level=None, timeout=30)
        await asyncio.sleep(0)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.sleep(self.chance.choice((0.5, 3.0, 7.0)))
        other.execute("ROLLBACK")
        other.close()

    async def fill_disk(self) -> None:
        ballast = self.data / "ballast"
        with suppress(OSError), ballast.open("wb") as file:
            while True:
                file.write(b"\0" * 65_536)
        await asyncio.sleep(self.chance.choice((1.0, 4.0)))
        ballast.unlink()

    async def set_clock(self) -> None:
        offset = self.chance.choice((-3_600_000, -20_000, 0, 20_000, 3_600_000))
        self.clock.write_text(str(offset))
        await asyncio.sleep(1.0)

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        always = [self.kill, self.kill, self.stop, self.stall, self.lock, self.set_clock]
        return [*always, self.fill_disk] if self.has_own_disk else always

    async def suffer(self, what: Callable[[], Awaitable[None]]) -> None:
        self.done[what.__name__] += 1
        await what()
