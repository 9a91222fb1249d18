"""`manage.py restore FILE`: go back to a backup. What is there now is archived first, never lost."""

import gzip
import os
import sqlite3
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction

from games.access.permissions import SYSTEM
from games.timekeeping import begin_generation, generation, now_ms
from tournament.services import locking
from tournament.services.backup import copies, event_copy


class Command(BaseCommand):
    help = "Restore a backup: a database copy (.sqlite3.gz) or one event (.json.gz)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_: object) -> None:
        try:
            content = gzip.decompress(file.read_bytes())
        except (OSError, EOFError, gzip.BadGzipFile) as fault:
            raise CommandError(f"{file} cannot be read as a backup: {fault}") from fault
        if file.name.endswith(".sqlite3.gz"):
            self._restore_database(content)
        elif file.name.endswith(".json.gz"):
            self._restore_event(content.decode())
        else:
            raise CommandError(
                f"{file.name} is no backup: its name ends neither in .sqlite3.gz nor .json.gz."
            )

    def _restore_database(self, content: bytes) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This is a SQLite copy, and the database here is not SQLite.")
        database = Path(connection.settings_dict["NAME"])
        lost = generation()
        archived = copies.folder() / f"archived-{now_ms()}.sqlite3"
        fresh = database.with_name(f"{database.name}.restoring")
        fresh.write_bytes(content)
        fresh.chmod(0o600)
        _check(fresh)
        _copy(database, archived)
        connection.close()
        # The log of the old database must not be read into the new one.
        for tail in ("-wal", "-shm"):
            Path(f"{database}{tail}").unlink(missing_ok=True)
        os.replace(fresh, database)
        begin_generation(after=lost)
        self.stdout.write(f"Restored. The database as it was before is kept as {archived}.")

    def _restore_event(self, text: str) -> None:
        """A copy without live games: what the tablets of the house play goes on, in the same generation."""
        with transaction.atomic():
            made = event_copy.load(text)
            event_copy.archive_original(text, made)
            locking.note(SYSTEM, "restore", made)
        self.stdout.write(f"Restored as tournament {made.pk}. The one it replaces is archived.")


def _check(file: Path) -> None:
    copy = sqlite3.connect(file)
    try:
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise CommandError(f"{file} is damaged.")
    except sqlite3.DatabaseError as fault:
        raise CommandError(f"{file} is not a database: {fault}") from fault
    finally:
        copy.close()


def _copy(database: Path, target: Path) -> None:
    source, copy = sqlite3.connect(database), sqlite3.connect(target)
    try:
        source.backup(copy)
    finally:
        source.close()
        copy.close()
