"""What a push does to the bits, computed once for every cell and edge.

A position keeps 25 bits for each seat in one integer, so one set of masks, repeated per seat, moves all cubes
at once. Bits move up for a push from S or W and down for one from N or E.
"""

from dataclasses import dataclass

from games.rules.cells import BOARD, CELLS, COLUMNS, RIM, ROWS, Cell, Edge, Line, mask
from games.rules.moves import Move
from games.rules.seats import Seat

SEAT_BITS = 25

# Multiply cells by this for the same cells on the board of every seat, or of all but that ordinal's.
EVERY_SEAT = sum(1 << SEAT_BITS * ordinal for ordinal in range(4))
OTHER_SEATS = tuple(EVERY_SEAT ^ 1 << SEAT_BITS * ordinal for ordinal in range(4))


@dataclass(frozen=True, slots=True)
class Push:
    """The effect of one push: cubes in `slides` move `up` or `down` by so many bits, those in `stays` stay.

    The taken cube comes back at `entry`, on the board of the seat that it is marked for then.
    """

    stays: int
    slides: int
    up: int
    down: int
    entry: int


def _slide_path(cell: Cell, edge: Edge) -> Line:
    """List the cells from where the cube is taken to where it comes back."""
    line = COLUMNS[cell.column] if edge in (Edge.N, Edge.S) else ROWS[cell.rank]
    place = line.index(cell)
    return line[place:] if edge in (Edge.N, Edge.E) else line[place::-1]


def _make_push(cell: Cell, edge: Edge) -> Push | None:
    way = _slide_path(cell, edge)
    # docs/rules.md#moves: from the rim, and never back to the same place.
    if not cell.on_rim or len(way) == 1:
        return None
    step = 5 if edge in (Edge.N, Edge.S) else 1
    up, down = (step, 0) if edge in (Edge.S, Edge.W) else (0, step)
    return Push(EVERY_SEAT * (BOARD & ~mask(way)), EVERY_SEAT * mask(way[1:]), up, down, way[-1].bit)


PUSHES = tuple(tuple(_make_push(cell, edge) for edge in Edge) for cell in CELLS)

WAYS_BACK: dict[Cell, tuple[Edge, ...]] = {
    cell: tuple(edge for edge in Edge if PUSHES[cell.ordinal][edge.ordinal]) for cell in CELLS
}


def moves_from(cell: Cell, seat: Seat) -> tuple[Move, ...]:
    """List every way to bring a cube back once it is taken; with four, once for each dot."""
    return tuple(Move(cell, edge, dot) for edge in WAYS_BACK[cell] for dot in seat.dots)


class MoveTable:
    """The moves of one seat for every set of cells that may be taken, split in three to stay small.

    The ranks 1, 2-4 and 5 give 32 + 64 + 32 ready-made tuples instead of 65,536.
    """

    __slots__ = ("_bottom", "_middle", "_top")

    MIDDLE = RIM & ~mask(ROWS[0]) & ~mask(ROWS[4])

    def __init__(self, seat: Seat) -> None:
        self._bottom = _moves_by_taken(seat, mask(ROWS[0]))
        self._middle = _moves_by_taken(seat, self.MIDDLE)
        self._top = _moves_by_taken(seat, mask(ROWS[4]))

    def __getitem__(self, takeable: int) -> tuple[Move, ...]:
        return (
            self._bottom[takeable & 0x1F]
            + self._middle[takeable & self.MIDDLE]
            + self._top[takeable & 0x1F00000]
        )


def _moves_by_taken(seat: Seat, region: int) -> dict[int, tuple[Move, ...]]:
    table: dict[int, tuple[Move, ...]] = {0: ()}
    for cell in CELLS:
        if cell.bit & region:
            table |= {taken | cell.bit: moves + moves_from(cell, seat) for taken, moves in table.items()}
    return table


MOVES = {seat: MoveTable(seat) for seat in Seat}
