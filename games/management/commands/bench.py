"""`manage.py bench [NAME]`: figures, one line each. A figure is `run(say)` in a module of tests/bench."""

import importlib
from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = "Measure, and print `bench NAME: figure`; every figure with a baseline that was run beside it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")

    def handle(self, *, names: list[str], **options: object) -> None:
        known = benchmarks()
        for name in names:
            if name not in known:
                raise CommandError(f"There is no bench {name}; there are: {', '.join(known) or 'none'}.")
        for name in names or known:
            module = importlib.import_module(f"tests.bench.{name}")
            module.run(lambda sentence, name=name: self._say(name, sentence))

    def _say(self, name: str, sentence: str) -> None:
        self.stdout.write(f"bench {name}: {sentence}")
        self.stdout.flush()


def benchmarks() -> list[str]:
    folder = Path(settings.BASE_DIR) / "tests" / "bench"
    return sorted(path.stem for path in folder.glob("[a-z]*.py"))
