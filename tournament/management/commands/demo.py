"""`manage.py demo`: load a demo club; `--play` lets bots play, `--reset` removes it."""

import time
from argparse import ArgumentParser

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from games import wording
from games.faults import Fault
from games.timekeeping import now_ms, stamp_ms
from tournament.demo import clearing, load, playing

_TICK_S = 0.5


class Command(BaseCommand):
    help = "Fill in a demo club: a finished event, live boards, a knockout, pairs; the same every time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--play", action="store_true", help="let bots go on playing until you press Ctrl+C"
        )
        parser.add_argument("--reset", action="store_true", help="remove the demo, and only the demo")

    def handle(self, *, play: bool, reset: bool, **options: object) -> None:
        call_command("migrate", verbosity=0, interactive=False)  # perhaps nothing was ever started here
        if reset:
            count = clearing.clear()
            self.stdout.write(f"Removed {count} demo events." if count else "There is no demo to remove.")
            if not play:
                return
        if not load.is_there() or reset:
            self._fill()
        elif not play:
            raise CommandError("The demo is here already. Add --play to let it go on, --reset to remove it.")
        if play:
            self._play()

    def _fill(self) -> None:
        try:
            tournaments = load.load_demo(now_ms())
        except Fault as fault:
            raise CommandError(wording.sentence(fault)) from fault
        for tournament in tournaments:
            self.stdout.write(f"{tournament.name}: /e/{tournament.code}/")

    def _play(self) -> None:
        self.stdout.write("The bots are playing. Ctrl+C to stop.")
        try:
            while True:
                playing.step(stamp_ms())
                time.sleep(_TICK_S)
        except KeyboardInterrupt:
            self.stdout.write("The bots have stopped; clocks go on.")
