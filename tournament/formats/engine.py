"""Pair a Swiss round, and ask bbpPairings for a second opinion.

The FIDE (Dutch) System in `dutch` pairs. Where no pairing meets the rules, or if `dutch` should fail,
`least_harm` pairs; every answer names its method. bbpPairings gives a second opinion where it is installed.
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
    """The method that made a pairing; its value is stored with the round."""

    DUTCH = "dutch"
    LEAST_HARM = "least-harm"
    STAND_IN = "stand-in"

    @classmethod
    def of(cls, word: str) -> "PairedBy | None":
        """Read a stored value; None for an empty one, and for unknown ones from an imported file."""
        return cls(word) if word in set(cls) else None

    @property
    def is_announced(self) -> bool:
        """Whether this is the system that the tournament announces."""
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
    """Pair a round; raise NoLegalPairing unless rules may be broken."""
    if len(question.present) < 2:
        raise NoLegalPairing("too-few", round=question.number, count=len(question.present))
    return _complete(question, solve_as(question, breaking_rules=breaking_rules))


def solve(question: SwissRound) -> Pairs:
    """Find pairs that meet the rules, or raise NoLegalPairing."""
    return solve_as(question).pairs


def solve_as(question: SwissRound, *, breaking_rules: bool = False) -> PairedRound:
    """Pair by the rules; if that is impossible and they may be broken, by the least harm."""
    try:
        return _solve_by_rules(question)
    except NoLegalPairing:
        if not breaking_rules:
            raise
    return PairedRound(least_harm.solve(question), PairedBy.LEAST_HARM)


def _solve_by_rules(question: SwissRound) -> PairedRound:
    """Pair with `dutch`, avoided pairs forbidden as far as possible.

    If `dutch` gives an illegal answer although a legal one exists, that one is used: a full hall is waiting.
    """
    asked = without_avoidable(question)
    pairs = dutch.pair_round(asked).pairs
    if not swiss.fault_in(asked, pairs):
        return PairedRound(pairs, PairedBy.DUTCH)
    legal = least_harm.solve(question)
    if swiss.fault_in(question, legal):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    return PairedRound(legal, PairedBy.STAND_IN)


def without_avoidable(question: SwissRound) -> SwissRound:
    """Forbid all avoided pairs except the few that must meet; may raise NoLegalPairing."""
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


def _complete(question: SwissRound, answer: PairedRound) -> ProposedRound:
    """Add boards, starts and reasons to the pairs."""
    complete = least_harm.complete_pairings if answer.paired_by is PairedBy.LEAST_HARM else swiss.accept
    return ProposedRound(complete(question, answer.pairs), answer.paired_by)


def second_opinion(question: SwissRound) -> tuple[Pairing, ...] | None:
    """Pair with bbpPairings; empty if it finds no pairing, None if it is missing or has no such points."""
    if find_bbp() is None or not bbp_file.can_express(question.scoring):
        return None
    try:
        return swiss.complete_pairings(question, pair_with_bbp(without_avoidable(question)))
    except NoLegalPairing:
        return ()


def find_bbp() -> str | None:
    return next((path for path in map(shutil.which, BBP_NAMES) if path), None)


def pair_with_bbp(question: SwissRound) -> Pairs:
    """Run bbpPairings with files for question and answer."""
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
