"""How a match, or a round without an opponent, ended. Outcomes are stored, marks and points derived."""

from enum import StrEnum

from .mark import FORFEITS, OVER_THE_BOARD, Mark


class Outcome(StrEnum):
    """Seen from `first`, the one who starts."""

    FIRST_WINS = "first-wins"
    DRAW = "draw"
    SECOND_WINS = "second-wins"
    FIRST_FORFEITS = "first-forfeits"
    SECOND_FORFEITS = "second-forfeits"
    BOTH_FORFEIT = "both-forfeit"
    BYE = "bye"
    """Allocated by the pairing because the field was odd."""
    HALF_BYE = "half-bye"
    """Asked for beforehand."""
    ABSENT = "absent"
    """Not there for a round, by choice."""
    FREE = "free"
    """Sits out its one round of an odd round robin: worth nothing to anybody."""

    @classmethod
    def of(cls, first: Mark, second: Mark | None = None) -> "Outcome | None":
        """The outcome that gives these marks; None where no outcome does, as while it is pending."""
        return _OUTCOMES.get((first, second))

    @classmethod
    def forfeited_by(cls, *, first: bool, second: bool) -> "Outcome | None":
        """Where one side, or each, failed to play; None where neither did."""
        marks = tuple(Mark.FORFEIT_LOSS if failed else Mark.FORFEIT_WIN for failed in (first, second))
        return cls.of(*marks)

    @property
    def marks(self) -> tuple[Mark, Mark | None]:
        """What `first` has of it, and `second` if there is one."""
        return _MARKS[self]

    @property
    def over_the_board(self) -> bool:
        return self.marks[0] in OVER_THE_BOARD

    @property
    def forfeited(self) -> bool:
        """Decided without a game, by one side's failing or by both's."""
        return self.marks[0] in FORFEITS

    @property
    def without_opponent(self) -> bool:
        return self.marks[1] is None

    @property
    def wins(self) -> tuple[bool, bool]:
        """Whether `first` and whether `second` won, on the board or by forfeit."""
        first, second = self.marks
        return first.is_win, second is not None and second.is_win

    @property
    def swapped(self) -> "Outcome":
        """The same ending with the two entrants named the other way round."""
        first, second = self.marks
        return self if second is None else _OUTCOMES[second, first]


_MARKS: dict[Outcome, tuple[Mark, Mark | None]] = {
    Outcome.FIRST_WINS: (Mark.WIN, Mark.LOSS),
    Outcome.DRAW: (Mark.DRAW, Mark.DRAW),
    Outcome.SECOND_WINS: (Mark.LOSS, Mark.WIN),
    Outcome.FIRST_FORFEITS: (Mark.FORFEIT_LOSS, Mark.FORFEIT_WIN),
    Outcome.SECOND_FORFEITS: (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS),
    Outcome.BOTH_FORFEIT: (Mark.FORFEIT_LOSS, Mark.FORFEIT_LOSS),
    Outcome.BYE: (Mark.PAIRING_BYE, None),
    Outcome.HALF_BYE: (Mark.HALF_BYE, None),
    Outcome.ABSENT: (Mark.ABSENT, None),
    Outcome.FREE: (Mark.FREE, None),
}
_OUTCOMES = {marks: outcome for outcome, marks in _MARKS.items()}
