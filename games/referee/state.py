"""The state of one game: what was agreed before it, and everything the referee must remember."""

from dataclasses import dataclass
from enum import StrEnum

from games.clock import FLAGFALL_GRACE_MS, Clock, LagQuota, TimeControl
from games.rules import Outcome, Play, Position, RuleSet, Seat, Side


class Input(StrEnum):
    MOVES = "moves"  # every move is entered and judged
    PRESSES = "presses"  # wooden cubes: only the clocks are recorded


class Keeper(StrEnum):
    SERVER = "server"  # players on their own devices
    TABLE = "table"  # the tablet between the players


class Status(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVER = "over"


UNDER_WAY = (Status.RUNNING, Status.PAUSED)


@dataclass(frozen=True, slots=True)
class Agreement:
    """The terms of a game, which never change while it lasts."""

    rules: RuleSet
    control: TimeControl
    first: Seat
    input: Input = Input.MOVES
    keeper: Keeper = Keeper.SERVER
    casual: bool = False  # the players may pause, resume and take back without an arbiter
    position: Position | None = None  # where a game starts elsewhere than with 25 blank cubes

    @property
    def seats(self) -> int:
        return self.first.seats

    @property
    def table(self) -> tuple[Seat, ...]:
        return self.first.table


class Asked(StrEnum):
    DRAW = "draw"
    TAKEBACK = "takeback"
    RESIGN = "resign"  # by a partner, in fours
    RESULT = "result"  # entered in a game without moves


@dataclass(frozen=True, slots=True)
class Proposal:
    """An offer until the other side has answered or moved. In fours both partners must agree."""

    asked: Asked
    by: Seat
    to_ply: int = 0  # for a takeback
    agreed: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """The result as one side entered it in a game without moves."""

    side: Side
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Outage:
    """The last outage of the server: its end and its length, given back to the player on the move."""

    until_ms: int
    time_ms: int


@dataclass(frozen=True, slots=True)
class State:
    """The state after a game's events. `play` is None where only the clocks are recorded."""

    agreement: Agreement
    clock: Clock
    play: Play | None
    lags: tuple[LagQuota, ...]
    seq: int = 0
    at_ms: int = 0  # the instant of the last event; time never runs backwards
    ply: int = 0
    outcome: Outcome | None = None
    proposal: Proposal | None = None
    offered: Side | None = None  # who made the last draw offer, and may not make the next
    resigning: tuple[Seat, ...] = ()
    illegal: tuple[Side, ...] = ()  # one entry for each illegal move at the board
    claims: tuple[Claim, ...] = ()
    disputed: tuple[Side, ...] = ()  # whose entry was turned down in this turn
    confirmed: tuple[Side, ...] = ()
    arbiter: bool = False  # called, and not yet here
    outage: Outage | None = None  # the last that was given back

    @classmethod
    def new(cls, agreement: Agreement) -> "State":
        position = agreement.position or Position.initial(agreement.seats, agreement.first)
        has_moves = agreement.input is Input.MOVES
        play = Play.begin(position, agreement.rules).after_passes() if has_moves else None
        first = play.position.seat if play else agreement.first
        quotas = (LagQuota.for_game(agreement.control.expected_ms(seat)) for seat in agreement.table)
        return cls(
            agreement,
            Clock.new(agreement.control, agreement.table, first),
            play,
            tuple(quotas) if agreement.keeper is Keeper.SERVER else (),
        )

    @property
    def status(self) -> Status:
        if self.outcome is not None:
            return Status.OVER
        if not self.clock.started:
            return Status.WAITING
        return Status.RUNNING if self.clock.running else Status.PAUSED

    @property
    def seat(self) -> Seat:
        """Return the seat on the move."""
        return self.play.position.seat if self.play else Seat(self.clock.turn.seat)

    @property
    def position(self) -> Position | None:
        return self.play.position if self.play else None

    @property
    def repeated(self) -> int:
        """Count how often the present position has occurred: a draw at `rules.repetition`."""
        if self.play is None or not self.play.seen:
            return 0
        return self.play.seen.count(self.play.position.key)

    def lag(self, seat: Seat) -> LagQuota:
        return self.lags[seat.ordinal] if self.lags else LagQuota(0, 0)

    def lags_after(self, seat: Seat, given_back_ms: int) -> tuple[LagQuota, ...]:
        """Return the quotas once the seat has ended its turn; none where the table keeps the time."""
        if not self.lags:
            return ()
        quota = self.lags[seat.ordinal].after_move(given_back_ms)
        return (*self.lags[: seat.ordinal], quota, *self.lags[seat.ordinal + 1 :])

    @property
    def deadline_ms(self) -> int | None:
        """Return when to look for a fallen flag; None where the table keeps the time."""
        at_ms = self.clock.next_deadline_ms
        if at_ms is None or self.agreement.keeper is Keeper.TABLE:
            return None
        return at_ms + self.lag(self.seat).left_ms + FLAGFALL_GRACE_MS
