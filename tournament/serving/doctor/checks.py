"""Disk, files, database, Redis and port: what the machine has to give."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from games.live import metrics
from games.timekeeping import JUMP_MS, now_ms, shared_wall_ms
from tournament.services.backup import updating
from tournament.serving import alive, server
from tournament.serving.doctor.findings import Finding
from tournament.surroundings import SurroundingsFault, damaged, free_bytes

MIB = 1024 * 1024
# An evening writes a few MB; a backup before each step as much again.
LITTLE_MIB, NEARLY_FULL_MIB = 1_000, 100
# Failures are news for the desk for so long after the last one.
NEWS_MS = 5 * 60_000
# 300 boards with a tablet and watchers each, at five connections a browser.
FILES_OF_A_HALL = 4_096
SECONDS_FOR_REDIS = 2


def disk() -> Iterator[Finding]:
    place = Path(settings.DATA_DIR)
    free = free_bytes(place) // MIB
    if free < NEARLY_FULL_MIB:
        yield Finding("disk-nearly-full", free=free, place=place)
    elif free < LITTLE_MIB:
        yield Finding("disk-little", free=free)
    else:
        yield Finding("disk-fine", free=round(free / 1024))


def failed_writes() -> Iterator[Finding]:
    failed = metrics.failed_writes
    if not failed.count:
        yield Finding("saving-fine")
        return
    at = timezone.localtime(datetime.fromtimestamp(failed.last_ms / 1000, UTC))
    told = {"count": failed.count, "time": f"{at:%H:%M:%S}"}
    if now_ms() - failed.last_ms > NEWS_MS:
        yield Finding("saving-failed-before", **told)
    else:
        yield Finding("saving-failed", **told, reason=_reason(failed.problem))


def _reason(problem: BaseException | None) -> SurroundingsFault | Finding:
    fault = None if problem is None else updating.surroundings_fault(problem)
    return fault or Finding("unknown-reason")


def rights_of_files() -> Iterator[Finding]:
    place = Path(settings.DATA_DIR)
    if not os.access(place, os.W_OK):
        yield Finding("folder-closed", place=place)
        return
    if sys.platform == "win32":
        return  # the folder lies in the profile of its owner, and modes say nothing there
    is_open = bool(place.stat().st_mode & 0o077)
    yield Finding("folder-open" if is_open else "folder-fine", place=place)
    for key in (place / "secret-key", *sorted((place / "authority").glob("*.key"))):
        if key.exists() and key.stat().st_mode & 0o077:
            yield Finding("key-open", place=key)


def open_files() -> Iterator[Finding]:
    if sys.platform == "win32":
        return  # there is no such limit
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard >= FILES_OF_A_HALL:
        yield Finding("files-fine", count="∞" if hard == resource.RLIM_INFINITY else hard)
    else:
        yield Finding("files-few", count=hard, needed=FILES_OF_A_HALL)


def database() -> Iterator[Finding]:
    try:
        state = updating.look()
        if state.pending and not state.is_new:
            yield Finding("database-fault", reason=updating.not_up_to_date())
        yield from _sqlite() if connection.vendor == "sqlite" else _postgres()
    except SurroundingsFault as fault:
        yield Finding("database-fault", reason=fault)
    except (DatabaseError, sqlite3.Error, OSError) as problem:
        yield Finding("database-fault", reason=_reason(problem))


def _sqlite() -> Iterator[Finding]:
    file = updating.database_file()
    assert file is not None
    if not file.exists():
        return
    with closing(sqlite3.connect(file)) as opened:
        if opened.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise damaged(file, Path(settings.DATA_DIR))
    yield Finding("sqlite-fine", size=max(1, round(file.stat().st_size / MIB)))


def _postgres() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        yield Finding("postgres-fine", version=cursor.fetchone()[0].split()[0])
    away_ms = abs(shared_wall_ms() - now_ms())
    if away_ms > JUMP_MS:
        yield Finding("clocks-differ", seconds=round(away_ms / 1000, 1))


def redis() -> Iterator[Finding]:
    if not settings.REDIS_URL:
        yield Finding("redis-none")
        return
    from redis import Redis, RedisError

    try:
        with closing(
            Redis.from_url(
                settings.REDIS_URL,
                socket_timeout=SECONDS_FOR_REDIS,
                socket_connect_timeout=SECONDS_FOR_REDIS,
            )
        ) as asked:
            asked.ping()
    except (RedisError, OSError, ValueError) as problem:
        yield Finding("redis-away", detail=" ".join(str(problem).split())[:200])
    else:
        yield Finding("redis-fine")


def port() -> Iterator[Finding]:
    wanted = int(os.environ.get("PORT") or "8000")
    with alive.nobody_serving() as alone:
        if not alone:
            yield Finding("serving")
            return
    try:
        server.claim(os.environ.get("HOST") or "127.0.0.1", wanted).close()
    except server.CannotListen as problem:
        yield Finding("port-taken", port=wanted, reason=problem, other=wanted + 1)
    else:
        yield Finding("port-fine", port=wanted)
