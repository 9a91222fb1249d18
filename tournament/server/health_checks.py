"""Check what Fiveline needs of its computer, its database and its club: one list for terminal and pages.

A check yields findings and problems. FINDINGS has their sentences by level: the state and, unless all is
well, what to do.
"""

import os
import sqlite3
import sys
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

from cryptography import x509
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.utils import timezone

from games.live import metrics
from games.models import Action, Event
from games.timekeeping import JUMP_MS, MINUTE_MS, now_ms, shared_wall_ms
from tournament.models import ClubSettings, Tournament
from tournament.server import alive, problems, server
from tournament.server.problems import Level, Problem
from tournament.services.backup import copies, updating

FINDINGS: dict[Level, dict[str, str]] = {
    Level.FINE: {
        "disk-fine": "Free on the disk with the data: {free} GB.",
        "saving-fine": "Everything that was to be saved since the start was saved.",
        "folder-fine": "Only whoever runs Fiveline can read the data folder {place}.",
        "files-fine": "Files and connections that a server may have open: {count}.",
        "sqlite-fine": "The database is whole ({size} MB, SQLite).",
        "postgres-fine": "The database answers (PostgreSQL {version}).",
        "redis-none": "One process serves everybody; Redis is not needed.",
        "redis-fine": "Redis answers: several processes hear each other at once.",
        "backup-fine": "The newest backup is of {day}. Now and then one should be kept elsewhere.",
        "backup-elsewhere": (
            "Backups of PostgreSQL are made by pg_dump; Fiveline cannot see whether they are."
        ),
        "clock-fine": "The clock of this computer goes on from what is stored.",
        "zone-fine": "The club's time zone is {zone}.",
        "certificate-fine": "The certificate of the hall lasts until {day}.",
        "port-fine": "Port {port} is free.",
        "serving": "A server runs on this data.",
    },
    Level.ADVICE: {
        "disk-little": (
            "Only {free} MB are free on the disk with the data. Make room before the next evening."
        ),
        "saving-failed-before": (
            "Changes that could not be saved since the start: {count}, the last one at {time}. Later ones "
            "were."
        ),
        "folder-open": "Others on this computer can read the data folder. Close it: chmod 700 {place}",
        "key-open": "Others on this computer can read a key of Fiveline. Close it: chmod 600 {place}",
        "files-few": (
            "Files and connections that a server may have open: only {count}; a full hall needs {needed}. "
            "Raise the limit: ulimit -n, or LimitNOFILE in the unit."
        ),
        "clocks-differ": (
            "The database server's clock is {seconds} s away from this computer's. Let both follow a time "
            "server."
        ),
        "backup-none": "There are events and no backup yet. Make one on the page Safety of an event.",
        "backup-old": (
            "The newest backup is of {day}, and things were changed since. Make one on the page Safety of "
            "an event."
        ),
        "clock-jumped": (
            "The clock of this computer was set by {seconds} s while games were timed, at {time}. Nobody "
            "was charged. Let it follow a time server."
        ),
        "zone-differs": (
            "In the club's time zone {zone} it is {there}, on this computer {here}. If the first is wrong, "
            "change it under Club, The club."
        ),
        "certificate-ends": (
            "The certificate of the hall ends on {day}. Start Fiveline once in the hall: it is then renewed."
        ),
        "root-ends": (
            "The authority that tablets trust ends on {day}. A new one is made two months before; tablets "
            "are then prepared anew (page Hall)."
        ),
        "port-taken": "Port {port} cannot be used: {reason}. Choose another: PORT={other}",
    },
    Level.URGENT: {
        "disk-nearly-full": (
            "Only {free} MB are left on the disk with the data ({place}). Make room now: on a full disk no "
            "move is saved."
        ),
        "saving-failed": "Changes that could not be saved: {count}, the last one at {time}. {reason}",
        "unknown-reason": "The terminal in which Fiveline was started says why.",
        "folder-closed": "Nothing can be written in {place}. Give whoever runs Fiveline the right to.",
        "clock-behind": (
            "The clock of this computer is {minutes} min behind what was stored last. Put it right "
            "before games begin."
        ),
    },
}

MIB = 1024 * 1024
# A club evening writes a few MB, and the backups before each step as much again.
LITTLE_MIB, NEARLY_FULL_MIB = 1_000, 100
# The desk is warned of failed writes for this long after the last one.
RECENT_FAILURE_MS = 5 * MINUTE_MS
RECENT_JUMP_MS = 12 * 60 * MINUTE_MS
# 300 boards with a tablet and watchers each, at five connections a browser.
FILES_OF_A_HALL = 4_096
SECONDS_FOR_REDIS = 2
# Reading a large database takes a second.
SECONDS_BETWEEN_READINGS = 3_600
OLD_BACKUP_MS = 30 * 24 * 60 * MINUTE_MS
# The certificate is renewed two months before its end by a server that runs in the hall.
SOON = timedelta(days=30)


class Finding(Problem):
    """A result of a check, good or bad."""

    sentences: ClassVar[dict[str, str]] = dict(ChainMap(*FINDINGS.values()))
    levels: ClassVar[dict[str, Level]] = {code: level for level, rows in FINDINGS.items() for code in rows}


def check_disk() -> Iterator[Problem]:
    place = Path(settings.DATA_DIR)
    free = problems.free_bytes(place) // MIB
    if free < NEARLY_FULL_MIB:
        yield Finding("disk-nearly-full", free=free, place=place)
    elif free < LITTLE_MIB:
        yield Finding("disk-little", free=free)
    else:
        yield Finding("disk-fine", free=round(free / 1024))


def check_failed_writes() -> Iterator[Problem]:
    failed = metrics.failed_writes
    if failed.last is None:
        yield Finding("saving-fine")
        return
    said = {"count": failed.count, "time": f"{timezone.localtime(_instant(failed.last_ms)):%H:%M:%S}"}
    if now_ms() - failed.last_ms > RECENT_FAILURE_MS:
        yield Finding("saving-failed-before", **said)
    else:
        yield Finding("saving-failed", **said, reason=_explain(failed.last))


def check_file_modes() -> Iterator[Problem]:
    place = Path(settings.DATA_DIR)
    if not os.access(place, os.W_OK):
        yield Finding("folder-closed", place=place)
        return
    if sys.platform == "win32":
        return  # the folder is in its owner's profile, and Windows has no such modes
    yield Finding("folder-open" if _others_may_read(place) else "folder-fine", place=place)
    for key in (place / "secret-key", *sorted((place / "authority").glob("*.key"))):
        if key.exists() and _others_may_read(key):
            yield Finding("key-open", place=key)


def check_open_files() -> Iterator[Problem]:
    if sys.platform == "win32":
        return  # there is no such limit
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard >= FILES_OF_A_HALL:
        yield Finding("files-fine", count="∞" if hard == resource.RLIM_INFINITY else hard)
    else:
        yield Finding("files-few", count=hard, needed=FILES_OF_A_HALL)


def check_database() -> Iterator[Problem]:
    try:
        state = updating.inspect_data()
        if state.pending and not state.is_new:
            yield updating.not_up_to_date()
        yield from _check_postgres() if (file := problems.database_file()) is None else _check_sqlite(file)
    except Problem as problem:
        yield problem
    except (DatabaseError, sqlite3.Error, OSError) as error:
        yield _explain(error)


def _check_sqlite(file: Path) -> Iterator[Problem]:
    if not file.exists():
        return
    if not cache.get("database-is-whole"):
        problems.refuse_damaged(file, Path(settings.DATA_DIR))
        cache.set("database-is-whole", True, SECONDS_BETWEEN_READINGS)
    yield Finding("sqlite-fine", size=max(1, round(file.stat().st_size / MIB)))


def _check_postgres() -> Iterator[Problem]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        yield Finding("postgres-fine", version=cursor.fetchone()[0].split()[0])
    away_ms = abs(shared_wall_ms() - now_ms())
    if away_ms > JUMP_MS:
        yield Finding("clocks-differ", seconds=round(away_ms / 1000, 1))


def check_redis() -> Iterator[Problem]:
    if not settings.REDIS_URL:
        yield Finding("redis-none")
        return
    from redis import Redis, RedisError

    seconds = {"socket_timeout": SECONDS_FOR_REDIS, "socket_connect_timeout": SECONDS_FOR_REDIS}
    try:
        with closing(Redis.from_url(settings.REDIS_URL, **seconds)) as redis:
            redis.ping()
    except (RedisError, OSError, ValueError) as error:
        yield Problem("redis-away", detail=problems.in_one_line(error))
    else:
        yield Finding("redis-fine")


def check_backups() -> Iterator[Problem]:
    if connection.vendor != "sqlite":
        yield Finding("backup-elsewhere")
    elif newest := next(iter(copies.list_backups()), None):
        is_old = _newest_ms(Action) - newest.at_ms > OLD_BACKUP_MS
        yield Finding("backup-old" if is_old else "backup-fine", day=f"{_instant(newest.at_ms):%Y-%m-%d}")
    elif Tournament.objects.exists():
        yield Finding("backup-none")


def check_clock() -> Iterator[Problem]:
    behind_ms = max(_newest_ms(Action), _newest_ms(Event)) - now_ms()
    if behind_ms > MINUTE_MS:
        yield Finding("clock-behind", minutes=behind_ms // MINUTE_MS)
    else:
        yield Finding("clock-fine")
    jumps = metrics.clock_jumps
    if jumps.last is not None and now_ms() - jumps.last_ms < RECENT_JUMP_MS:
        at = timezone.localtime(_instant(jumps.last_ms))
        yield Finding("clock-jumped", seconds=round(jumps.last / 1000, 1), time=f"{at:%H:%M}")


def check_time_zone() -> Iterator[Problem]:
    if (club_settings := ClubSettings.objects.current()) is None:
        return
    now = _instant(now_ms())
    there, here = now.astimezone(club_settings.tz), now.astimezone()
    if there.utcoffset() == here.utcoffset():
        yield Finding("zone-fine", zone=club_settings.time_zone)
    else:
        yield Finding(
            "zone-differs", zone=club_settings.time_zone, there=f"{there:%H:%M}", here=f"{here:%H:%M}"
        )


def check_certificates() -> Iterator[Problem]:
    now = _instant(now_ms())
    if end := _end_of_certificate("server"):
        yield Finding("certificate-ends" if end - now < SOON else "certificate-fine", day=f"{end:%Y-%m-%d}")
    if (end := _end_of_certificate("root")) and end - now < 3 * SOON:
        yield Finding("root-ends", day=f"{end:%Y-%m-%d}")


def check_port() -> Iterator[Problem]:
    port = int(os.environ.get("PORT") or "8000")
    with alive.lock_data_alone() as alone:
        if not alone:
            yield Finding("serving")
            return
    try:
        server.bind_port(os.environ.get("HOST") or "127.0.0.1", port).close()
    except server.CannotListen as error:
        yield Finding("port-taken", port=port, reason=error, other=port + 1)
    else:
        yield Finding("port-fine", port=port)


def _explain(error: BaseException) -> Problem:
    return problems.recognise_here(error) or Finding("unknown-reason")


def _others_may_read(place: Path) -> bool:
    return bool(place.stat().st_mode & 0o077)


def _newest_ms(model: type[Action] | type[Event]) -> int:
    """Read the latest instant that is stored; 0 where nothing can be read, which `check_database` reports."""
    with suppress(DatabaseError):
        return model._default_manager.order_by("-pk").values_list("at_ms", flat=True).first() or 0
    return 0


def _end_of_certificate(name: str) -> datetime | None:
    file = Path(settings.DATA_DIR) / "authority" / f"{name}.crt"
    try:
        return x509.load_pem_x509_certificate(file.read_bytes()).not_valid_after_utc
    except (OSError, ValueError):
        return None


def _instant(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, UTC)


Check = Callable[[], Iterable[Problem]]
_ANYWHERE: tuple[Check, ...] = (
    check_disk,
    check_file_modes,
    check_open_files,
    check_database,
    check_redis,
    check_backups,
    check_clock,
    check_time_zone,
    check_certificates,
)
# Only a running server knows its failed writes, and on its own pages its port needs no check.
ON_PAGE: tuple[Check, ...] = (check_failed_writes, *_ANYWHERE)
IN_TERMINAL: tuple[Check, ...] = (*_ANYWHERE, check_port)
# Cheap enough for every page of the desk.
AT_DESK: tuple[Check, ...] = (check_disk, check_failed_writes)


def run_checks(checks: Iterable[Check]) -> list[Problem]:
    """Run the checks and list the most serious findings first."""
    found: list[Problem] = []
    for check in checks:
        with suppress(DatabaseError):  # `check_database` says why nothing can be read
            found += check()
    return sorted(found, key=lambda each: each.level, reverse=True)


def find_urgent_problems() -> list[Problem]:
    """List the urgent problems, which every page of the desk shows."""
    return [problem for problem in run_checks(AT_DESK) if problem.level is Level.URGENT]
