"""Pairing a Swiss round: which way, and the door through which a process of its own is asked.

Our own FIDE (Dutch) System pairs (`dutch`); where no pairing keeps the rules, or should ours ever fail, the
least harm does, and that is never kept secret: an answer says what it was made by. bbpPairings, where it is
installed, gives a second opinion. `python -m tournament.formats.engine` reads a question on stdin and answers
on stdout, both JSON, so that the caller can wait, show the elapsed time, and kill it.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from tournament.scores import Entrant, Meeting, Outcome, Scoring

from . import bbp_file, dutch, least_harm, swiss
from .pairing import NoLegalPairing, Pairing, pair
from .reasons import Reason
from .swiss import Pairs
from .swiss_round import SwissRound

BBP_NAMES = ("bbpPairings", "bbpPairings.exe")
_BBP_NO_PAIRING = 1


class PairedBy(StrEnum):
    """What made a pairing; the word is stored with the round."""

    DUTCH = "dutch"
    LEAST_HARM = "least-harm"
    STAND_IN = "stand-in"

    @classmethod
    def of(cls, word: str) -> "PairedBy | None":
        """As it is stored; None for nothing, and for what a file from elsewhere may say."""
        return cls(word) if word in set(cls) else None

    @property
    def is_announced(self) -> bool:
        """The system that the event announces."""
        return self is PairedBy.DUTCH

    @property
    def reason(self) -> Reason:
        return _PAIRED_BY[self]


_PAIRED_BY = {
    PairedBy.DUTCH: Reason("paired-by-dutch"),
    PairedBy.LEAST_HARM: Reason("paired-by-least-harm"),
    PairedBy.STAND_IN: Reason("paired-by-stand-in"),
}


@dataclass(frozen=True, slots=True)
class PairedRound:
    pairs: Pairs
    paired_by: PairedBy


@dataclass(frozen=True, slots=True)
class ProposedRound:
    pairings: tuple[Pairing, ...]
    paired_by: PairedBy


def command() -> list[str]:
    """What to run, from the directory that holds the `tournament` package."""
    return [sys.executable, "-m", "tournament.formats.engine"]


def propose(question: SwissRound, *, breaking_rules: bool = False) -> ProposedRound:
    """The pairings of a round and what made them; NoLegalPairing unless rules may be broken."""
    if len(question.present) < 2:
        raise NoLegalPairing("too-few", round=question.number, count=len(question.present))
    return _dressed(question, solve_as(question, breaking_rules=breaking_rules))


def solve(question: SwissRound) -> Pairs:
    """Pairs that keep the rules, or NoLegalPairing."""
    return solve_as(question).pairs


def solve_as(question: SwissRound, *, breaking_rules: bool = False) -> PairedRound:
    """By the rules if they can be kept; else, if they may be broken, by the least harm."""
    try:
        return _by_the_rules(question)
    except NoLegalPairing:
        if not breaking_rules:
            raise
    return PairedRound(least_harm.solve(question), PairedBy.LEAST_HARM)


def _by_the_rules(question: SwissRound) -> PairedRound:
    """Our own Dutch. Pairs to be kept apart if possible are forbidden, as far as that leaves a pairing.
    Should ours give nothing usable although there is something, that stands in: forty people are waiting."""
    asked = without_avoidable(question)
    pairs = dutch.pair_round(asked).pairs
    if not swiss.fault_in(asked, pairs):
        return PairedRound(pairs, PairedBy.DUTCH)
    legal = least_harm.solve(question)
    if swiss.fault_in(question, legal):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    return PairedRound(legal, PairedBy.STAND_IN)


def without_avoidable(question: SwissRound) -> SwissRound:
    """The question with nothing merely avoided: all of that is forbidden, but for as few as must meet. May
    raise NoLegalPairing."""
    if not question.avoided:
        return question
    strict = question.keeping_apart(question.avoided)
    if dutch.has_pairing(strict):
        return strict
    legal = least_harm.solve(question)
    if swiss.fault_in(question, legal):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    unavoidable = {pair(one, other) for one, other in legal if other is not None}
    return question.keeping_apart(question.avoided - unavoidable)


def _dressed(question: SwissRound, answer: PairedRound) -> ProposedRound:
    dress = least_harm.dress if answer.paired_by is PairedBy.LEAST_HARM else swiss.accept
    return ProposedRound(dress(question, answer.pairs), answer.paired_by)


def second_opinion(question: SwissRound) -> tuple[Pairing, ...] | None:
    """What bbpPairings gives, nothing where it finds no pairing; None where it is not installed, or cannot be
    told these points."""
    if find_bbp() is None or not bbp_file.can_say(question.scoring):
        return None
    try:
        return swiss.dress(question, pair_with_bbp(without_avoidable(question)))
    except NoLegalPairing:
        return ()


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
        "settled": sorted(question.settled),
        "accelerated": question.accelerated,
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
        settled=frozenset(plain["settled"]),
        accelerated=plain["accelerated"],
    )
    return question, plain["breaking_rules"]


def answer(text: str) -> str:
    """JSON in, JSON out: {"pairs": [[1, 2], [3, null]], "paired_by": "dutch"} or {"no": code, "params":
    {...}}."""
    question, breaking_rules = load(text)
    try:
        found = solve_as(question, breaking_rules=breaking_rules)
    except NoLegalPairing as no:
        return json.dumps({"no": no.code, "params": no.params})
    return json.dumps({"pairs": found.pairs, "paired_by": found.paired_by})


def read_answer(question: SwissRound, text: str) -> ProposedRound:
    """Pairings from an answer given for this very question; checked again here, or NoLegalPairing."""
    try:
        plain = json.loads(text)
    except ValueError:
        raise NoLegalPairing("engine-failed", round=question.number) from None
    if "no" in plain:
        raise NoLegalPairing(plain["no"], **plain["params"])
    pairs: Pairs = tuple((one, other) for one, other in plain["pairs"])
    return _dressed(question, PairedRound(pairs, PairedBy(plain["paired_by"])))


if __name__ == "__main__":
    sys.stdout.write(answer(sys.stdin.read()))
