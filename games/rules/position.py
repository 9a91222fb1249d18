"""Positions: cubes and the seat to move. Immutable, one integer of bits inside, one line of text outside."""

from dataclasses import dataclass
from typing import NoReturn

from games.rules.cells import BOARD, CELLS, RIM, Cell, Edge
from games.rules.faults import IllegalMove, InvalidPosition
from games.rules.moves import Move
from games.rules.pushes import EVERY_SEAT, MOVES, OTHER_SEATS, PUSHES, SEAT_BITS, WAYS_BACK
from games.rules.seats import Seat, Side

# Crosses in the lower 25 bits, circles in the upper 25, regardless of the dots.
BOTH_SIDES = (1 << 2 * SEAT_BITS) - 1

# Everything but a seat's own board.
OTHERS = tuple(BOARD * others for others in OTHER_SEATS)

# The bits of rank 1 for every seat, and the text of every possible rank: repetition needs it each move.
RANK = EVERY_SEAT * 0b11111


def _rank_texts(seats: int) -> dict[int, str]:
    texts = {0: ""}
    for column in range(5):
        cubes = {0: "."} | {1 << SEAT_BITS * seat.ordinal + column: seat.value for seat in Seat.of(seats)}
        texts = {rank | bit: text + cube for rank, text in texts.items() for bit, cube in cubes.items()}
    return texts


RANKS = {seats: _rank_texts(seats) for seats in (2, 4)}


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The cubes on the board and the seat to move.

    `cubes` has 25 bits for each seat in the order of play: the cubes that show its mark and, in fours, whose
    dot points at it. So "blank or my own" (two players) and "blank or pointing at me" (four) are one test.

    >>> start = Position.initial()
    >>> len(start.moves())
    44
    >>> start.play(Move.parse("c1E"))
    Position.parse('...../...../...../...../....X O')
    >>> Position.parse("...../..N../...../.W.../..... E").cube(Cell.parse("c4"))
    <Seat.N: 'N'>
    """

    cubes: int
    seat: Seat

    @classmethod
    def initial(cls, seats: int = 2, first: Seat | None = None) -> "Position":
        """Return the board of 25 blank cubes; any seat may start, by default the first of the table."""
        first = first or Seat.of(seats)[0]
        if first.seats != seats:
            raise InvalidPosition("not-a-seat", seat=first)
        return cls(0, first)

    @classmethod
    def parse(cls, text: str) -> "Position":
        ranks, space, letter = text.partition(" ")
        rows = ranks.split("/")
        if not space or len(rows) != 5:
            raise InvalidPosition("not-a-position", text=text)
        if letter not in list(Seat):
            raise InvalidPosition("not-a-seat", seat=letter)
        seat = Seat(letter)
        for row in rows:
            if len(row) != 5:
                raise InvalidPosition("bad-rank", rank=row)
        cubes = 0
        for cell, cube in zip(CELLS, "".join(reversed(rows)), strict=True):
            if cube == ".":
                continue
            if cube not in seat.table:
                raise InvalidPosition("bad-cube", cube=cube, cell=cell, seat=seat)
            cubes |= cell.bit << SEAT_BITS * Seat(cube).ordinal
        return cls(cubes, seat)

    def __str__(self) -> str:
        cubes, ranks = self.cubes, RANKS[self.seat.seats]
        return (
            f"{ranks[cubes >> 20 & RANK]}/{ranks[cubes >> 15 & RANK]}/{ranks[cubes >> 10 & RANK]}/"
            f"{ranks[cubes >> 5 & RANK]}/{ranks[cubes & RANK]} {self.seat.value}"
        )

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    @property
    def key(self) -> str:
        """Return what a repetition repeats: cubes, dots and seat to move, which is the text."""
        return str(self)

    @property
    def seats(self) -> int:
        return self.seat.seats

    def cube(self, cell: Cell) -> Seat | None:
        """Return the seat whose mark the cube shows (in fours: whom its dot points at); None if blank."""
        marks = self.cubes >> cell.ordinal
        for seat in self.seat.table:
            if marks >> SEAT_BITS * seat.ordinal & 1:
                return seat
        return None

    @property
    def sides(self) -> int:
        """Return crosses and circles as two boards of 25 bits, no dots (docs/rules.md#lines-of-a-team)."""
        return (self.cubes | self.cubes >> 2 * SEAT_BITS) & BOTH_SIDES

    def marks(self, side: Side) -> int:
        """Return the cells that show a side's symbol, as bits."""
        return self.sides >> (SEAT_BITS if side is Side.O else 0) & BOARD

    @property
    def blanks(self) -> int:
        """Count the blank cubes. They never become more."""
        return SEAT_BITS - self.cubes.bit_count()

    @property
    def takeable(self) -> int:
        """Return the cells that may be taken, as bits: on the rim, and not marked for another seat."""
        others = self.cubes & OTHERS[self.seat.ordinal]
        others |= others >> 2 * SEAT_BITS
        return RIM & ~(others | others >> SEAT_BITS)

    def can_take(self, cell: Cell) -> bool:
        return bool(self.takeable & cell.bit)

    def targets(self, cell: Cell) -> tuple[Edge, ...]:
        """List the edges where the cube may come back; none if it may not be taken."""
        return WAYS_BACK[cell] if self.can_take(cell) else ()

    def moves(self) -> tuple[Move, ...]:
        """List every legal move, from a1 to e5, edges in the order N E S W, with four once for each dot."""
        return MOVES[self.seat][self.takeable]

    @property
    def is_stuck(self) -> bool:
        """Tell whether the seat to move can take no cube and must pass (docs/rules.md#forced-passes)."""
        return not self.takeable

    def play(self, move: Move) -> "Position":
        """Return the position after a legal move. `outcome.find_lines_made` says what lines it made."""
        push = PUSHES[move.cell.ordinal][move.edge.ordinal]
        seat, dot = self.seat, move.dot
        if push is None or self.cubes & move.cell.bit * OTHER_SEATS[seat.ordinal] or dot not in seat.dots:
            self._raise_illegal(move)
        slid = (self.cubes & push.slides) << push.up >> push.down
        entered = push.entry << SEAT_BITS * (dot or seat).ordinal
        return Position(self.cubes & push.stays | slid | entered, seat.next)

    def after_pass(self) -> "Position":
        """Return the same cubes with the next seat to move: only if this one can take nothing."""
        if not self.is_stuck:
            raise IllegalMove("may-not-pass", seat=self.seat)
        return Position(self.cubes, self.seat.next)

    def _raise_illegal(self, move: Move) -> NoReturn:
        cell, seat, dot = move.cell, self.seat, move.dot
        shows = self.cube(cell)
        if self.is_stuck:
            raise IllegalMove("must-pass", seat=seat)
        if not cell.on_rim:
            raise IllegalMove("not-on-edge", cell=cell)
        if shows is not None and shows.side is not seat.side:
            raise IllegalMove("opponents-cube", cell=cell)
        if shows is not None and shows is not seat:
            raise IllegalMove("dot-at-partner", cell=cell, partner=shows)
        if move.edge not in WAYS_BACK[cell]:
            raise IllegalMove("same-place", cell=cell)
        if seat.partner is None:
            raise IllegalMove("dot-not-wanted", cell=cell)
        if dot is None:
            raise IllegalMove("dot-missing", cell=cell, seat=seat, partner=seat.partner)
        raise IllegalMove("dot-at-opponent", cell=cell, dot=dot)
