"""`fiveline doctor`: what is wrong around Fiveline, and what to do. A page of the club shows the same."""

from django.core.management.base import BaseCommand

from games import wording
from tournament.serving import doctor
from tournament.serving.doctor import Level

WORDS = {Level.FINE: "fine", Level.ADVICE: "ADVICE", Level.URGENT: "URGENT"}


class Command(BaseCommand):
    help = "Look at disk, files, port, clocks, certificates, database, Redis, backups; fails if it is urgent."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        found = doctor.examine(doctor.IN_TERMINAL)
        for finding in found:
            self.stdout.write(f"{WORDS[finding.level]:7} {wording.sentence(finding)}")
        if any(finding.level is Level.URGENT for finding in found):
            raise SystemExit(1)
