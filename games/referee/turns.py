"""Rulings on turns: start, move, press, call, flag. docs/rules.md and docs/clocks.md apply."""

from games.clock import GAME
from games.referee.faults import Refused
from games.rules import Ending, GameLimit, Outcome, Play, Seat

from . import events as e
from . import requests as r
from .state import Input, Keeper, State
from .timing import press, require_not_over, require_running, stop_if_over


def start(state: State, request: r.Start, now_ms: int) -> e.Started:
    require_not_over(state)
    if state.clock.started:
        raise Refused("already-started")
    now_ms = max(now_ms, state.at_ms)
    return e.Started(at_ms=now_ms, clock=state.clock.start(now_ms).clock)


def move(state: State, request: r.MakeMove, now_ms: int) -> e.Moved:
    """Judge a move; then pass the turns of seats that can take nothing (docs/rules.md#forced-passes)."""
    if state.play is None:
        raise Refused("clock-only")
    _require_turn(state, request.seat, request.ply)
    moved = state.play.move(request.move, by=request.seat)
    after = moved.after_passes()
    now_ms = max(now_ms, state.at_ms)
    elapsed_ms, lag_ms = _measure_turn(state, request, now_ms)
    step = press(state, request.seat, now_ms, after.position.seat, lag_ms)
    return e.Moved(
        at_ms=now_ms,
        clock=stop_if_over(step.clock, now_ms, after.outcome),
        outcome=after.outcome,
        seat=request.seat,
        move=request.move,
        position=after.position,
        took_blank=moved.quiet == 0,
        uncalled=after.uncalled,
        passes=_passed_seats(moved, after),
        elapsed_ms=elapsed_ms,
        lag_ms=lag_ms,
    )


def end_turn(state: State, request: r.Press, now_ms: int) -> e.Pressed:
    """End a turn at the wooden board, of which only the clock is known."""
    if state.agreement.input is Input.MOVES:
        raise Refused("moves-kept")
    _require_turn(state, request.seat, request.ply)
    now_ms = max(now_ms, state.at_ms)
    elapsed_ms, lag_ms = _measure_turn(state, request, now_ms)
    step = press(state, request.seat, now_ms, request.seat.next, lag_ms)
    return e.Pressed(at_ms=now_ms, clock=step.clock, seat=request.seat, elapsed_ms=elapsed_ms, lag_ms=lag_ms)


def call(state: State, request: r.CallLine, now_ms: int) -> e.Called:
    """Announce a line after the move, perhaps while the next clock runs (docs/rules.md#announcing)."""
    require_not_over(state)
    if state.play is None:
        raise Refused("clock-only")
    _require_ply(state, request.ply)
    called = state.play.call(request.seat)
    # The line counts from the move that made it: a flag that fell while its maker called changes nothing.
    now_ms = max(now_ms, state.at_ms)
    deadline_ms = state.clock.next_deadline_ms
    if deadline_ms is not None and now_ms >= deadline_ms:
        now_ms = max(state.at_ms, deadline_ms - 1)
    clock = stop_if_over(state.clock, now_ms, called.outcome)
    return e.Called(at_ms=now_ms, clock=clock, outcome=called.outcome, seat=request.seat)


def flag(state: State, request: r.Flag, now_ms: int) -> e.Flagged:
    """Mark a fallen flag, which loses for the side, or apply the game's limit (docs/rules.md#time-limits)."""
    require_running(state)
    now_ms = max(now_ms, state.at_ms)
    step = state.clock.flag(now_ms, state.lag(state.seat).left_ms)
    if step.fell != GAME:
        seat = Seat(step.fell or "")
        outcome = Outcome(seat.side.opponent, Ending.FLAG)
        return e.Flagged(at_ms=now_ms, clock=step.clock, outcome=outcome, seat=seat)
    if state.agreement.rules.game_limit is GameLimit.DRAW:
        drawn = Outcome(None, Ending.GAME_LIMIT)
        return e.Flagged(at_ms=now_ms, clock=step.clock, outcome=drawn, seat=None)
    return e.Flagged(at_ms=now_ms, clock=step.clock.reopen("game-limit").clock, seat=None)


def _require_turn(state: State, seat: Seat, ply: int) -> None:
    require_running(state)
    _require_ply(state, ply)
    if seat is not state.seat:
        raise Refused("not-your-turn", seat=seat, turn=state.seat)


def _require_ply(state: State, ply: int) -> None:
    """Refuse a request for another position: its sender could not have seen this one."""
    if ply != state.ply:
        raise Refused("wrong-ply", ply=ply, current=state.ply)


def _measure_turn(state: State, request: r.MakeMove | r.Press, now_ms: int) -> tuple[int, int]:
    """Return the raw time of the turn, and what of it the network caused (docs/clocks.md#lag)."""
    elapsed_ms = state.clock.elapsed_ms(now_ms)
    if state.agreement.keeper is Keeper.TABLE or request.spent_ms is None:
        return elapsed_ms, 0
    quota = state.lag(request.seat)
    return elapsed_ms, quota.given_back_ms(elapsed_ms, request.spent_ms, request.round_trip_ms)


def _passed_seats(moved: Play, after: Play) -> tuple[Seat, ...]:
    passes, seat = [], moved.position.seat
    while seat is not after.position.seat:
        passes.append(seat)
        seat = seat.next
    return tuple(passes)
