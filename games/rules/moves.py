"""A move as text: `c1E` takes c1 and brings it back from the east; `c1E.N!` adds dot and call."""

import re
from dataclasses import dataclass, field, replace
from itertools import product, starmap

from games.rules.cells import Cell, Edge
from games.rules.faults import InvalidMove
from games.rules.seats import Seat

PASS = "--"  # noqa: S105  (a forced pass in text; it is no move)

SHAPE = re.compile(r"(?P<cell>[A-Za-z][0-9])(?P<edge>[A-Za-z])(?:\.(?P<dot>[A-Za-z]))?!?")


@dataclass(frozen=True, slots=True)
class Move:
    """A move: where a cube is taken, where it comes back, and in fours at whom its dot points.

    >>> move = Move.parse("c1E.N!")
    >>> move.cell, move.edge, move.dot, move.call
    (<Cell.C1: 'c1'>, <Edge.E: 'E'>, <Seat.N: 'N'>, True)
    >>> str(move)
    'c1E.N!'
    """

    cell: Cell
    edge: Edge
    dot: Seat | None = None
    call: bool = False
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        dot = f".{self.dot}" if self.dot else ""
        object.__setattr__(self, "text", f"{self.cell}{self.edge}{dot}{'!' if self.call else ''}")

    @classmethod
    def parse(cls, text: str) -> "Move":
        move = EVERY_MOVE.get(text)
        if move is None:
            raise _parse_error(text)
        return move

    def __str__(self) -> str:
        return self.text

    def with_call(self) -> "Move":
        return replace(self, call=True)


# All texts that are read, even if legal nowhere (docs/rules.md#notation: no other text is read).
EVERY_MOVE = {
    str(move): move for move in starmap(Move, product(Cell, Edge, (None, *Seat.of(4)), (False, True)))
}


def _parse_error(text: str) -> InvalidMove:
    """Explain why a text is no move, as precisely as its shape allows."""
    shape = SHAPE.fullmatch(text)
    if shape is None:
        return InvalidMove("not-a-move", text=text)
    if shape["cell"] not in list(Cell):
        return InvalidMove("not-a-cell", cell=shape["cell"])
    if shape["edge"] not in list(Edge):
        return InvalidMove("not-an-edge", edge=shape["edge"])
    return InvalidMove("not-a-seat", seat=shape["dot"])
