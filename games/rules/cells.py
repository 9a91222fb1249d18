"""The board: 25 cells, four edges, twelve lines.

Files a-e run from left to right and ranks 1-5 from bottom to top as seen from South: a1 is bit 0, e5 bit 24.
"""

from enum import StrEnum

from games.rules.faults import InvalidMove


class Cell(StrEnum):
    """A place on the board.

    >>> Cell.parse("c1").on_rim, Cell.parse("c3").on_rim
    (True, False)
    """

    A1, B1, C1, D1, E1 = "a1", "b1", "c1", "d1", "e1"
    A2, B2, C2, D2, E2 = "a2", "b2", "c2", "d2", "e2"
    A3, B3, C3, D3, E3 = "a3", "b3", "c3", "d3", "e3"
    A4, B4, C4, D4, E4 = "a4", "b4", "c4", "d4", "e4"
    A5, B5, C5, D5, E5 = "a5", "b5", "c5", "d5", "e5"

    column: int
    rank: int
    ordinal: int
    bit: int

    def __init__(self, text: str) -> None:
        self.column = "abcde".index(text[0])
        self.rank = "12345".index(text[1])
        self.ordinal = 5 * self.rank + self.column
        self.bit = 1 << self.ordinal

    @property
    def on_rim(self) -> bool:
        return bool(self.bit & RIM)

    @classmethod
    def parse(cls, text: str) -> "Cell":
        try:
            return cls(text)
        except ValueError:
            raise InvalidMove("not-a-cell", cell=text) from None


class Edge(StrEnum):
    """An edge where a cube comes back in: N and S are the ends of its column, E and W those of its row."""

    N, E, S, W = "N", "E", "S", "W"

    ordinal: int

    def __init__(self, text: str) -> None:
        self.ordinal = "NESW".index(text)


Line = tuple[Cell, ...]

CELLS = tuple(Cell)
BOARD = (1 << 25) - 1
ROWS: tuple[Line, ...] = tuple(CELLS[start : start + 5] for start in range(0, 25, 5))
COLUMNS: tuple[Line, ...] = tuple(CELLS[start::5] for start in range(5))
DIAGONALS: tuple[Line, ...] = (CELLS[0::6], CELLS[4:21:4])
LINES = ROWS + COLUMNS + DIAGONALS


def mask(cells: Line) -> int:
    """Return the cells as a set of bits."""
    return sum(cell.bit for cell in cells)


RIM = mask(tuple({*ROWS[0], *ROWS[4], *COLUMNS[0], *COLUMNS[4]}))
