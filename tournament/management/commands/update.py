"""`fiveline update`: bring the data up to this version, with a copy first. `serve` does it by itself."""

from django.core.management.base import BaseCommand

from games.timekeeping import now_ms
from tournament.services.backup import updating
from tournament.serving import alive


class Command(BaseCommand):
    help = "Copy the data and bring it up to this version: where several processes serve, before they start."

    def handle(self, **_: object) -> None:
        with alive.nobody_serving() as alone:
            if not alone:
                raise alive.served()
            kept = updating.bring_up_to_date(now_ms=now_ms())
        self.stdout.write(
            "The data is up to date." if kept is None else f"The data is up to date. Before, it was {kept}."
        )
