"""Pair a Swiss round, and ask bbpPairings for a second opinion.

Our own FIDE (Dutch) System pairs (`dutch`); where no pairing keeps the rules, or should ours ever fail, the
least harm does, and that is never kept secret: an answer says what it was made by. bbpPairings, where it is
installed, gives a second opinion.
"""

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

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
        """The system that the tournament announces."""
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
