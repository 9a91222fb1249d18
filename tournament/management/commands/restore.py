"""`manage.py restore FILE`: restore a backup, after a backup of the present state."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.access.permissions import SYSTEM
from games.faults import Fault
from games.timekeeping import now_ms
from tournament.server import alive
from tournament.services import locking
from tournament.services.backup import restoring
from tournament.services.backup.restoring import BackupRefused


class Command(BaseCommand):
    help = "Restore a backup: a copy of the database (packed or not) or one event (JSON)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_: object) -> None:
        try:
            content = restoring.read(file.read_bytes())
            if content.database:
                self._restore_installation(content)
            else:
                self._restore_tournament(content.tournament)
        except (OSError, Fault) as fault:
            raise CommandError(f"{file}: {fault}") from fault

    def _restore_installation(self, content: restoring.BackupContent) -> None:
        with alive.lock_data_alone() as alone:
            if not alone:
                raise BackupRefused("served")
            kept = restoring.restore_installation(content, now_ms=now_ms())
        self.stdout.write(f"Restored. The database as it was before is kept as {kept}.")

    def _restore_tournament(self, text: str) -> None:
        """Load a tournament without its live games; all other games continue, in the same generation."""
        with transaction.atomic():
            made = restoring.load_copy(text)
            locking.note(SYSTEM, "restore", made)
        self.stdout.write(f"Restored as tournament {made.pk}. The one it replaces is archived.")
