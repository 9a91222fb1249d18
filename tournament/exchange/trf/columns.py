"""Where things stand on a line 001. Columns count from 1 and include the last, as the format's text does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    first: int
    last: int

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.last]


NUMBER = Field(5, 8)
NAME = Field(15, 47)
RATING = Field(49, 52)
BIRTH = Field(70, 79)
POINTS = Field(81, 84)
RANK = Field(86, 89)
FIRST_ROUND = 92
ROUND_WIDTH = 10


def opponent(index: int) -> Field:
    """Of round `index`, counted from 0."""
    return _within(index, 0, 3)


def colour(index: int) -> Field:
    return _within(index, 5, 5)


def result(index: int) -> Field:
    return _within(index, 7, 7)


def _within(index: int, first: int, last: int) -> Field:
    begin = FIRST_ROUND + index * ROUND_WIDTH
    return Field(begin + first, begin + last)


def rounds_on(line: str) -> int:
    """How many rounds a line speaks of, blanks at its end aside."""
    return -(-max(len(line.rstrip()) - FIRST_ROUND + 1, 0) // ROUND_WIDTH)
