"""Sides win, seats move: X and O are seats of the two-player game, N E S W those of the four-player game.

One letter names a seat everywhere: in text forms, record tags, clocks and messages.
"""

from enum import StrEnum


class Side(StrEnum):
    X, O = "X", "O"  # noqa: E741

    @property
    def opponent(self) -> "Side":
        return Side.O if self is Side.X else Side.X


class Seat(StrEnum):
    """A place at the table. With four, partners face each other; clockwise (docs/rules.md#seats).

    >>> Seat.N.side, Seat.N.partner, Seat.N.next
    (<Side.X: 'X'>, <Seat.S: 'S'>, <Seat.E: 'E'>)
    """

    X, O = "X", "O"  # noqa: E741
    N, E, S, W = "N", "E", "S", "W"

    seats: int
    table: "tuple[Seat, ...]"  # all of its game, in the order of play
    ordinal: int
    side: Side
    next: "Seat"
    partner: "Seat | None"
    dots: "tuple[Seat | None, ...]"

    @staticmethod
    def of(seats: int) -> "tuple[Seat, ...]":
        """Return the seats of the game for so many players, in the order of play."""
        return TABLES[seats]


TABLES: dict[int, tuple[Seat, ...]] = {2: (Seat.X, Seat.O), 4: (Seat.N, Seat.E, Seat.S, Seat.W)}

for _seats, _table in TABLES.items():
    for _ordinal, _seat in enumerate(_table):
        _seat.seats = _seats
        _seat.table = _table
        _seat.ordinal = _ordinal
        _seat.side = (Side.X, Side.O)[_ordinal % 2]
        _seat.next = _table[(_ordinal + 1) % _seats]
        _seat.partner = _table[(_ordinal + 2) % 4] if _seats == 4 else None
        # What this seat may do with the dot of a cube it brings back (docs/rules.md#dots).
        _seat.dots = (_seat, _seat.partner) if _seat.partner else (None,)
