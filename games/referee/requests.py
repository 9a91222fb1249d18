"""Requests to the referee. Rights are checked elsewhere; `seat` is the seat for which it is asked."""

from dataclasses import dataclass

from games.rules import Ending, Move, Position, Seat, Side


@dataclass(frozen=True, slots=True)
class Request:
    """A request for exactly one event."""


@dataclass(frozen=True, slots=True)
class Start(Request):
    pass


@dataclass(frozen=True, slots=True)
class MakeMove(Request):
    """A move that answers the position after `ply`. `spent_ms` is the device's claim for the lag quota."""

    seat: Seat
    ply: int
    move: Move
    spent_ms: int | None = None
    round_trip_ms: int = 0


@dataclass(frozen=True, slots=True)
class Press(Request):
    seat: Seat
    ply: int
    spent_ms: int | None = None
    round_trip_ms: int = 0


@dataclass(frozen=True, slots=True)
class CallLine(Request):
    seat: Seat
    ply: int


@dataclass(frozen=True, slots=True)
class Offer(Request):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Accept(Request):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Decline(Request):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Resign(Request):
    seat: Seat


@dataclass(frozen=True, slots=True)
class Flag(Request):
    """A request to look at the clock, by anyone: the arithmetic decides."""


@dataclass(frozen=True, slots=True)
class Pause(Request):
    reason: str


@dataclass(frozen=True, slots=True)
class Resume(Request):
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GiveBack(Request):
    """A credit of the last `time_ms`, after which the clock runs on at `back_ms`. Asked by the server."""

    time_ms: int
    back_ms: int


@dataclass(frozen=True, slots=True)
class Reach(Request):
    """The end of a clock's wait for its player: it runs on at `back_ms`. Asked by the server."""

    seat: Seat
    back_ms: int


@dataclass(frozen=True, slots=True)
class CallArbiter(Request):
    seat: Seat | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjust(Request):
    """A correction: time set or added for a seat (or `game`), its periods, or another seat on the move."""

    reason: str
    seat: str | None = None
    set_ms: int | None = None
    add_ms: int = 0
    periods: int | None = None
    turn: Seat | None = None


@dataclass(frozen=True, slots=True)
class Penalise(Request):
    """Time for the opponents of this seat; None for the usual time of the control."""

    seat: Seat
    reason: str
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NoteIllegal(Request):
    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack(Request):
    """A takeback by the arbiter (`seat` None), or asked by a player, whose opponents then decide."""

    to_ply: int
    seat: Seat | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SetPosition(Request):
    position: Position
    reason: str


@dataclass(frozen=True, slots=True)
class Rule(Request):
    winner: Side | None
    reason: str
    ending: Ending = Ending.RULING


@dataclass(frozen=True, slots=True)
class Reopen(Request):
    reason: str


@dataclass(frozen=True, slots=True)
class Confirm(Request):
    """The result as a side confirms it once the game is over, or (clock only) as a side enters it."""

    side: Side
    winner: Side | None
    ending: Ending = Ending.LINE
