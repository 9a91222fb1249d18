"""The eight symmetries of the board, applied to cells, edges, seats and positions."""

from dataclasses import dataclass

from games.rules import CELLS, Cell, Edge, Move, Position, Seat

DIRECTIONS = {Edge.N: (0, 1), Edge.E: (1, 0), Edge.S: (0, -1), Edge.W: (-1, 0)}


@dataclass(frozen=True)
class Symmetry:
    """A matrix about the middle of the board: (file, rank) goes to (a file + b rank, c file + d rank)."""

    a: int
    b: int
    c: int
    d: int

    @property
    def is_rotation(self):
        return self.a * self.d - self.b * self.c == 1

    def _turn(self, file, rank):
        return self.a * file + self.b * rank, self.c * file + self.d * rank

    def cell(self, cell):
        file, rank = self._turn(cell.column - 2, cell.rank - 2)
        return CELLS[5 * (rank + 2) + file + 2]

    def edge(self, edge):
        turned = self._turn(*DIRECTIONS[edge])
        return next(other for other, direction in DIRECTIONS.items() if direction == turned)

    def seat(self, seat):
        """Turn the seat: with four, players turn with the board; with two, the marks stay the same."""
        return seat if seat is None or seat.seats == 2 else Seat(self.edge(Edge(seat)))

    def move(self, move):
        return Move(self.cell(move.cell), self.edge(move.edge), self.seat(move.dot), move.call)

    def position(self, position):
        shown = dict.fromkeys(CELLS, ".")
        for cell in Cell:
            if (seat := position.cube(cell)) is not None:
                shown[self.cell(cell)] = self.seat(seat)
        ranks = ["".join(shown[cell] for cell in CELLS[start : start + 5]) for start in range(20, -1, -5)]
        return Position.parse(f"{'/'.join(ranks)} {self.seat(position.seat)}")

    def lines(self, lines):
        return {frozenset(self.cell(cell) for cell in line) for line in lines}


SYMMETRIES = [Symmetry(*matrix) for x in (1, -1) for y in (1, -1) for matrix in ((x, 0, 0, y), (0, x, y, 0))]
