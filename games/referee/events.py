"""Events of a game, named in the past tense: facts that folding applies and never judges again.

Each carries the instant up to which it charges, all clocks after it (the running one counts from an instant
of its own: `clock.since_ms`) and, if it ended the game, the outcome. New fields get defaults, so that logs of
old versions stay readable; a field never changes its meaning.
"""

from dataclasses import dataclass

from games.clock import Clock
from games.rules import Line, Move, Outcome, Play, Position, Seat, Side

from .state import Asked, Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    at_ms: int
    clock: Clock
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """The first clock was started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A cube was pushed; `passes` are the seats that could take nothing and were passed over."""

    seat: Seat
    move: Move
    position: Position
    took_blank: bool
    uncalled: tuple[Line, ...] = ()
    passes: tuple[Seat, ...] = ()
    elapsed_ms: int
    lag_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Event):
    """A turn ended at the wooden board."""

    seat: Seat
    elapsed_ms: int
    lag_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Event):
    """A line was announced after the move that made it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Event):
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TakebackAsked(Event):
    seat: Seat
    to_ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted(Event):
    """One seat agreed to what was asked; in fours the game waits for the partner."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Event):
    seat: Seat
    asked: Asked | None = None  # a partner's wish to resign, an entered result; None for an offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    """A seat resigned; in fours the first partner only asks the second."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Flagged(Event):
    """Time ran out for a seat, or for the game as a whole (`seat` None)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused(Event):
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed(Event):
    """One reason to pause was removed, or (None) all of them."""

    reason: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenBack(Event):
    """The server was away for `time_ms`, which no player pays. `clock` runs on from when the player can act.

    0 when only the process of that player stops, and the clock waits until another one has the player.
    """

    time_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached(Event):
    """The player on the move is connected again, so the clock waits no longer."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterCalled(Event):
    seat: Seat | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Event):
    """Clocks were corrected: `before` and `clock` hold all of them, `given` what a takeback gives again."""

    seat: str | None  # a seat, the game's limit, or neither when only the turn was set
    before: Clock
    given: tuple[tuple[str, int], ...] = ()
    turn: Seat | None = None
    set_ms: int | None = None
    add_ms: int = 0
    periods: int | None = None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalised(Event):
    """The opposing seats got time; without main time it is a warning."""

    seat: Seat
    before: Clock
    given: tuple[tuple[str, int], ...] = ()
    time_ms: int | None = None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalNoted(Event):
    """An illegal move at the board: the first of a side costs a penalty, the second the game."""

    seat: Seat
    before: Clock
    given: tuple[tuple[str, int], ...] = ()
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack(Event):
    """The game was restored as it was after that ply."""

    to_ply: int
    play: Play | None
    seat: Seat | None  # who agreed, None for the arbiter
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionSet(Event):
    """The position was corrected to the wooden one; counts for repetition and limits begin again."""

    position: Position
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Event):
    """The arbiter declared a result."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened(Event):
    """The end was undone. `turn` is who can move; seats that can take nothing were passed over."""

    reason: str
    turn: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed(Event):
    """A side confirmed the result, or entered one in a game without moves."""

    side: Side
    claim: Claim | None = None


KINDS: dict[str, type[Event]] = {
    "started": Started,
    "moved": Moved,
    "pressed": Pressed,
    "called": Called,
    "offered": Offered,
    "takeback-asked": TakebackAsked,
    "accepted": Accepted,
    "declined": Declined,
    "resigned": Resigned,
    "flagged": Flagged,
    "paused": Paused,
    "resumed": Resumed,
    "given-back": GivenBack,
    "reached": Reached,
    "arbiter-called": ArbiterCalled,
    "adjusted": Adjusted,
    "penalised": Penalised,
    "illegal-noted": IllegalNoted,
    "taken-back": TakenBack,
    "position-set": PositionSet,
    "ruled": Ruled,
    "reopened": Reopened,
    "confirmed": Confirmed,
}
NAMES = {event: name for name, event in KINDS.items()}
