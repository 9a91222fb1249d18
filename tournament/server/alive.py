"""Whether a server runs on this data: every process that serves holds a lock on one file, until it ends.

The system releases it after a crash, too. `ServerProcess` says less: it is written only while a clock runs.
"""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import IO

from django.conf import settings

from games.live import background
from tournament.server.problems import Problem

SECONDS_TO_WAIT = 10
# Behind everything that is written: on Windows what is locked cannot be read by others.
_LOCKED_BYTE = 1 << 20

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str], *, alone: bool) -> bool:
        """There all locks are exclusive: a second process of the same server goes without one."""
        file.seek(_LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _lock(file: IO[str], *, alone: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _lock_file() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


@background.service
@contextlib.asynccontextmanager
async def holding_the_data() -> AsyncIterator[None]:
    """Several processes may serve together: they share the lock. Whoever updates the data is waited for."""
    with _lock_file().open("a") as file:
        for _ in range(SECONDS_TO_WAIT * 10):
            if _lock(file, alone=False) or sys.platform == "win32":
                break
            await asyncio.sleep(0.1)
        else:
            raise Problem("held", place=settings.DATA_DIR)
        yield


@contextlib.contextmanager
def nobody_serving() -> Iterator[bool]:
    """Whether nobody serves; if so nobody begins to, as long as the block lasts."""
    with _lock_file().open("a") as file:
        yield _lock(file, alone=True)


def write_address(address: str) -> None:
    """For whoever starts a second server on the same data."""
    _lock_file().write_text(f"{address}\n", encoding="utf-8")


def served() -> Problem:
    """That a server runs here already, and where, as far as it said so."""
    try:
        address = _lock_file().read_text(encoding="utf-8").strip()
    except OSError:
        address = ""
    if address:
        return Problem("served", place=settings.DATA_DIR, address=address)
    return Problem("served-somewhere", place=settings.DATA_DIR)
