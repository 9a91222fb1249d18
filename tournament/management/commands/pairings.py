"""Pair the next round of a tournament report, or check how the rounds of reports were paired."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.faults import Fault
from tournament.files.reading import decode
from tournament.import_export.trf import questions, read
from tournament.import_export.trf.questions import ReportedPair
from tournament.import_export.trf.values import TournamentReport


class Command(BaseCommand):
    help = (
        "Print the next round of a tournament report (TRF16 or TRF26) by the FIDE (Dutch) System: how many "
        "pairs, then one a line, the starter first, 0 for the bye. With --check, pair every round of each "
        "file anew from what was known before it, and fail if any differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--check", action="store_true", help="compare every round with what is told of it"
        )

    def handle(self, *, files: list[Path], check: bool, **_: Any) -> None:
        if check:
            if sum([self._is_faulty(file) for file in files]):
                raise SystemExit(1)
            return
        if len(files) > 1:
            raise CommandError("One file at a time, unless they are to be checked.")
        self._pair(_read(files[0]))

    def _pair(self, report: TournamentReport) -> None:
        try:
            pairs = questions.pair_round(report)
        except Fault as no:
            raise CommandError(str(no)) from no
        self.stdout.write(str(len(pairs)))
        for first, second in pairs:
            self.stdout.write(f"{first} {second or 0}")

    def _is_faulty(self, file: Path) -> bool:
        """Print the differences in a file and return whether there are any, or whether it cannot be read."""
        try:
            report = _read(file)
        except CommandError as fault:
            self.stderr.write(str(fault))
            return True
        found = questions.find_differences(report)
        self.stdout.write(f"{file}: {report.drawn} rounds, {len(found)} differ")
        for each in found:
            expected = _pairs(each.found) or "no pairing keeps the rules"
            self.stdout.write(f"  round {each.round}: told {_pairs(each.reported)}; expected {expected}")
        return bool(found)


def _read(file: Path) -> TournamentReport:
    try:
        return read(decode(file.read_bytes()))
    except OSError as fault:
        raise CommandError(f"{file} cannot be read: {fault.strerror}") from fault
    except Fault as fault:
        raise CommandError(f"{file}: {fault}") from fault


def _pairs(pairs: frozenset[ReportedPair]) -> str:
    return ", ".join(f"{first}-{second or 0}" for first, second in sorted(pairs, key=lambda told: told[0]))
