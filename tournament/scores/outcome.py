"""How a match, or a round without an opponent, ended; and one row of a round: who met, or had no opponent.

Outcomes are stored, results and points derived.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from .round_result import FORFEITS, OVER_THE_BOARD, RoundResult


class Outcome(StrEnum):
    """How a meeting ended: the result of `first`, who starts, and of `second` if there is one."""

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
    """Absent for a round, by choice."""
    FREE = "free", RoundResult.FREE
    """The one round without a game in an odd round robin; gives no points."""

    _value_: str
    results: tuple[RoundResult, RoundResult | None]
    over_the_board: bool
    forfeited: bool
    """Decided without a game, because one side or both failed to play."""
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
        """Find the outcome that gives these results; None if there is none, as for a pending game."""
        return _OUTCOMES.get((first, second))

    @classmethod
    def forfeited_by(cls, *, first: bool, second: bool) -> "Outcome | None":
        """Find the outcome if one side or both failed to play; None if neither did."""
        both = tuple(
            RoundResult.FORFEIT_LOSS if failed else RoundResult.FORFEIT_WIN for failed in (first, second)
        )
        return cls.of(*both)

    @property
    def swapped(self) -> "Outcome":
        """The same ending with the two entrants in the other order."""
        first, second = self.results
        return self if second is None else _OUTCOMES[second, first]


_OUTCOMES = {outcome.results: outcome for outcome in Outcome}


@dataclass(frozen=True, slots=True)
class Meeting:
    """What happened to `first` (and `second`) in one round; `outcome` is None while it is not known.

    `game_points` (doubled, first and second) are of a team match whose boards are known.
    """

    round: int
    first: int
    second: int | None
    outcome: Outcome | None
    game_points: tuple[int, int] | None = None
