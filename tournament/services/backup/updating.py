"""Bringing the data up to what this version asks for: looked at first, copied, then migrated.

Data of a newer version is refused, and so is a database that went missing beside its backups: to begin anew
there would look like a first run.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tournament.installation import COMMAND, VERSION
from tournament.server.problems import Problem, database_file, newest_backup, refuse_damaged
from tournament.services.backup import copies, dumping

Migration = tuple[str, str]


@dataclass(frozen=True, slots=True)
class DataState:
    is_new: bool
    pending: tuple[Migration, ...]


def look() -> DataState:
    """How the data stands; refuses what this version cannot open."""
    file, folder = database_file(), Path(settings.DATA_DIR)
    if file is not None and (not file.exists() or not file.stat().st_size):
        _refuse_empty(file, folder)
    executor = MigrationExecutor(connection)
    applied = set(executor.loader.applied_migrations)
    refuse_newer(applied)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return DataState(not applied, tuple((each.app_label, each.name) for each, _back in plan))


def bring_up_to_date(*, now_ms: int) -> Path | None:
    """Migrate what there is to migrate; where the copy from before is, if there was anything to copy."""
    state = look()
    if not state.pending:
        return None
    kept = None if state.is_new else _copy(now_ms)
    call_command("migrate", verbosity=0, interactive=False)
    return kept


def not_up_to_date() -> Problem:
    return Problem("not-up-to-date", command=COMMAND)


def refuse_newer(applied: Iterable[Migration]) -> None:
    """Migrations that come behind the last one that we have: a newer version made them."""
    ours: dict[str, str] = {}
    for app, name in MigrationExecutor(None).loader.disk_migrations:
        ours[app] = max(name, ours.get(app, ""))
    newer = sorted(f"{app}.{name}" for app, name in applied if app in ours and name > ours[app])
    if newer:
        backup = newest_backup(Path(settings.DATA_DIR)) or "FILE"
        raise Problem("newer", version=VERSION, what=newer[0], command=COMMAND, backup=backup)


def _refuse_empty(file: Path, folder: Path) -> None:
    if backup := newest_backup(folder):
        raise Problem("empty", place=file, command=COMMAND, backup=backup, folder=folder / "backups")


def _copy(now_ms: int) -> Path:
    file = database_file()
    try:
        if file is None:
            return dumping.dump(now_ms=now_ms)
        refuse_damaged(file, Path(settings.DATA_DIR))
        return copies.keep_house(reason="update", now_ms=now_ms)
    except (OSError, dumping.NoDump) as problem:
        raise Problem("no-copy", reason=problem, command=COMMAND) from problem
