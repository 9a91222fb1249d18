"""Where things stand on lines 001 and 132. Columns count from 1 and include the last, as in the format's
text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LineField:
    first: int
    last: int

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.last]


NUMBER = LineField(5, 8)
NAME = LineField(15, 47)
RATING = LineField(49, 52)
BIRTH = LineField(70, 79)
POINTS = LineField(81, 84)
RANK = LineField(86, 89)
FIRST_ROUND = 92
ROUND_WIDTH = 10


def opponent(index: int) -> LineField:
    """Of round `index`, counted from 0."""
    return _within(index, 0, 3)


def colour(index: int) -> LineField:
    return _within(index, 5, 5)


def result(index: int) -> LineField:
    return _within(index, 7, 7)


def day(index: int) -> LineField:
    """The date of a round, on a line 132."""
    return _within(index, 0, 7)


def _within(index: int, first: int, last: int) -> LineField:
    begin = FIRST_ROUND + index * ROUND_WIDTH
    return LineField(begin + first, begin + last)


def rounds_on(line: str) -> int:
    """How many rounds a line speaks of, blanks at its end aside."""
    return -(-max(len(line.rstrip()) - FIRST_ROUND + 1, 0) // ROUND_WIDTH)
