"""What one entrant has of one round: a mark, and with an opponent also whom, and who started.

The letters of marks are those of tournament reports where these have one.

>>> str(RoundMark.read("B>1")), RoundMark.read("B>1").mark.opposites
('B>1', (<Mark.LOSS: '0'>,))
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

EntrantId = int | str


class Mark(StrEnum):
    """Each with its letter; then the sign, and the letter in a report where that has none of its own."""

    WIN = "1", "1"
    DRAW = "=", "½"
    LOSS = "0", "0"
    FORFEIT_WIN = "+", "+"
    FORFEIT_LOSS = "-", "−"
    PAIRING_BYE = "U"  # no opponent was left
    FULL_BYE = "F"
    FREE = ".", "", "Z"  # the free round of an odd round robin or a smaller group, worth nothing to anybody
    HALF_BYE = "H"  # requested
    ABSENT = "Z"
    WITHDRAWN = "W", "", "Z"
    NOT_ENTERED = "N", "", "Z"  # rounds before a late entry
    PENDING = "?", "", " "  # paired, no result yet

    _value_: str
    sign: str
    """What stands beside a name in a score: `1`, `½`, `−`; empty for a round without an opponent."""
    report_letter: str
    """In a tournament report. What it has no letter for is told by the one that is worth the same."""
    opposites: tuple["Mark", ...]
    """What the opponent can have of the same meeting; nothing where there is no opponent."""
    is_win: bool

    def __new__(cls, letter: str, sign: str = "", report_letter: str = "") -> Self:
        mark = str.__new__(cls, letter)
        mark._value_ = letter
        mark.sign = sign
        mark.report_letter = report_letter or letter
        mark.opposites = ()
        mark.is_win = letter in "1+"
        return mark


Mark.WIN.opposites = (Mark.LOSS,)
Mark.DRAW.opposites = (Mark.DRAW,)
Mark.LOSS.opposites = (Mark.WIN,)
Mark.FORFEIT_WIN.opposites = (Mark.FORFEIT_LOSS,)
Mark.FORFEIT_LOSS.opposites = (Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS)
Mark.PENDING.opposites = (Mark.PENDING,)

OVER_THE_BOARD = frozenset({Mark.WIN, Mark.DRAW, Mark.LOSS})
FORFEITS = frozenset({Mark.FORFEIT_WIN, Mark.FORFEIT_LOSS})
PAIRED = OVER_THE_BOARD | FORFEITS | {Mark.PENDING}
# C.07 16.1.1: every round after a withdrawal is a zero-point bye; so is one before a late entry.
REQUESTED_BYES = frozenset({Mark.HALF_BYE, Mark.ABSENT, Mark.WITHDRAWN, Mark.NOT_ENTERED})
# C.07 16.1.2: the voluntarily unplayed rounds.
VOLUNTARY = REQUESTED_BYES | {Mark.FORFEIT_LOSS}

_MARKS = {str(mark): mark for mark in Mark}
_START_SIGNS: dict[str, bool | None] = {">": True, "<": False, "~": None}
_SIGN_OF_START = {started: sign for sign, started in _START_SIGNS.items()}
_ROUND = re.compile(
    r"(?:(?P<opponent>[^\s<>~:]+)(?P<start>[<>~]))?(?P<mark>\S)(?::(?P<whole>\d+)(?P<half>\.5)?)?"
)


@dataclass(frozen=True, slots=True)
class RoundMark:
    """One entrant's round. Text: `B>1` started against B and won; `B<0`, `B~=` (start unknown); `U`, `H`.

    `game_points` (doubled) is for team matches, where `mark` is that of the match: `B>1:2.5`.
    """

    mark: Mark
    opponent: EntrantId | None = None
    started: bool | None = None
    game_points: int | None = None

    @classmethod
    def read(cls, text: str) -> "RoundMark | None":
        """From the text form; None if it is none."""
        found = _ROUND.fullmatch(text)
        if not found or found["mark"] not in _MARKS:
            return None
        game_points = None if found["whole"] is None else 2 * int(found["whole"]) + bool(found["half"])
        started = _START_SIGNS[found["start"]] if found["start"] else None
        return cls(_MARKS[found["mark"]], found["opponent"], started, game_points)

    def __str__(self) -> str:
        pairing = "" if self.opponent is None else f"{self.opponent}{_SIGN_OF_START[self.started]}"
        if self.game_points is None:
            return f"{pairing}{self.mark}"
        whole, half = divmod(self.game_points, 2)
        return f"{pairing}{self.mark}:{whole}{'.5' if half else ''}"
