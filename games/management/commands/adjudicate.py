"""`manage.py adjudicate FILE...`: replay records and print, one line per game, what the moves prove."""

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from django.core.management.base import BaseCommand

from games.rules import InvalidRecord
from games.rules.adjudication import SheetProblem, Verdict, adjudicate
from games.rules.sheets import read_sheets

STDIN = 0

FINE, FALSE, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    help = (
        "Replay the records in each FILE (- is the standard input) under the rules and their tags. "
        "Exit status 1 if a move was illegal or a claim false, 2 if something could not be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", dest="as_json", help="one JSON object per game")

    def handle(self, *, files: list[str], as_json: bool, **options: object) -> None:
        status = max(self._adjudicate_file(name, as_json) for name in files)
        if status:
            raise SystemExit(status)

    def _adjudicate_file(self, name: str, as_json: bool) -> int:
        status, game = FINE, 0
        try:
            for game, verdict in enumerate(_verdicts(name), 1):
                shown = json.dumps(_as_json(name, game, verdict)) if as_json else f"{name}:{game}: {verdict}"
                self.stdout.write(shown)
                status = max(status, _status(verdict.problem))
        except BrokenPipeError:
            # The reader has closed the pipe (`| head`): end quietly, also at the last flush.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(status) from None
        except OSError as error:
            self.stderr.write(f"{name}: cannot be read: {error.strerror}")
            return UNREADABLE
        if not game:
            self.stderr.write(f"{name}: {InvalidRecord('no-record')}")
            return UNREADABLE
        return status


def _verdicts(name: str) -> Iterator[Verdict]:
    # Bytes that are no UTF-8 are harmless in names and comments; in a move they are refused like other text.
    source = STDIN if name == "-" else name
    with open(source, encoding="utf-8-sig", errors="replace", closefd=source != STDIN) as lines:
        yield from map(adjudicate, read_sheets(lines))


def _status(problem: SheetProblem | None) -> int:
    if problem is None:
        return FINE
    return UNREADABLE if problem.is_unreadable else FALSE


def _as_json(name: str, game: int, verdict: Verdict) -> dict[str, object]:
    problem = verdict.problem
    return {
        "file": name,
        "game": game,
        "result": verdict.result,
        "ending": verdict.outcome and verdict.outcome.ending,
        "moves": verdict.moves,
        "position": verdict.play and str(verdict.play.position),
        "error": problem
        and {
            "move": problem.move,
            "text": problem.text,
            "code": problem.reason.code,
            "message": str(problem.reason),
        },
    }
