"""The result of one round for one entrant, and with an opponent also which one, and who started.

The letters of results are those of tournament reports where these have one.

>>> str(EntrantRound.read("B>1")), EntrantRound.read("B>1").result.opposites
('B>1', (<RoundResult.LOSS: '0'>,))
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

EntrantId = int | str


class RoundResult(StrEnum):
    """A result: its letter, the character in a score, and the letter in a report if that is another one."""

    WIN = "1", "1"
    DRAW = "=", "½"
    LOSS = "0", "0"
    FORFEIT_WIN = "+", "+"
    FORFEIT_LOSS = "-", "−"
    PAIRING_BYE = "U"  # no opponent was left
    FULL_BYE = "F"
    FREE = ".", "", "Z"  # the free round of an odd round robin or a smaller group,  gives no points
    HALF_BYE = "H"  # requested
    ABSENT = "Z"
    WITHDRAWN = "W", "", "Z"
    NOT_ENTERED = "N", "", "Z"  # rounds before a late entry
    PENDING = "?", "", " "  # paired, no result yet

    _value_: str
    sign: str
    """The character beside a name in a score: `1`, `½`, `−`; empty for a round without an opponent."""
    report_letter: str
    """In a tournament report; where it has no letter, the one that gives the same points."""
    opposites: tuple["RoundResult", ...]
    """The results that the opponent can have of the same meeting; empty without an opponent."""
    is_win: bool

    def __new__(cls, letter: str, sign: str = "", report_letter: str = "") -> Self:
        result = str.__new__(cls, letter)
        result._value_ = letter
        result.sign = sign
        result.report_letter = report_letter or letter
        result.opposites = ()
        result.is_win = letter in "1+"
        return result


RoundResult.WIN.opposites = (RoundResult.LOSS,)
RoundResult.DRAW.opposites = (RoundResult.DRAW,)
RoundResult.LOSS.opposites = (RoundResult.WIN,)
RoundResult.FORFEIT_WIN.opposites = (RoundResult.FORFEIT_LOSS,)
RoundResult.FORFEIT_LOSS.opposites = (RoundResult.FORFEIT_WIN, RoundResult.FORFEIT_LOSS)
RoundResult.PENDING.opposites = (RoundResult.PENDING,)

OVER_THE_BOARD = frozenset({RoundResult.WIN, RoundResult.DRAW, RoundResult.LOSS})
FORFEITS = frozenset({RoundResult.FORFEIT_WIN, RoundResult.FORFEIT_LOSS})
PAIRED = OVER_THE_BOARD | FORFEITS | {RoundResult.PENDING}
# C.07 16.1.1: every round after a withdrawal is a zero-point bye; so is one before a late entry.
REQUESTED_BYES = frozenset(
    {RoundResult.HALF_BYE, RoundResult.ABSENT, RoundResult.WITHDRAWN, RoundResult.NOT_ENTERED}
)
# C.07 16.1.2: the voluntarily unplayed rounds.
VOLUNTARY = REQUESTED_BYES | {RoundResult.FORFEIT_LOSS}

_RESULTS = {str(result): result for result in RoundResult}
_START_SIGNS: dict[str, bool | None] = {">": True, "<": False, "~": None}
_SIGN_OF_START = {started: sign for sign, started in _START_SIGNS.items()}
_ROUND = re.compile(
    r"(?:(?P<opponent>[^\s<>~:]+)(?P<start>[<>~]))?(?P<result>\S)(?::(?P<whole>\d+)(?P<half>\.5)?)?"
)


@dataclass(frozen=True, slots=True)
class EntrantRound:
    """One entrant's round. Text: `B>1` started against B and won; `B<0`, `B~=` (start unknown); `U`, `H`.

    `game_points` (doubled) is for team matches, where `result` is that of the match: `B>1:2.5`.
    """

    result: RoundResult
    opponent: EntrantId | None = None
    started: bool | None = None
    game_points: int | None = None

    @classmethod
    def read(cls, text: str) -> "EntrantRound | None":
        """Parse the text form; return None for any other text."""
        found = _ROUND.fullmatch(text)
        if not found or found["result"] not in _RESULTS:
            return None
        game_points = None if found["whole"] is None else 2 * int(found["whole"]) + bool(found["half"])
        started = _START_SIGNS[found["start"]] if found["start"] else None
        return cls(_RESULTS[found["result"]], found["opponent"], started, game_points)

    def __str__(self) -> str:
        pairing = "" if self.opponent is None else f"{self.opponent}{_SIGN_OF_START[self.started]}"
        if self.game_points is None:
            return f"{pairing}{self.result}"
        whole, half = divmod(self.game_points, 2)
        return f"{pairing}{self.result}:{whole}{'.5' if half else ''}"
