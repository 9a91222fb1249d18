"""Judge a log again: every event must be what the referee rules today on the request it answers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.clock import Clock
from games.referee.faults import Refused

from . import events as e
from . import requests as r
from .folding import apply
from .rulings import decide
from .state import Agreement, State


@dataclass(frozen=True, slots=True)
class InvalidEvent:
    """The first event that makes a log invalid: its place (from 1), and why."""

    seq: int
    code: str
    text: str


def replay_while_valid(agreement: Agreement, events: Iterable[e.Event]) -> tuple[State, InvalidEvent | None]:
    """Return the state after the longest valid beginning of a log, and the event that ends it."""
    state = State.new(agreement)
    past: list[e.Event] = []
    for event in events:
        broken = _check_event(state, event, past)
        if broken is not None:
            return state, broken
        state = apply(state, event)
        past.append(event)
    return state, None


def _check_event(state: State, event: e.Event, past: Sequence[e.Event]) -> InvalidEvent | None:
    seq = state.seq + 1
    if event.at_ms < state.at_ms:
        return InvalidEvent(seq, "time-runs-back", "The event is earlier than the one before it.")
    try:
        request = REQUESTS[type(event)](state, event)
        # The log says when the next clock started; until November 2026 that was at once.
        ruled = decide(state, request, event.at_ms, past, begins_ms=event.clock.since_ms).event
    except Refused as refused:
        return InvalidEvent(seq, refused.code, str(refused))
    if ruled != event and not _entered_without_stopping(state, event, ruled):
        return InvalidEvent(
            seq, "differs", f"The rules give {_summarise(ruled)}, the log says {_summarise(event)}."
        )
    return None


def _entered_without_stopping(state: State, event: e.Event, ruled: e.Event) -> bool:
    """Accept logs before November 2026, in which an entered result left the clocks running."""
    entered = isinstance(event, e.Confirmed) and event.claim is not None and event.outcome is None
    return entered and event == replace(ruled, clock=state.clock)


def _summarise(event: e.Event) -> str:
    """Describe an event so that a difference shows: kind, outcome and the times on the clocks."""
    outcome = f" {event.outcome}" if event.outcome else ""
    move = f" {event.move}" if isinstance(event, e.Moved) else ""
    return f"{e.NAMES[type(event)]}{move}{outcome} [{_summarise_times(event.clock)}]"


def _summarise_times(clock: Clock) -> str:
    return " ".join(f"{seat}:{clock.account(seat).main_ms}" for seat in clock.seats)


def _move(state: State, event: e.Moved) -> r.MakeMove:
    # Claim and round trip are not stored, but the time given back is: claiming it gives it again.
    claimed_ms = event.elapsed_ms - event.lag_ms
    return r.MakeMove(event.seat, state.ply, event.move, claimed_ms, event.lag_ms)


def _press(state: State, event: e.Pressed) -> r.Press:
    return r.Press(event.seat, state.ply, event.elapsed_ms - event.lag_ms, event.lag_ms)


def _adjust(state: State, event: e.Adjusted) -> r.Adjust:
    return r.Adjust(event.reason, event.seat, event.set_ms, event.add_ms, event.periods, event.turn)


def _take_back(state: State, event: e.TakenBack) -> r.Request:
    if event.seat is not None:
        return r.Accept(event.seat)
    return r.TakeBack(event.to_ply, None, event.reason)


def _rule(state: State, event: e.Ruled) -> r.Rule:
    if event.outcome is None:
        return r.Rule(None, "")
    return r.Rule(event.outcome.winner, event.reason, event.outcome.ending)


def _confirm(state: State, event: e.Confirmed) -> r.Confirm:
    outcome = event.claim.outcome if event.claim else state.outcome
    if outcome is None:
        return r.Confirm(event.side, None)
    return r.Confirm(event.side, outcome.winner, outcome.ending)


REQUESTS: dict[type[e.Event], Callable[[State, Any], r.Request]] = {
    e.Started: lambda state, event: r.Start(),
    e.Moved: _move,
    e.Pressed: _press,
    e.Called: lambda state, event: r.CallLine(event.seat, state.ply),
    e.Offered: lambda state, event: r.Offer(event.seat),
    e.TakebackAsked: lambda state, event: r.TakeBack(event.to_ply, event.seat),
    e.Accepted: lambda state, event: r.Accept(event.seat),
    e.Declined: lambda state, event: r.Decline(event.seat),
    e.Resigned: lambda state, event: r.Resign(event.seat),
    e.Flagged: lambda state, event: r.Flag(),
    e.Paused: lambda state, event: r.Pause(event.reason),
    e.Resumed: lambda state, event: r.Resume(event.reason),
    e.GivenBack: lambda state, event: r.GiveBack(event.time_ms, event.clock.since_ms or 0),
    e.Reached: lambda state, event: r.Reach(event.seat, event.clock.since_ms or 0),
    e.ArbiterCalled: lambda state, event: r.CallArbiter(event.seat, event.reason),
    e.Adjusted: _adjust,
    e.Penalised: lambda state, event: r.Penalise(event.seat, event.reason, event.time_ms),
    e.IllegalNoted: lambda state, event: r.NoteIllegal(event.seat, event.reason),
    e.TakenBack: _take_back,
    e.PositionSet: lambda state, event: r.SetPosition(event.position, event.reason),
    e.Ruled: _rule,
    e.Reopened: lambda state, event: r.Reopen(event.reason),
    e.Confirmed: _confirm,
}
