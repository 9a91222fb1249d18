"""Outcomes of games, and the lines that decide them (docs/rules.md#lines)."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.cells import COLUMNS, DIAGONALS, LINES, ROWS, Line, mask
from games.rules.position import Position
from games.rules.pushes import SEAT_BITS
from games.rules.seats import Side


class Ending(StrEnum):
    LINE = "line"
    OPPONENT_LINE = "opponent-line"
    REPETITION = "repetition"
    MOVE_LIMIT = "move-limit"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    FLAG = "flag"
    GAME_LIMIT = "game-limit"
    RULING = "ruling"
    FORFEIT = "forfeit"

    @property
    def is_proven(self) -> bool:
        """Tell whether the moves prove such an ending; the others are believed as claimed."""
        return self in PROVEN

    def fits(self, winner: Side | None) -> bool:
        """Tell whether a game can end like this with that winner (None: a draw)."""
        return (winner is None) in DRAWN.get(self, (True, False))


PROVEN = (Ending.LINE, Ending.OPPONENT_LINE, Ending.REPETITION, Ending.MOVE_LIMIT)

# Endings that are always a draw, and those that never are; the rest (an arbiter's decisions) may be either.
DRAWN: dict[Ending, tuple[bool, ...]] = {
    Ending.LINE: (False,),
    Ending.OPPONENT_LINE: (False,),
    Ending.REPETITION: (True,),
    Ending.MOVE_LIMIT: (True,),
    Ending.AGREEMENT: (True,),
    Ending.RESIGNATION: (False,),
    Ending.FLAG: (False,),
    Ending.GAME_LIMIT: (True,),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. `winner` is None for a draw; `lines` are those that decided it, if any did."""

    winner: Side | None
    ending: Ending
    lines: tuple[Line, ...] = ()

    @property
    def result(self) -> str:
        """Return the word that ends a record: `X`, `O` or `draw`."""
        return self.winner or "draw"

    def __str__(self) -> str:
        return f"{self.result} {self.ending}"


@dataclass(frozen=True, slots=True)
class LinesMade:
    """The lines that one move made: those of the mover's symbol, and those of the opponent's."""

    own: tuple[Line, ...] = ()
    opponent: tuple[Line, ...] = ()


NO_LINES = LinesMade()

_MASKS = tuple((line, mask(line)) for line in LINES)
_BOTH = 1 | 1 << SEAT_BITS
_ROW_STARTS = mask(COLUMNS[0]) * _BOTH
_COLUMN_STARTS = mask(ROWS[0]) * _BOTH
_RISING, _FALLING = (mask(line) for line in DIAGONALS)
_RISING_O, _FALLING_O = _RISING << SEAT_BITS, _FALLING << SEAT_BITS


def has_line(sides: int) -> bool:
    """Tell whether any line of either symbol is complete: try all rows of both at once, then all columns."""
    pairs = sides & sides >> 1
    if pairs & pairs >> 2 & sides >> 4 & _ROW_STARTS:
        return True
    pairs = sides & sides >> 5
    if pairs & pairs >> 10 & sides >> 20 & _COLUMN_STARTS:
        return True
    return (
        sides & _RISING == _RISING
        or sides & _FALLING == _FALLING
        or sides & _RISING_O == _RISING_O
        or sides & _FALLING_O == _FALLING_O
    )


def lines_of(position: Position, side: Side) -> tuple[Line, ...]:
    """List the complete lines of a side, called or not."""
    marks = position.marks(side)
    return tuple(line for line, cells in _MASKS if marks & cells == cells)


def find_lines_made(before: Position, after: Position) -> LinesMade:
    """Find the lines that a move from one position to the other made: complete now, and not before."""
    if not has_line(after.sides):
        return NO_LINES
    mover = before.seat.side
    return LinesMade(_new_lines(before, after, mover), _new_lines(before, after, mover.opponent))


def _new_lines(before: Position, after: Position, side: Side) -> tuple[Line, ...]:
    stood = lines_of(before, side)
    return tuple(line for line in lines_of(after, side) if line not in stood)
