"""The one impure door of the formats: the programs that pair a Swiss round.

`python -m tournament.formats.engine` reads a question on stdin and answers on stdout, both JSON, so that the
caller can wait, show the elapsed time, and kill it (with its process group: the program it runs is a child of
its own). `bbpPairings` is used where it is installed, else caissify-pairings, the only third-party import in
this package.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tournament.scores import Entrant, Meeting, Outcome, Scoring

from . import bbp_file, least_harm, swiss
from .pairing import NoLegalPairing, Pairing, pair
from .swiss import Pairs
from .swiss_cards import SwissCard
from .swiss_round import SwissRound

BBP_NAMES = ("bbpPairings", "bbpPairings.exe")
_BBP_NO_PAIRING = 1


def command() -> list[str]:
    """What to run, from the directory that holds the `tournament` package."""
    return [sys.executable, "-m", "tournament.formats.engine"]


def solve(question: SwissRound) -> Pairs:
    """Pairs by the best program at hand, or NoLegalPairing.

    Whether a legal pairing exists, and which `avoided` pairs it cannot do without, is found out exactly
    beforehand: the programs search long, or give something illegal, where there is none. Should all of them
    fail, that legal pairing stands in: forty people are waiting.
    """
    legal = least_harm.solve(question)
    if swiss.fault_in(question, legal):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    unavoidable = {pair(one, other) for one, other in legal if other is not None}
    asked = question.keeping_apart(question.avoided - unavoidable)
    for program in _programs(asked):
        with suppress(NoLegalPairing):
            pairs = program(asked)
            if not swiss.fault_in(asked, pairs):
                return pairs
    return legal


def _programs(question: SwissRound) -> list[swiss.Solve]:
    """Best first."""
    with_bbp = find_bbp() is not None and bbp_file.can_say(question.scoring)
    return [pair_with_bbp, pair_with_caissify] if with_bbp else [pair_with_caissify]


def pair_with_caissify(question: SwissRound) -> Pairs:
    """Pairs by caissify-pairings; it never says no, so what it gives must be checked.

    Its round one pairs top half with bottom half without a look at pairs that must not meet; asked for round
    two of a field without a past it uses its full method, with the same outcome where nothing is forbidden.
    """
    from caissify_pairings import generate_pairings  # type: ignore[import-untyped]

    book = question.cards()
    apart = {tuple(sorted(couple)) for couple in question.forbidden}
    met = {tuple(sorted((card.entrant, other))) for card in book.values() for other in card.opponents}
    number = question.number if not apart else max(2, question.number)
    rows = generate_pairings(
        system="dutch",
        players=[_caissify_player(entrant, book[entrant.id]) for entrant in question.present],
        previous_pairings=met | apart,
        round_number=number,
        total_rounds=max(question.planned, number) + (question.number < number),
        initial_color="white" if question.odd_seeds_start else "black",
    )
    return tuple((row["white_id"], row["black_id"]) for row in rows)


def _caissify_player(entrant: Entrant, card: SwissCard) -> dict[str, Any]:
    return {
        "id": entrant.id,
        "name": "",
        "rating": entrant.rating,
        "starting_number": entrant.seed,
        "pairing_number": entrant.seed,
        # Its scale: a win is 1.0. Halves are exact in binary, so equal scores stay equal.
        "score": card.score / 2,
        "color_hist": ["white" if start else "black" for start in card.starts],
        "float_history": [str(way) for way in card.floats] or ["none"],
        "bye_count": int(card.won_without_playing),
    }


def find_bbp() -> str | None:
    return next((path for path in map(shutil.which, BBP_NAMES) if path), None)


def pair_with_bbp(question: SwissRound) -> Pairs:
    """Pairs by bbpPairings, spoken to by files."""
    path = find_bbp()
    if path is None:
        raise NoLegalPairing("engine-failed", round=question.number)
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "round.trf"), Path(folder, "pairs.txt")
        asked.write_text(bbp_file.write(question), encoding="ascii")
        done = subprocess.run(  # noqa: S603 (a fixed command line, files of our own)
            [path, "--dutch", str(asked), "-p", str(answered)], capture_output=True, check=False
        )
        if done.returncode == _BBP_NO_PAIRING:
            raise NoLegalPairing("no-legal-pairing", round=question.number)
        if done.returncode or not answered.exists():
            raise NoLegalPairing("engine-failed", round=question.number)
        return bbp_file.read_pairs(question, answered.read_text(encoding="ascii"))


def dump(question: SwissRound, *, breaking_rules: bool = False) -> str:
    """The question as JSON. `breaking_rules` asks for the least harm where no pairing keeps them."""
    plain = {
        "breaking_rules": breaking_rules,
        "number": question.number,
        "planned": question.planned,
        "entrants": [[e.id, e.seed, e.rating] for e in question.entrants],
        "meetings": [[each.round, each.first, each.second, each.outcome] for each in question.meetings],
        "withdrawn": sorted(question.withdrawn),
        "absent": sorted(question.absent),
        "half_byes": sorted(question.half_byes),
        "forbidden": sorted(sorted(couple) for couple in question.forbidden),
        "avoided": sorted(sorted(couple) for couple in question.avoided),
        "odd_seeds_start": question.odd_seeds_start,
        "scoring": asdict(question.scoring),
    }
    return json.dumps(plain)


def load(text: str) -> tuple[SwissRound, bool]:
    """The question and whether rules may be broken, from `dump`."""
    plain = json.loads(text)
    question = SwissRound(
        number=plain["number"],
        planned=plain["planned"],
        entrants=tuple(Entrant(*row) for row in plain["entrants"]),
        meetings=tuple(
            Meeting(number, first, second, None if outcome is None else Outcome(outcome))
            for number, first, second, outcome in plain["meetings"]
        ),
        odd_seeds_start=plain["odd_seeds_start"],
        scoring=Scoring(**plain["scoring"]),
        withdrawn=frozenset(plain["withdrawn"]),
        absent=frozenset(plain["absent"]),
        half_byes=frozenset(plain["half_byes"]),
        forbidden=frozenset(pair(*couple) for couple in plain["forbidden"]),
        avoided=frozenset(pair(*couple) for couple in plain["avoided"]),
    )
    return question, plain["breaking_rules"]


def answer(text: str) -> str:
    """JSON in, JSON out: {"pairs": [[1, 2], [3, null]]} or {"no": code, "params": {...}}."""
    question, breaking_rules = load(text)
    try:
        pairs = least_harm.solve(question) if breaking_rules else solve(question)
    except NoLegalPairing as no:
        return json.dumps({"no": no.code, "params": no.params})
    return json.dumps({"pairs": pairs})


def read_answer(question: SwissRound, text: str, *, breaking_rules: bool = False) -> tuple[Pairing, ...]:
    """Pairings from an answer given for this very question; checked again here, or NoLegalPairing."""
    try:
        plain = json.loads(text)
    except ValueError:
        raise NoLegalPairing("engine-failed", round=question.number) from None
    if "no" in plain:
        raise NoLegalPairing(plain["no"], **plain["params"])
    pairs: Pairs = tuple((one, other) for one, other in plain["pairs"])
    return (least_harm.dress if breaking_rules else swiss.accept)(question, pairs)


if __name__ == "__main__":
    sys.stdout.write(answer(sys.stdin.read()))
