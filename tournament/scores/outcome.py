"""How a match, or a round without an opponent, ended; and one row of a round: who met whom, or sat out.

Outcomes are stored, results and points derived.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from .round_result import FORFEITS, OVER_THE_BOARD, RoundResult


class Outcome(StrEnum):
    """Seen from `first`, the one who starts: what `first` has of it, and `second` if there is one."""

    FIRST_WINS = "first-wins", RoundResult.WIN, RoundResult.LOSS
    DRAW = "draw", RoundResult.DRAW, RoundResult.DRAW
    SECOND_WINS = "second-wins", RoundResult.LOSS, RoundResult.WIN
    FIRST_FORFEITS = "first-forfeits", RoundResult.FORFEIT_LOSS, RoundResult.FORFEIT_WIN
    SECOND_FORFEITS = "second-forfeits", RoundResult.FORFEIT_WIN, RoundResult.FORFEIT_LOSS
    BOTH_FORFEIT = "both-forfeit", RoundResult.FORFEIT_LOSS, RoundResult.FORFEIT_LOSS
    BYE = "bye", RoundResult.PAIRING_BYE
    """Allocated by the pairing because the field was odd."""
    HALF_BYE = "half-bye", RoundResult.HALF_BYE
    """Asked for beforehand."""
    ABSENT = "absent", RoundResult.ABSENT
    """Not there for a round, by choice."""
    FREE = "free", RoundResult.FREE
    """Sits out its one round of an odd round robin: worth nothing to anybody."""

    _value_: str
    results: tuple[RoundResult, RoundResult | None]
    over_the_board: bool
    forfeited: bool
    """Decided without a game, by one side's failing or by both's."""
    without_opponent: bool
    wins: tuple[bool, bool]
    """Whether `first` and whether `second` won, on the board or by forfeit."""

    def __new__(cls, word: str, *both: RoundResult) -> Self:
        outcome = str.__new__(cls, word)
        first, second = both[0], both[1] if len(both) > 1 else None
        outcome._value_ = word
        outcome.results = first, second
        outcome.over_the_board = first in OVER_THE_BOARD
        outcome.forfeited = first in FORFEITS
        outcome.without_opponent = second is None
        outcome.wins = first.is_win, second is not None and second.is_win
        return outcome

    @classmethod
    def of(cls, first: RoundResult, second: RoundResult | None = None) -> "Outcome | None":
        """The outcome that gives these results; None where no outcome does, as while it is pending."""
        return _OUTCOMES.get((first, second))

    @classmethod
    def forfeited_by(cls, *, first: bool, second: bool) -> "Outcome | None":
        """Where one side, or each, failed to play; None where neither did."""
        both = tuple(
            RoundResult.FORFEIT_LOSS if failed else RoundResult.FORFEIT_WIN for failed in (first, second)
        )
        return cls.of(*both)

    @property
    def swapped(self) -> "Outcome":
        """The same ending with the two entrants named the other way round."""
        first, second = self.results
        return self if second is None else _OUTCOMES[second, first]


_OUTCOMES = {outcome.results: outcome for outcome in Outcome}


@dataclass(frozen=True, slots=True)
class Meeting:
    """What happened to `first` (and `second`) in one round; `outcome` None while it is not known.

    `game_points` (doubled, first and second) are of a team match whose boards are known.
    """

    round: int
    first: int
    second: int | None
    outcome: Outcome | None
    game_points: tuple[int, int] | None = None
