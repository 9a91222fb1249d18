"""Recognise faults of disk, file permissions, database and Redis, and describe each in one sentence.

`environment` needs this module before there are settings, so Django is imported inside functions. The
terminal shows the English sentence; pages translate it (`games.wording`).
"""

import errno
import json
import logging
import shutil
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime
from enum import IntEnum
from pathlib import Path
from typing import ClassVar

from games.faults import Fault
from tournament.installation import COMMAND

# With less than this SQLite cannot create the files beside a database, and reports a failing disk.
NO_ROOM_BYTES = 256 * 1024
SECONDS_BETWEEN_SENTENCES = 10

_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "disk-full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST), "read-only"),
}
_SQLITE = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_IOERR: "failing-disk",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_BUSY: "locked",
}
# https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRES = {
    "53100": "disk-full",
    "25006": "read-only",
    "58030": "failing-disk",
    **dict.fromkeys(("57P01", "57P02", "57P03"), "database-away"),  # it shuts down, has crashed, or starts
}
# Errors without a code of the server, by the name of their class.
_CONNECTION_LOST = {
    **dict.fromkeys(("OperationalError", "PoolTimeout", "ConnectionTimeout"), "database-away"),
    **dict.fromkeys(("ConnectionError", "TimeoutError", "BusyLoadingError"), "redis-away"),
}


class Level(IntEnum):
    FINE = 0
    ADVICE = 1  # before the next evening
    URGENT = 2  # now: something is not saved, or soon will not be


class Problem(Fault):
    levels: ClassVar[Mapping[str, Level]] = {}
    sentences: ClassVar[dict[str, str]] = {
        "disk-full": "The disk is full: nothing can be saved in {place}. Make room on that disk.",
        "read-only": (
            "Nothing can be saved in {place}. Give whoever starts Fiveline the right to write there, or name "
            "another folder with FIVELINE_DATA."
        ),
        "failing-disk": (
            "The disk does not read or write as it should in {place}. Copy that folder to another disk and "
            "name it with FIVELINE_DATA."
        ),
        "damaged": "The database {place} is damaged. Go back to a backup: {command} restore {backup}",
        "damaged-alone": (
            "The database {place} is damaged, and there is no backup beside it. Copy the file, then "
            "try to rescue it: sqlite3 {place} .recover"
        ),
        "empty": (
            "The database {place} is missing or empty, but there are backups of it. Go back to the newest: "
            "{command} restore {backup}  To begin anew instead, move the folder {folder} away."
        ),
        "locked": "Another program holds the database {place}. Close that program and try again.",
        "database-away": (
            "The database server cannot be reached ({detail}). Start it, or put DATABASE_URL right."
        ),
        "redis-away": (
            "Redis cannot be reached ({detail}): boards at other processes hear of moves a second later. "
            "Start it, or put REDIS_URL right."
        ),
        "newer": (
            "This data belongs to a newer Fiveline than {version}: it knows {what}. Start the newer version, "
            "or go back to a backup from before it was installed: {command} restore {backup}"
        ),
        "served": (
            "Fiveline is already running on {place}: open {address} instead, or stop it first. A second one "
            "needs a folder of its own: FIVELINE_DATA=/another/folder"
        ),
        "served-somewhere": (
            "Fiveline is already running on {place}. Use that one, or stop it first. A second one needs a "
            "folder of its own: FIVELINE_DATA=/another/folder"
        ),
        "held": "The data in {place} is just being restored or brought up to date. Start again in a moment.",
        "no-copy": (
            "The data has to be brought up to date, and no copy of it could be made first ({reason}). "
            "Nothing was changed. Make a copy by hand, then: {command} migrate"
        ),
        "not-up-to-date": (
            "The data is older than this version of Fiveline. Bring it up to date: {command} update"
        ),
    }

    @property
    def level(self) -> Level:
        return self.levels.get(self.code, Level.URGENT)


def recognise(error: BaseException, *, folder: Path, database: Path | None) -> Problem | None:
    """Find the problem behind an error or its causes; None means a bug in Fiveline.

    `database` is the file of SQLite; PostgreSQL has none.
    """
    cause: BaseException | None = error
    while cause is not None:
        library = type(cause).__module__.partition(".")[0]
        if isinstance(cause, sqlite3.Error) and database is not None:
            return _recognise_sqlite(cause, database, folder)
        if library in {"psycopg", "psycopg_pool", "redis"}:
            state = getattr(cause, "sqlstate", None)
            code = _POSTGRES.get(state) if state else _CONNECTION_LOST.get(type(cause).__name__)
            return Problem(code, place="PostgreSQL", detail=in_one_line(cause)) if code else None
        if isinstance(cause, OSError) and (code := _ERRNO.get(cause.errno or 0)):
            return Problem(code, place=cause.filename or folder)
        cause = cause.__cause__ or cause.__context__
    return None


def recognise_here(error: BaseException) -> Problem | None:
    """Recognise an error with the data folder and the database of the settings."""
    from django.conf import settings

    return recognise(error, folder=Path(settings.DATA_DIR), database=database_file())


def database_file() -> Path | None:
    """Return the file of SQLite; None for a database server."""
    from django.db import connection

    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def _recognise_sqlite(error: sqlite3.Error, database: Path, folder: Path) -> Problem | None:
    code = _SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)  # higher bits only add detail
    if code in {"failing-disk", "read-only"} and free_bytes(database.parent) < NO_ROOM_BYTES:
        code = "disk-full"
    if code == "damaged":
        return _damaged(database, folder)
    return Problem(code, place=database if code == "locked" else database.parent) if code else None


def in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200]


def refuse_damaged(database: Path, folder: Path) -> None:
    """Let SQLite read the whole file, and raise the problem if it finds damage."""
    with closing(sqlite3.connect(database)) as opened:
        if opened.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _damaged(database, folder)


def _damaged(database: Path, folder: Path) -> Problem:
    if backup := newest_backup(folder):
        return Problem("damaged", place=database, command=COMMAND, backup=backup)
    return Problem("damaged-alone", place=database)


def newest_backup(folder: Path) -> Path | None:
    """Find the newest backup of the whole database; names of backups begin with their time."""
    return max((folder / "backups").glob("*.sqlite3.gz"), key=lambda file: file.name, default=None)


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free


class ProblemFilter(logging.Filter):
    """A filter that logs a problem as its sentence without a traceback, each at most every ten seconds.

    Without it a full disk would fill the log with every move.
    """

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        problem = recognise_here(error) if error else None
        if problem is None:
            return True
        record.msg, record.args, record.exc_info, record.exc_text = str(problem), (), None, None
        now = time.monotonic()
        if now - self._logged.get(record.msg, -SECONDS_BETWEEN_SENTENCES) < SECONDS_BETWEEN_SENTENCES:
            return False
        self._logged[record.msg] = now
        return True


class JsonFormatter(logging.Formatter):
    """A formatter with one line of JSON for each record, for log collectors (FIVELINE_LOG=json)."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
