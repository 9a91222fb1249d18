"""The instant a ruling charges up to, when the next clock starts, and clocks that stop at the end."""

from dataclasses import replace

from games.clock import GAME, Clock, ClockStep
from games.referee.faults import Refused
from games.rules import Outcome, Seat

from . import events as e
from .state import State

RESULT = "result"  # why the clocks pause while an entered result waits for its answer


def charge_until_ms(state: State, now_ms: int) -> int:
    """Return the instant to charge up to, never before the last event. Refuses with `flag-fallen`.

    Past the deadline but within what lag could still give back, no player has lost yet (a move may be in
    flight): the turn is charged to the last millisecond before it.
    """
    now_ms = max(now_ms, state.at_ms)
    deadline_ms = state.clock.next_deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        return now_ms
    if now_ms - state.lag(state.seat).left_ms >= deadline_ms:
        raise flag_fallen(state.clock.fallen_seat(now_ms))
    return max(state.at_ms, deadline_ms - 1)


def require_ongoing(state: State, now_ms: int) -> int:
    """Refuse unless the game has started and is not over; return the instant to charge up to."""
    require_not_over(state)
    if not state.clock.started:
        raise Refused("not-started")
    return charge_until_ms(state, now_ms)


def require_not_over(state: State) -> None:
    if state.outcome is not None:
        raise Refused("game-over")


def require_running(state: State) -> None:
    """Refuse unless the clock of the seat on the move runs: for requests that end a turn."""
    require_not_over(state)
    if not state.clock.started:
        raise Refused("not-started")
    if not state.clock.running:
        raise Refused("paused")


def flag_fallen(fell: str | None) -> Refused:
    return Refused("flag-fallen", seat=fell or GAME)


def stop_if_over(clock: Clock, now_ms: int, outcome: Outcome | None) -> Clock:
    """Stop the clock if the event ended the game."""
    return clock.stop(now_ms).clock if outcome is not None else clock


def end_result_pause(clock: Clock, now_ms: int) -> Clock:
    """Resume the clock that was paused for an entered result."""
    return clock.resume(now_ms, RESULT).clock if RESULT in clock.pauses else clock


def press(state: State, seat: Seat, now_ms: int, next_seat: Seat, lag_ms: int) -> ClockStep:
    """End the turn, or refuse because the time is gone even with what lag gives back."""
    step = state.clock.press(now_ms, next_seat, lag_ms)
    if step.fell is not None:
        raise flag_fallen(step.fell)
    return step


def check_flag(step: ClockStep) -> ClockStep:
    """Refuse a step that found the flag fallen. `charge_until_ms` prevents that, so it would be a bug."""
    if step.fell is not None:
        raise flag_fallen(step.fell)
    return step


def delay_start(before: Clock, event: e.Event, begins_ms: int) -> e.Event:
    """Let a clock that this event starts run from `begins_ms`, when its player learns of it.

    The turn is charged up to the event's own instant; no player pays the time in between. A clock that waited
    for its player (`outages`) does not pass its wait on.
    """
    after = event.clock
    starts = not before.running or after.turn.seat != before.turn.seat or isinstance(event, _BEGIN_TURNS)
    if after.since_ms is None or not starts:
        return event
    return replace(event, clock=replace(after, since_ms=max(event.at_ms, begins_ms)))


_BEGIN_TURNS = (e.Moved, e.Pressed, e.TakenBack)
