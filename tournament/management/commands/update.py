"""`fiveline update`: bring the data up to this version, with a copy first. `serve` does the same."""

from django.core.management.base import BaseCommand, CommandParser

from games.timekeeping import MINUTE_MS, begin_generation, now_ms
from tournament.server import alive
from tournament.services.backup import updating


class Command(BaseCommand):
    help = "Copy the data and bring it up to this version: where several processes serve, before they start."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--restored",
            action="store_true",
            help="pg_restore put an older copy back: what tablets played since is kept as late entries",
        )

    def handle(self, *, restored: bool, **_: object) -> None:
        with alive.lock_data_alone() as alone:
            if not alone:
                raise alive.already_served()
            kept = updating.bring_up_to_date(now_ms=now_ms())
            if restored:
                # Later than any generation that was counted up from 1, even if some were lost.
                begin_generation(after=now_ms() // MINUTE_MS)
        self.stdout.write(
            "The data is up to date." if kept is None else f"The data is up to date. Before, it was {kept}."
        )
