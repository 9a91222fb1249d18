"""Bring the data up to what this version asks for: check it, copy it, then migrate it.

Data of a newer version is refused, and so is a database that is missing beside its backups: a fresh start
there would look like a first run. A PostgreSQL database is copied by PostgreSQL's own program.
"""

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.installation import COMMAND, VERSION
from tournament.server.problems import Problem, database_file, newest_backup, refuse_damaged
from tournament.services.backup import copies

Migration = tuple[str, str]
KEEP_DUMPS = 3
DUMP_MINUTES = 30
# As PostgreSQL's programs read them: a password given as an argument could be seen by others.
VARIABLES = {
    "PGHOST": "HOST",
    "PGPORT": "PORT",
    "PGUSER": "USER",
    "PGPASSWORD": "PASSWORD",
    "PGDATABASE": "NAME",
}


@dataclass(frozen=True, slots=True)
class DataState:
    is_new: bool
    pending: tuple[Migration, ...]


def inspect_data() -> DataState:
    """Find out what is to be migrated, and refuse data that this version cannot open."""
    file, folder = database_file(), Path(settings.DATA_DIR)
    is_empty = file is not None and (not file.exists() or not file.stat().st_size)
    if is_empty and (backup := newest_backup(folder)):
        raise Problem("empty", place=file, command=COMMAND, backup=backup, folder=folder / "backups")
    executor = MigrationExecutor(connection)
    applied = set(executor.loader.applied_migrations)
    refuse_newer(applied)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return DataState(not applied, tuple((each.app_label, each.name) for each, _back in plan))


def bring_up_to_date(*, now_ms: int) -> Path | None:
    """Run the pending migrations; return the path of the copy made before, if there was anything to copy."""
    state = inspect_data()
    if not state.pending:
        return None
    kept = None if state.is_new else _copy(now_ms)
    call_command("migrate", verbosity=0, interactive=False)
    return kept


def not_up_to_date() -> Problem:
    return Problem("not-up-to-date", command=COMMAND)


def refuse_newer(applied: Iterable[Migration]) -> None:
    """Raise a Problem if a migration comes after the last one known here: a newer version made the data."""
    ours: dict[str, str] = {}
    for app, name in MigrationExecutor(None).loader.disk_migrations:
        ours[app] = max(name, ours.get(app, ""))
    newer = sorted(f"{app}.{name}" for app, name in applied if app in ours and name > ours[app])
    if newer:
        backup = newest_backup(Path(settings.DATA_DIR)) or "FILE"
        raise Problem("newer", version=VERSION, what=newer[0], command=COMMAND, backup=backup)


def _copy(now_ms: int) -> Path:
    file = database_file()
    try:
        if file is None:
            return dump(now_ms)
        refuse_damaged(file, Path(settings.DATA_DIR))
        return copies.copy_installation(reason="update", now_ms=now_ms)
    except OSError as problem:
        raise Problem("no-copy", reason=problem, command=COMMAND) from problem


def dump(now_ms: int) -> Path:
    """Write a copy of the whole PostgreSQL database, which `pg_restore` brings back."""
    program = shutil.which("pg_dump")
    if program is None:
        raise OSError("pg_dump is not installed here")
    database = connection.settings_dict
    path = copies.folder() / f"{copies.stamp(now_ms)}-update.dump"
    given = {name: str(database[key]) for name, key in VARIABLES.items() if database.get(key)}
    if mode := database.get("OPTIONS", {}).get("sslmode"):
        given["PGSSLMODE"] = str(mode)
    with copies.atomic_file(path) as fresh:
        try:
            done = subprocess.run(  # noqa: S603 (found in the PATH by its own name)
                [program, "--format=custom", "--no-owner", f"--file={fresh}"],
                env={**os.environ, **given},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=DUMP_MINUTES * 60,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise OSError(f"pg_dump took more than {DUMP_MINUTES} minutes") from None
        if done.returncode:
            raise OSError(" ".join(done.stderr.split())[:300] or f"pg_dump ended with {done.returncode}")
    for old in sorted(copies.folder().glob("*-update.dump"))[:-KEEP_DUMPS]:
        old.unlink(missing_ok=True)
    return path
