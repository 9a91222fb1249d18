"""What may be asked of the referee. Who may ask is decided elsewhere; `seat` is for whom it is asked."""

from dataclasses import dataclass

from games.rules import Ending, Move, Position, Seat, Side


@dataclass(frozen=True, slots=True)
class Request:
    """Asks for exactly one event."""


@dataclass(frozen=True, slots=True)
class Start(Request):
    pass


@dataclass(frozen=True, slots=True)
class MakeMove(Request):
    """Answers the position after `ply`. On own devices `spent_ms` is the claim that the lag quota weighs."""

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
    """Whoever asks: the arithmetic decides."""


@dataclass(frozen=True, slots=True)
class Pause(Request):
    reason: str


@dataclass(frozen=True, slots=True)
class Resume(Request):
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class GiveBack(Request):
    """The last `time_ms` are charged to nobody, and the clock runs on at `back_ms`. Asked by the server."""

    time_ms: int
    back_ms: int


@dataclass(frozen=True, slots=True)
class Reach(Request):
    """A clock that waits for its player to be connected runs on at `back_ms`. Asked by the server."""

    seat: Seat
    back_ms: int


@dataclass(frozen=True, slots=True)
class CallArbiter(Request):
    seat: Seat | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjust(Request):
    """Set or add time for a seat (or `game`), set its periods, or put another seat on the move."""

    reason: str
    seat: str | None = None
    set_ms: int | None = None
    add_ms: int = 0
    periods: int | None = None
    turn: Seat | None = None


@dataclass(frozen=True, slots=True)
class Penalise(Request):
    """Time for the opponents of this seat; None for what the control makes usual."""

    seat: Seat
    reason: str
    time_ms: int | None = None


@dataclass(frozen=True, slots=True)
class NoteIllegal(Request):
    seat: Seat
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack(Request):
    """By the arbiter (`seat` None), or asked by a player, whose opponents then decide."""

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
    """A side's word for the result: of a game that is over, or (clock only) entered by both sides."""

    side: Side
    winner: Side | None
    ending: Ending = Ending.LINE
