"""Rulings for the arbiter: pauses, corrections of clocks, penalties, takebacks, positions, results."""

from collections.abc import Sequence

from games.clock import GAME, ClockStep
from games.referee.faults import Refused
from games.rules import Ending, Outcome, Play, Position, Seat

from . import events as e
from . import requests as r
from .folding import apply
from .state import State
from .timing import (
    charge_until_ms,
    check_flag,
    end_result_pause,
    require_not_over,
    require_ongoing,
    stop_if_over,
)

SECOND_ILLEGAL_LOSES = 1  # illegal moves of a side before the losing one (docs/rules.md#wooden-board)


def pause(state: State, request: r.Pause, now_ms: int) -> e.Paused:
    now_ms = require_ongoing(state, now_ms)
    reason = _require_reason(request.reason)
    if reason in state.clock.pauses:
        raise Refused("paused-already")
    return e.Paused(at_ms=now_ms, clock=check_flag(state.clock.pause(now_ms, reason)).clock, reason=reason)


def resume(state: State, request: r.Resume, now_ms: int) -> e.Resumed:
    now_ms = require_ongoing(state, now_ms)
    clock = state.clock.resume(now_ms, request.reason).clock
    return e.Resumed(at_ms=now_ms, clock=clock, reason=request.reason)


def call_arbiter(state: State, request: r.CallArbiter, now_ms: int) -> e.ArbiterCalled:
    """Call the arbiter: the only way a player pauses in a tournament (docs/clocks.md#pauses)."""
    now_ms = require_ongoing(state, now_ms)
    if state.arbiter and "arbiter" in state.clock.pauses:
        raise Refused("paused-already")
    clock = check_flag(state.clock.pause(now_ms, "arbiter")).clock
    return e.ArbiterCalled(at_ms=now_ms, clock=clock, seat=request.seat, reason=request.reason)


def adjust(state: State, request: r.Adjust, now_ms: int) -> e.Adjusted:
    require_not_over(state)
    now_ms = charge_until_ms(state, now_ms)
    before = check_flag(state.clock.charge_until(now_ms))
    step = ClockStep(before.clock)
    wants_time = request.set_ms is not None or request.add_ms or request.periods is not None
    if request.seat is None or not wants_time:
        if request.turn is None:
            raise Refused("nothing-to-change")
    else:
        _require_seat_or_game(state, request.seat)
        step = before.clock.adjust(
            now_ms, request.seat, set_ms=request.set_ms, add_ms=request.add_ms, periods=request.periods
        )
    clock = step.clock
    if request.turn is not None:
        _require_can_move(state, request.turn)
        clock = check_flag(clock.set_turn(now_ms, request.turn)).clock
    return e.Adjusted(
        at_ms=now_ms,
        clock=clock,
        seat=request.seat,
        before=before.clock,
        given=step.given,
        turn=request.turn,
        set_ms=request.set_ms,
        add_ms=request.add_ms,
        periods=request.periods,
        reason=_require_reason(request.reason),
    )


def penalise(state: State, request: r.Penalise, now_ms: int) -> e.Penalised:
    require_not_over(state)
    _require_seat_or_game(state, request.seat)
    now_ms = charge_until_ms(state, now_ms)
    before = check_flag(state.clock.charge_until(now_ms)).clock
    step = before.penalty(now_ms, request.seat, request.time_ms)
    return e.Penalised(
        at_ms=now_ms,
        clock=step.clock,
        seat=request.seat,
        before=before,
        given=step.given,
        time_ms=request.time_ms,
        reason=_require_reason(request.reason),
    )


def note_illegal(state: State, request: r.NoteIllegal, now_ms: int) -> e.IllegalNoted:
    """Note an illegal move that was put back: the first costs a penalty, the second of a side the game."""
    now_ms = require_ongoing(state, now_ms)
    _require_seat_or_game(state, request.seat)
    side = request.seat.side
    before = check_flag(state.clock.charge_until(now_ms)).clock
    lost = state.illegal.count(side) >= SECOND_ILLEGAL_LOSES
    outcome = Outcome(side.opponent, Ending.RULING) if lost else None
    step = ClockStep(before) if lost else before.penalty(now_ms, request.seat)
    return e.IllegalNoted(
        at_ms=now_ms,
        clock=stop_if_over(step.clock, now_ms, outcome),
        outcome=outcome,
        seat=request.seat,
        before=before,
        given=step.given,
        reason=request.reason,
    )


def take_back(state: State, request: r.TakeBack, now_ms: int, past: Sequence[e.Event]) -> e.TakenBack:
    """Restore cubes, counters and clocks of that ply; give later penalties and corrections again.

    The one ruling that needs the log. The undone positions are forgotten with the counters; the limit of
    the game is not rewound (docs/clocks.md#takebacks).
    """
    now_ms = require_ongoing(state, now_ms)
    if not 0 <= request.to_ply < state.ply:
        raise Refused("no-such-ply", ply=request.to_ply, current=state.ply)
    stood, later = _state_at_ply(state, request.to_ply, past)
    gifts = [
        gift
        for event in later
        if isinstance(event, e.Adjusted | e.Penalised | e.IllegalNoted)
        for gift in event.given
    ]
    back = check_flag(state.clock.take_back(now_ms, stood.clock)).clock
    clock = end_result_pause(check_flag(back.give(now_ms, gifts)).clock, now_ms)
    return e.TakenBack(
        at_ms=now_ms,
        clock=clock,
        to_ply=request.to_ply,
        play=stood.play,
        seat=request.seat,
        reason=request.reason,
    )


def set_position(state: State, request: r.SetPosition, now_ms: int) -> e.PositionSet:
    require_not_over(state)
    if state.play is None:
        raise Refused("clock-only")
    position = request.position
    if position.seats != state.agreement.seats:
        raise Refused("wrong-position", given=position.seats, seats=state.agreement.seats)
    now_ms = charge_until_ms(state, now_ms)
    position = Play.begin(position, state.agreement.rules).after_passes().position
    clock = check_flag(state.clock.charge_until(now_ms)).clock
    if position.seat != clock.turn.seat:
        clock = check_flag(clock.set_turn(now_ms, position.seat)).clock
    return e.PositionSet(at_ms=now_ms, clock=clock, position=position, reason=_require_reason(request.reason))


def rule(state: State, request: r.Rule, now_ms: int) -> e.Ruled:
    """Declare any result for the arbiter, with a reason, even when a flag has just fallen."""
    require_not_over(state)
    if not request.ending.fits(request.winner):
        raise Refused("wrong-ending", result=request.winner or "draw", ending=request.ending)
    now_ms = max(now_ms, state.at_ms)
    outcome = Outcome(request.winner, request.ending)
    clock = state.clock.stop(now_ms).clock
    return e.Ruled(at_ms=now_ms, clock=clock, outcome=outcome, reason=_require_reason(request.reason))


def reopen(state: State, request: r.Reopen, now_ms: int) -> e.Reopened:
    if state.outcome is None:
        raise Refused("game-not-over")
    now_ms = max(now_ms, state.at_ms)
    clock = end_result_pause(state.clock.reopen("arbiter").clock, now_ms)
    turn = _seat_that_can_move(state)
    if turn is not None:
        clock = clock.set_turn(now_ms, turn).clock
    return e.Reopened(at_ms=now_ms, clock=clock, reason=_require_reason(request.reason), turn=turn)


def _state_at_ply(state: State, ply: int, past: Sequence[e.Event]) -> tuple[State, Sequence[e.Event]]:
    """Return the state right after the ply was last reached, and the later events."""
    stood = at = State.new(state.agreement)
    reached = 0
    for count, event in enumerate(past, 1):
        before, at = at, apply(at, event)
        if at.ply == ply and (at.ply != before.ply or isinstance(event, e.Started | e.PositionSet)):
            stood, reached = at, count
    return stood, past[reached:]


def _seat_that_can_move(state: State) -> Seat | None:
    """Return the seat after forced passes that the end of the game prevented; None if nothing changes."""
    if state.play is None or not state.play.position.is_stuck:
        return None
    position = state.play.position
    while position.is_stuck:
        position = position.after_pass()
    return position.seat


def _require_can_move(state: State, seat: Seat) -> None:
    _require_seat_or_game(state, seat)
    if state.play and Position(state.play.position.cubes, seat).is_stuck:
        raise Refused("no-turn-for-stuck", seat=seat)


def _require_seat_or_game(state: State, seat: str) -> None:
    if seat != GAME and seat not in state.agreement.table:
        raise Refused("no-such-seat", seat=seat)


def _require_reason(text: str) -> str:
    if not text.strip():
        raise Refused("reason-missing")
    return text.strip()
