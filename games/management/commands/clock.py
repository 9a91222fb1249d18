"""`manage.py clock CONTROL`: explain a time control in words, or say what is wrong with it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.clock import InvalidControl, TimeControl
from games.clock.terms import SEATS

UNREADABLE = 2


class Command(BaseCommand):
    help = "Explain a time control, such as 10+5 or 'X=5;O=4', in words. Exit status 2 if it cannot be used."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("control", nargs="+", metavar="CONTROL", help="for example 10+5 m30 g20")
        parser.add_argument("--seats", type=int, choices=sorted(SEATS), help="check it for so many seats")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            control = TimeControl.parse(" ".join(options["control"]))
            if options["seats"]:
                control.check(options["seats"])
        except InvalidControl as fault:
            raise CommandError(str(fault), returncode=UNREADABLE) from fault
        self.stdout.write(f"{control}: {control.name()}")
        self.stdout.write(control.describe())
