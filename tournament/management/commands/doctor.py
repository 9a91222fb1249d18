"""`fiveline doctor`: print the health checks. A page of the club shows the same."""

from django.core.management.base import BaseCommand

from games import wording
from tournament.server.health_checks import IN_TERMINAL, run_checks
from tournament.server.problems import Level

WORDS = {Level.FINE: "fine", Level.ADVICE: "ADVICE", Level.URGENT: "URGENT"}


class Command(BaseCommand):
    help = "Look at disk, files, port, clocks, certificates, database, Redis, backups; fails if it is urgent."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        found = run_checks(IN_TERMINAL)
        for finding in found:
            self.stdout.write(f"{WORDS[finding.level]:7} {wording.sentence(finding)}")
        if any(finding.level is Level.URGENT for finding in found):
            raise SystemExit(1)
