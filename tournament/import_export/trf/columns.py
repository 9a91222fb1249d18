"""The columns of values on lines 001 and 132.

Columns count from 1 and include the last, as in the format's text.
"""

from dataclasses import dataclass

ROUND_WIDTH = 10


@dataclass(frozen=True, slots=True)
class LineField:
    first: int
    last: int

    def of(self, line: str) -> str:
        return line[self.first - 1 : self.last]

    def in_round(self, index: int) -> "LineField":
        """Move a field of the first round to round `index`, counted from 0."""
        return LineField(self.first + index * ROUND_WIDTH, self.last + index * ROUND_WIDTH)


NUMBER = LineField(5, 8)
NAME = LineField(15, 47)
RATING = LineField(49, 52)
BIRTH = LineField(70, 79)
POINTS = LineField(81, 84)
RANK = LineField(86, 89)
# Of the first round:
OPPONENT = LineField(92, 95)
COLOUR = LineField(97, 97)
RESULT = LineField(99, 99)
DAY = LineField(92, 99)  # its date, on a line 132


def rounds_on(line: str) -> int:
    """Count the rounds on a line, without blanks at its end."""
    return -(-max(len(line.rstrip()) - OPPONENT.first + 1, 0) // ROUND_WIDTH)
