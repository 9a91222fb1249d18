"""One turn as text: `c1E` takes c1 and brings it back from the east; `c1E.N!` adds dot and call."""

import re
from dataclasses import dataclass, replace

from games.rules.cells import Cell, Edge
from games.rules.errors import InvalidMove
from games.rules.seats import Seat

PASS = "--"  # noqa: S105  (a forced pass in text; it is no move)

SHAPE = re.compile(r"(?P<cell>[^\s.!]{2})(?P<edge>[^\s.!])(?:\.(?P<dot>[^\s.!]))?(?P<call>!?)")


@dataclass(frozen=True, slots=True)
class Move:
    """Where a cube is taken, where it comes back, and in fours whom its dot points at.

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

    @classmethod
    def parse(cls, text: str) -> "Move":
        shape = SHAPE.fullmatch(text)
        if shape is None:
            raise InvalidMove("not-a-move", text=text)
        cell, edge = Cell.parse(shape["cell"]), Edge.parse(shape["edge"])
        dot = None if shape["dot"] is None else _parse_dot(shape["dot"])
        return cls(cell, edge, dot, bool(shape["call"]))

    def __str__(self) -> str:
        dot = f".{self.dot}" if self.dot else ""
        return f"{self.cell}{self.edge}{dot}{'!' if self.call else ''}"

    def called(self) -> "Move":
        return replace(self, call=True)


def _parse_dot(text: str) -> Seat:
    if text not in "NESW":
        raise InvalidMove("not-a-seat", seat=text)
    return Seat(text)
