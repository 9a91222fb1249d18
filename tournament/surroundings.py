"""What disk, rights of files and database say when they fail, as one sentence with what to do.

Needed before there are settings, so nothing of Django is asked for here. English in the terminal; pages
translate (`games.wording`).
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from games.faults import Fault
from tournament.installation import COMMAND

# Less than this and SQLite cannot make the files beside a database; it then speaks of a failing disk.
NO_ROOM = 256 * 1024

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_CLOSED = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST}
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
_STOPS = {"57P01", "57P02", "57P03"}  # it shuts down, has crashed, or starts
_POSTGRES = {"53100": "disk-full", "25006": "read-only", "58030": "failing-disk", "XX001": "damaged"}


class SurroundingsFault(Fault):
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


def fault_of(problem: BaseException, *, folder: Path, database: Path | None) -> SurroundingsFault | None:
    """Whatever of this is no fault of ours but of the surroundings, as a sentence; else None.

    `database` is the file of SQLite; on PostgreSQL there is none.
    """
    for cause in _chain(problem):
        if isinstance(cause, sqlite3.Error) and database is not None:
            return _of_sqlite(cause, database, folder)
        if type(cause).__module__.partition(".")[0] in {"psycopg", "psycopg_pool"}:
            return _of_postgres(cause)
        if type(cause).__module__ == "redis.exceptions":
            return _of_redis(cause)
        if isinstance(cause, OSError) and cause.errno in _FULL | _CLOSED:
            place = Path(str(cause.filename)) if cause.filename else folder
            return SurroundingsFault("disk-full" if cause.errno in _FULL else "read-only", place=place)
    return None


def _chain(problem: BaseException | None) -> Iterator[BaseException]:
    while problem is not None:
        yield problem
        problem = problem.__cause__ or problem.__context__


def _of_sqlite(problem: sqlite3.Error, database: Path, folder: Path) -> SurroundingsFault | None:
    code = getattr(problem, "sqlite_errorcode", 0)
    name = _SQLITE.get(code & 0xFF)  # the rest says more closely what failed
    if name in {"failing-disk", "read-only"} and free_bytes(database.parent) < NO_ROOM:
        name = "disk-full"
    if name == "damaged":
        return damaged(database, folder)
    return SurroundingsFault(name, place=database if name == "locked" else database.parent) if name else None


def _of_redis(problem: BaseException) -> SurroundingsFault | None:
    is_away = type(problem).__name__ in {"ConnectionError", "TimeoutError", "BusyLoadingError"}
    return SurroundingsFault("redis-away", detail=_in_one_line(problem)) if is_away else None


def _in_one_line(problem: BaseException) -> str:
    return " ".join(str(problem).split())[:200]


def _of_postgres(problem: BaseException) -> SurroundingsFault | None:
    state = getattr(problem, "sqlstate", None)
    is_cut = type(problem).__name__ in {"OperationalError", "PoolTimeout", "ConnectionTimeout"}
    if state in _STOPS or (state is None and is_cut):
        return SurroundingsFault("database-away", detail=_in_one_line(problem))
    name = _POSTGRES.get(state or "")
    return SurroundingsFault(name, place="PostgreSQL") if name and name != "damaged" else None


def damaged(database: Path, folder: Path) -> SurroundingsFault:
    backup = newest_backup(folder)
    if backup is None:
        return SurroundingsFault("damaged-alone", place=database)
    return SurroundingsFault("damaged", place=database, command=COMMAND, backup=backup)


def newest_backup(folder: Path) -> Path | None:
    """Of the whole database, in this data folder; their names begin with when they were made."""
    return max((folder / "backups").glob("*.sqlite3.gz"), key=lambda file: file.name, default=None)


def free_bytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free
