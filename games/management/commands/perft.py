"""`manage.py perft DEPTH`: how many legal sequences of so many plies there are."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from games.rules import InvalidPosition, Position
from games.rules.perft import perft


class Command(BaseCommand):
    help = "Count every legal sequence of DEPTH plies. None goes on after a line; a forced pass is a ply."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("depth", type=int)
        parser.add_argument("--seats", type=int, choices=(2, 4), help="players, from the opening (default 2)")
        parser.add_argument("--position", help="count from this position instead, as text")

    def handle(self, *, depth: int, seats: int | None, position: str | None, **options: object) -> None:
        if depth < 0:
            raise CommandError("DEPTH cannot be below 0.")
        self.stdout.write(str(perft(self._start(seats, position), depth)))

    def _start(self, seats: int | None, text: str | None) -> Position:
        if text is None:
            return Position.initial(seats or 2)
        try:
            position = Position.parse(text)
        except InvalidPosition as fault:
            raise CommandError(f"{fault}.") from fault
        if seats not in (None, position.seats):
            raise CommandError(f"This position is for {position.seats} players, not for {seats}.")
        return position
