"""The terms of one seat: a mode of the clock with its numbers, and perhaps a limit for each move.

Every mode reads the same few numbers (`delay_ms`, `increment_ms`, `period_ms`), zero where it has none, so
that `charge` is one piece of arithmetic. They are computed once: every step of a clock reads them.
"""

from dataclasses import dataclass, field
from enum import StrEnum

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

SEATS = {2: "XO", 4: "NESW"}
SIDE_OF = {"X": "X", "O": "O", "N": "X", "E": "O", "S": "X", "W": "O"}

# Fifty single moves make a long game: the examples of the rule book end after 37 to 52.
EXPECTED_TURNS = {"X": 25, "O": 25, "N": 13, "E": 13, "S": 13, "W": 13}
# A game lasts ten to twenty minutes; without any limit half of the longer one is a seat's share.
EXPECTED_UNLIMITED_MS = 10 * MINUTE


class Mode(StrEnum):
    NONE = "none"
    SUDDEN = "sudden"
    INCREMENT = "increment"
    DELAY = "delay"
    BRONSTEIN = "bronstein"
    PERIODS = "periods"
    HOURGLASS = "hourglass"


# The meaning of the bonus in each mode.
BONUS_OF = {
    "increment_ms": (Mode.INCREMENT,),
    "delay_ms": (Mode.DELAY, Mode.BRONSTEIN),
    "period_ms": (Mode.PERIODS,),
}


@dataclass(frozen=True, slots=True)
class Terms:
    """The time of one seat. `bonus_ms` is the increment, the delay or a period's length, by the mode."""

    mode: Mode = Mode.NONE
    main_ms: int = 0
    bonus_ms: int = 0
    periods: int = 0
    move_ms: int | None = None
    has_main: bool = field(init=False, repr=False, compare=False)
    increment_ms: int = field(init=False, repr=False, compare=False)
    delay_ms: int = field(init=False, repr=False, compare=False)
    period_ms: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, modes in BONUS_OF.items():
            object.__setattr__(self, name, self.bonus_ms if self.mode in modes else 0)
        object.__setattr__(self, "has_main", self.mode is not Mode.NONE)

    @property
    def initial_ms(self) -> int:
        """Return the time at the start, all periods included."""
        return self.main_ms + self.periods * self.period_ms

    def expected_ms(self, turns: int) -> int:
        """Estimate how long this seat will think over a game of so many turns."""
        limits = []
        if self.has_main:
            limits.append(self.main_ms + turns * self.bonus_ms)
        if self.move_ms is not None:
            limits.append(turns * self.move_ms)
        return min(limits, default=EXPECTED_UNLIMITED_MS)
