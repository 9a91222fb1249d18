"""Find out whether a server runs on this data: each one holds a lock on a file until its process ends.

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
# Behind the text of the file: on Windows other processes cannot read a locked byte.
_LOCKED_BYTE = 1 << 20

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str], *, alone: bool) -> bool:
        """Try to lock the file. Here all locks are exclusive, so a second process of the server has none."""
        file.seek(_LOCKED_BYTE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try_lock(file: IO[str], *, alone: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _lock_file() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


@background.service
@contextlib.asynccontextmanager
async def hold_data_lock() -> AsyncIterator[None]:
    """Share the lock with the other serving processes while this one runs; wait for an update to end."""
    with _lock_file().open("a") as file:
        for _ in range(SECONDS_TO_WAIT * 10):
            if _try_lock(file, alone=False) or sys.platform == "win32":
                break
            await asyncio.sleep(0.1)
        else:
            raise Problem("held", place=settings.DATA_DIR)
        yield


@contextlib.contextmanager
def lock_data_alone() -> Iterator[bool]:
    """Try to lock the data for this process alone. Yield whether that worked; then no server can start."""
    with _lock_file().open("a") as file:
        yield _try_lock(file, alone=True)


def write_address(address: str) -> None:
    """Store the address, so that a second server on the same data can name it in its refusal."""
    _lock_file().write_text(f"{address}\n", encoding="utf-8")


def already_served() -> Problem:
    """Return the problem that a server already runs here, with its address if it is known."""
    try:
        address = _lock_file().read_text(encoding="utf-8").strip()
    except OSError:
        address = ""
    if address:
        return Problem("served", place=settings.DATA_DIR, address=address)
    return Problem("served-somewhere", place=settings.DATA_DIR)
