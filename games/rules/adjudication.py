"""Replay a score sheet under the rules and its tags: what the moves prove, and whether the tags are false."""

from dataclasses import dataclass

from games.faults import Fault
from games.rules.faults import FalseClaim, IllegalMove, Unreadable
from games.rules.moves import PASS, Move
from games.rules.outcome import Outcome
from games.rules.play import Play
from games.rules.sheets import RecordSheet
from games.rules.tags import ClaimedEnding, claim_of, rules_of, start_of


@dataclass(frozen=True, slots=True)
class SheetProblem:
    """A fault of a sheet: the move (counting passes; None: no move), its text as written, and the reason."""

    move: int | None
    text: str
    reason: Fault

    @property
    def is_unreadable(self) -> bool:
        return isinstance(self.reason, Unreadable)

    def __str__(self) -> str:
        if isinstance(self.reason, FalseClaim):
            return str(self.reason)
        kind = "unreadable" if self.is_unreadable else "illegal"
        return (
            f"{kind}: {self.reason}"
            if self.move is None
            else f"{kind} move {self.move} {self.text}: {self.reason}"
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a game is legal, how it ended, and what is wrong with it, if anything is.

    `play` is None if not even the tags can be read. `outcome` is proven by the moves, or believed from the
    tags when the moves leave the game open.
    """

    play: Play | None
    outcome: Outcome | None = None
    problem: SheetProblem | None = None

    @property
    def moves(self) -> int:
        return self.play.ply if self.play else 0

    @property
    def result(self) -> str:
        return self.outcome.result if self.outcome else "*"

    def __str__(self) -> str:
        return str(self.problem) if self.problem else _proof_text(self.outcome, self.moves)


def adjudicate(sheet: RecordSheet) -> Verdict:
    """Replay the sheet and judge it; stop at the first move that cannot be read or is illegal."""
    try:
        if sheet.fault:
            raise sheet.fault
        play = Play.begin(start_of(sheet.tags), rules_of(sheet.tags))
        claim = claim_of(sheet.tags, sheet.result)
    except Unreadable as fault:
        return Verdict(None, problem=SheetProblem(None, "", fault))
    for number, word in enumerate(sheet.words, 1):
        try:
            play = play.after_pass() if word.text == PASS else play.move(Move.parse(word.text))
        except (Unreadable, IllegalMove) as fault:
            return Verdict(play, play.outcome, SheetProblem(number, word.text, fault))
    return _check_claim(play, claim)


def _check_claim(play: Play, claim: ClaimedEnding) -> Verdict:
    """Compare the claimed ending with the moves; believe it where they leave the game open."""
    outcome = play.outcome or claim.unproven_outcome()
    is_true = claim.agrees_with(outcome) if outcome else not claim
    if is_true:
        return Verdict(play, outcome)
    falsehood = FalseClaim("false-claim", claim=claim, proof=_proof_text(outcome, play.ply))
    return Verdict(play, outcome, SheetProblem(None, str(claim), falsehood))


def _proof_text(outcome: Outcome | None, moves: int) -> str:
    # Always the plural "moves", so that a program can split the line.
    return f"{outcome or '* unfinished'} after {moves} moves"
