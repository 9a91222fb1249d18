"""Make backups before every step that is hard to undo, and keep the latest ones in the data folder.

SQLite is copied whole while it runs; on PostgreSQL, which has tools for its own backups, the tournament is
written as JSON. The copy is packed from a file piece by piece, so that it takes little memory. Make it before
anything is locked: it takes seconds once the database is large.
"""

import errno
import gzip
import io
import logging
import os
import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings
from django.db import connection

from games.timekeeping import MINUTE_MS
from tournament.files import tournament_json
from tournament.models import Tournament

logger = logging.getLogger(__name__)

KEEP = 40
NO_TOURNAMENT = 0
KEEP_EACH = 3  # of every tournament, however busy the others are
PIECE_BYTES = 1 << 20
HOUR_MS = 60 * MINUTE_MS
_off: ContextVar[bool] = ContextVar("backups_switched_off", default=False)
_NAME = re.compile(
    r"(?P<second>\d{8}-\d{6})-(?P<rest>\d{3})-(?P<reason>[a-z]+)-t(?P<tournament>\d+)\.(sqlite3|json)\.gz"
)


@dataclass(frozen=True, slots=True)
class Backup:
    path: Path
    at_ms: int
    reason: str
    tournament_id: int

    @property
    def size(self) -> int:
        return self.path.stat().st_size


def folder() -> Path:
    place = Path(settings.DATA_DIR) / "backups"
    place.mkdir(parents=True, exist_ok=True, mode=0o700)
    return place


@contextmanager
def switched_off() -> Iterator[None]:
    """Make no backups in this block: the many steps of generated tournaments would push out those of real
    ones.
    """
    token = _off.set(True)
    try:
        yield
    finally:
        _off.reset(token)


def make(tournament: Tournament, *, reason: str, now_ms: int) -> Path | None:
    """Make a backup of the current state.

    If the disk is full, log it and return None: the tournament goes on.
    """
    if _off.get():
        return None
    try:
        if connection.vendor == "sqlite":
            return _store_database(reason, tournament.pk, now_ms)
        content = io.BytesIO(tournament_json.write(tournament, backup=True).encode())
        return _store(reason, tournament.pk, content, "json", now_ms)
    except OSError:
        logger.exception("no backup before %s of tournament:%s", reason, tournament.pk)
        return None


def copy_installation(*, reason: str, now_ms: int) -> Path:
    """Copy the whole database before it is replaced or migrated: a backup of no tournament in particular."""
    return _store_database(reason, NO_TOURNAMENT, now_ms)


def store_upload(content: bytes, *, is_database: bool, tournament_id: int, now_ms: int) -> Path:
    """Store an uploaded file beside the backups that were made here."""
    kind = "sqlite3" if is_database else "json"
    return _store("upload", tournament_id, io.BytesIO(content), kind, now_ms)


def _store_database(reason: str, tournament_id: int, now_ms: int) -> Path:
    # A process that was killed while it copied has left its file.
    for left in folder().glob(".copying-*"):
        if left.stat().st_mtime * 1000 < now_ms - HOUR_MS:
            shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=folder(), prefix=".copying-") as room:
        file = Path(room) / "copy.sqlite3"
        _copy_database(file)
        with file.open("rb") as content:
            return _store(reason, tournament_id, content, "sqlite3", now_ms)


def _store(reason: str, tournament_id: int, content: BinaryIO, kind: str, now_ms: int) -> Path:
    path = folder() / f"{stamp(now_ms)}-{reason}-t{tournament_id}.{kind}.gz"
    # Speed before size: an organiser is waiting for the button.
    with atomic_file(path) as fresh, gzip.open(fresh, "wb", compresslevel=1) as packed:
        shutil.copyfileobj(content, packed, PIECE_BYTES)
    _drop_old(path)
    return path


def list_backups() -> list[Backup]:
    """List all backups, newest first."""
    found = []
    for path in folder().iterdir():
        if name := _NAME.fullmatch(path.name):
            at = datetime.strptime(name["second"], "%Y%m%d-%H%M%S").replace(tzinfo=UTC)
            at_ms = int(at.timestamp()) * 1000 + int(name["rest"])
            found.append(Backup(path, at_ms, name["reason"], int(name["tournament"])))
    return sorted(found, key=lambda each: each.path.name, reverse=True)


def find(name: str) -> Backup | None:
    """Find the backup of that name, never a file outside the folder."""
    return next((each for each in list_backups() if each.path.name == name), None)


def _copy_database(file: Path) -> None:
    """Copy with SQLite's own online backup, which is consistent while others write."""
    database = connection.settings_dict["NAME"]
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(file)) as target:
            source.backup(target)
    except sqlite3.OperationalError as problem:
        if problem.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from problem
        raise


@contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file that gets this name at the end: whole or not at all, for its owner only."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".unfinished-")
    os.close(handle)
    fresh = Path(name)
    try:
        yield fresh
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _drop_old(fresh: Path) -> None:
    """Delete backups beyond the limit, but never the new one: its time stamp may be wrong."""
    others = [each for each in list_backups() if each.path != fresh]
    kept = Counter(each.tournament_id for each in others)
    own = next((each.tournament_id for each in list_backups() if each.path == fresh), NO_TOURNAMENT)
    while kept.total() >= KEEP:
        # A tournament with many backups loses its own, so that those of others are not pushed out.
        giving = own if kept[own] > KEEP_EACH else max(kept, key=lambda tournament: kept[tournament])
        if kept[giving] <= KEEP_EACH:
            break
        oldest = next(each for each in reversed(others) if each.tournament_id == giving)
        oldest.path.unlink(missing_ok=True)
        others.remove(oldest)
        kept[giving] -= 1


def stamp(at_ms: int) -> str:
    seconds, rest = divmod(at_ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%d-%H%M%S}-{rest:03}"
