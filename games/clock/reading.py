"""Read what the faces of a clock show at one instant. Reading never changes a clock."""

from dataclasses import dataclass, replace
from enum import StrEnum

from .account import Account, Turn
from .clock import Clock
from .display import (
    TENTHS_BELOW_MS,
    low_time_ms,
    until_change_ms,
    until_change_rising_ms,
    until_change_up_ms,
)
from .terms import Mode, Terms


class ClockLimit(StrEnum):
    """The limit that a figure counts. Only `used` counts up, and ends nothing."""

    MAIN = "main"
    PERIOD = "period"
    DELAY = "delay"
    MOVE = "move"
    GAME = "game"
    USED = "used"


@dataclass(frozen=True, slots=True)
class ClockFigure:
    """One count on a face. `left_ms` is how long the seat may think, without the delay; None ends nothing.

    The time left is low from `low_ms` on.
    """

    limit: ClockLimit
    time_ms: int
    left_ms: int | None = None
    low_ms: int | None = None

    @property
    def low(self) -> bool:
        return self.left_ms is not None and self.low_ms is not None and self.left_ms <= self.low_ms


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The face of one seat. `time_ms` is the seat's own time, even if another limit ends the game first.

    `delay_ms` and `move_ms` are counted down apart. The first of `figures`, shown large, ends the game first.
    """

    seat: str
    time_ms: int
    counts_up: bool
    delay_ms: int
    move_ms: int | None
    periods: int
    spent_ms: int
    on_move: bool
    running: bool
    flagged: bool
    low: bool
    figures: tuple[ClockFigure, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """All faces in the order of play, the time left for the game, and how long until any figure changes."""

    faces: tuple[ClockFace, ...]
    game_ms: int | None
    fell: str | None
    next_change_ms: int | None

    def face(self, seat: str) -> ClockFace:
        return next(face for face in self.faces if face.seat == seat)


def read_clock(clock: Clock, now_ms: int, tenths_below_ms: int = TENTHS_BELOW_MS) -> Reading:
    """Read the faces now. Time that is gone shows at once, a flag only once it is marked."""
    charged = clock.charge_until(now_ms).clock
    shown = replace(charged, since_ms=clock.since_ms, fell=clock.fell)
    faces = tuple(_read_face(shown, seat) for seat in shown.seats)
    return Reading(faces, shown.game_ms, shown.fell, _next_change_ms(charged, faces, tenths_below_ms))


def _read_face(clock: Clock, seat: str) -> ClockFace:
    terms, account = clock.terms(seat), clock.account(seat)
    on_move = seat == clock.turn.seat
    turn = clock.turn if on_move else Turn.begin(seat, terms)
    delay_ms = turn.delay_ms if on_move and terms.mode is Mode.DELAY else 0
    figures = _figures(clock, terms, account, turn)
    waits = delay_ms and account.main_ms  # main time does not run during the delay
    return ClockFace(
        seat=seat,
        time_ms=_own_time_ms(terms, account, turn),
        counts_up=_counts_up(terms),
        delay_ms=delay_ms,
        move_ms=turn.move_ms if terms.has_main else None,
        periods=account.periods,
        spent_ms=account.spent_ms,
        on_move=on_move,
        running=on_move and clock.running,
        flagged=seat == clock.fell,
        low=any(figure.low and (on_move or figure.limit is not ClockLimit.MOVE) for figure in figures),
        figures=figures if not waits else (*figures, ClockFigure(ClockLimit.DELAY, delay_ms)),
    )


def _own_time_ms(terms: Terms, account: Account, turn: Turn) -> int:
    if _counts_up(terms):
        return account.spent_ms
    if turn.move_ms is not None and not terms.has_main:
        return turn.move_ms
    if terms.mode is Mode.BRONSTEIN:
        return account.main_ms + turn.delay_ms
    if terms.mode is Mode.PERIODS and account.main_ms == 0 and account.periods:
        return terms.period_ms - account.over_ms
    return account.main_ms


def _counts_up(terms: Terms) -> bool:
    return not terms.has_main and terms.move_ms is None


def _figures(clock: Clock, terms: Terms, account: Account, turn: Turn) -> tuple[ClockFigure, ...]:
    """List the figures in the order in which they would end the game if the seat thought on.

    A seat's flag counts before the game's limit.
    """
    ends: list[tuple[int, ClockFigure]] = []
    if terms.has_main:
        own = _own_figure(terms, account, turn)
        ends.append((account.left_ms(terms) + turn.delay_ms, own))
    if turn.move_ms is not None:
        ends.append(
            (turn.move_ms, ClockFigure(ClockLimit.MOVE, turn.move_ms, turn.move_ms, _low_move_ms(terms)))
        )
    if clock.game_ms is not None:
        low_ms = low_time_ms(clock.control.game_ms or 0)
        ends.append((clock.game_ms, ClockFigure(ClockLimit.GAME, clock.game_ms, clock.game_ms, low_ms)))
    figures = tuple(figure for _, figure in sorted(ends, key=lambda end: end[0]))
    return (*figures, ClockFigure(ClockLimit.USED, account.spent_ms)) if _counts_up(terms) else figures


def _own_figure(terms: Terms, account: Account, turn: Turn) -> ClockFigure:
    left_ms, low_ms = account.left_ms(terms), low_time_ms(terms.initial_ms)
    if terms.mode is Mode.DELAY and account.main_ms == 0 and turn.delay_ms:
        return ClockFigure(ClockLimit.DELAY, turn.delay_ms, turn.delay_ms, low_ms)
    limit = ClockLimit.PERIOD if terms.mode is Mode.PERIODS and account.main_ms == 0 else ClockLimit.MAIN
    return ClockFigure(limit, _own_time_ms(terms, account, turn), left_ms, low_ms)


def _low_move_ms(terms: Terms) -> int:
    """Return from when a move's time is low: at most half of it, as a short move would always be low."""
    move_ms = terms.move_ms or 0
    return min(low_time_ms(move_ms), move_ms // 2)


def _next_change_ms(clock: Clock, faces: tuple[ClockFace, ...], tenths_below_ms: int) -> int | None:
    if not clock.running:
        return None
    changes: list[int | None] = []
    for face in faces:
        if face.running and face.counts_up:
            changes.append(until_change_up_ms(face.time_ms))
        elif face.running:
            main_waits = face.delay_ms > 0
            changes.append(until_change_ms(face.delay_ms if main_waits else face.time_ms, tenths_below_ms))
            if face.move_ms is not None:
                changes.append(until_change_ms(face.move_ms, tenths_below_ms))
        elif clock.terms(face.seat).mode is Mode.HOURGLASS:
            changes.append(until_change_rising_ms(face.time_ms, tenths_below_ms))
    if clock.game_ms is not None:
        changes.append(until_change_ms(clock.game_ms, tenths_below_ms))
    return min((change for change in changes if change is not None), default=None)
