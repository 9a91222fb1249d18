"""Whether a server runs on this data: every process that serves holds a lock on one file, until it ends.

The system lets it go by itself, also after a crash. The heartbeat row is written only while a clock runs, and
stays fresh for a while after an orderly stop.
"""

import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from django.conf import settings

from games.live import background
from games.models import Server
from games.services.heartbeat import STALE_MS
from games.timekeeping import now_ms

try:
    import fcntl
except ImportError:  # not on Windows: there the heartbeat alone tells
    fcntl = None  # type: ignore[assignment]


def _lock_file() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


@background.service
@contextlib.asynccontextmanager
async def holding_the_data() -> AsyncIterator[None]:
    """Several processes may serve together: they share the lock."""
    with _lock_file().open("a") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        yield


@contextlib.contextmanager
def nobody_serving() -> Iterator[bool]:
    """Whether nobody serves; if so nobody begins to, as long as the block lasts."""
    with _lock_file().open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True
        else:
            yield not _is_beating()


def _is_beating() -> bool:
    """Whether a server was heard of a moment ago, keeping the time of a game."""
    beat_ms = Server.objects.filter(pk=Server.THE_ONLY).values_list("beat_ms", flat=True).first()
    return beat_ms is not None and abs(now_ms() - beat_ms) < STALE_MS
