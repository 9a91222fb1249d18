"""The instant a ruling may charge up to, from when the next clock runs, and clocks that stop at the end."""

from dataclasses import replace

from games.clock import GAME, Clock, ClockStep
from games.referee.faults import Refused
from games.rules import Outcome, Seat

from . import events as e
from .state import State

RESULT = "result"  # why the clocks stand while an entered result waits for its answer


def in_time(state: State, now_ms: int) -> int:
    """The instant to charge up to, or `flag-fallen`.

    Never before the last event. Past the deadline but within what lag could still give back, nobody has
    lost yet (a move may be in flight): the turn is charged to the last millisecond before it.
    """
    now_ms = max(now_ms, state.at_ms)
    deadline_ms = state.clock.next_deadline_ms
    if deadline_ms is None or now_ms < deadline_ms:
        return now_ms
    if now_ms - state.lag(state.seat).left_ms >= deadline_ms:
        raise flag_fallen(state.clock.fallen(now_ms))
    return max(state.at_ms, deadline_ms - 1)


def ongoing(state: State, now_ms: int) -> int:
    """The same for what needs a game that has started and is not over."""
    not_over(state)
    if not state.clock.started:
        raise Refused("not-started")
    return in_time(state, now_ms)


def not_over(state: State) -> None:
    if state.outcome is not None:
        raise Refused("game-over")


def running(state: State) -> None:
    """For what ends a turn: the clock of the seat on the move must run."""
    not_over(state)
    if not state.clock.started:
        raise Refused("not-started")
    if not state.clock.running:
        raise Refused("paused")


def flag_fallen(fell: str | None) -> Refused:
    return Refused("flag-fallen", seat=fell or GAME)


def stopped(clock: Clock, now_ms: int, outcome: Outcome | None) -> Clock:
    """The clock after an event that may have ended the game."""
    return clock.stop(now_ms).clock if outcome is not None else clock


def without_result_pause(clock: Clock, now_ms: int) -> Clock:
    """The clock once nobody waits for an answer to an entered result any more."""
    return clock.resume(now_ms, RESULT).clock if RESULT in clock.pauses else clock


def press(state: State, seat: Seat, now_ms: int, next_seat: Seat, lag_ms: int) -> ClockStep:
    """End the turn, or refuse because the time is gone even with what lag gives back."""
    step = state.clock.press(now_ms, next_seat, lag_ms)
    if step.fell is not None:
        raise flag_fallen(step.fell)
    return step


def stepped(step: ClockStep) -> ClockStep:
    """A step that took place. `in_time` has looked before, so a fall here would be our own mistake."""
    if step.fell is not None:
        raise flag_fallen(step.fell)
    return step


def begun(before: Clock, event: e.Event, begins_ms: int) -> e.Event:
    """The event with a clock that starts to run with it running from `begins_ms`, when its player is told.

    Whoever ended the turn pays up to the event's own instant; the time in between belongs to nobody. A clock
    that waited for its player (`outages`) hands nothing on of its wait.
    """
    after = event.clock
    starts = not before.running or after.turn.seat != before.turn.seat or isinstance(event, _BEGIN_TURNS)
    if after.since_ms is None or not starts:
        return event
    return replace(event, clock=replace(after, since_ms=max(event.at_ms, begins_ms)))


_BEGIN_TURNS = (e.Moved, e.Pressed, e.TakenBack)
