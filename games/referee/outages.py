"""Rulings on time in which the server was away: it belongs to nobody (CLOCKS, lag)."""

from dataclasses import replace

from games.referee.faults import Refused

from . import events as e
from . import requests as r
from .state import State
from .timing import in_time, running, stepped


def give_back(state: State, request: r.GiveBack, now_ms: int) -> e.GivenBack:
    """The turn is charged up to where the outage began; the clock stands until its player can act again."""
    running(state)
    now_ms = max(now_ms, state.at_ms)
    left_ms = in_time(state, now_ms - request.time_ms)
    clock = stepped(state.clock.settle(left_ms)).clock
    assert clock.since_ms is not None  # it runs, and did not fall
    back_ms = max(clock.since_ms, now_ms, request.back_ms)
    return e.GivenBack(at_ms=now_ms, clock=replace(clock, since_ms=back_ms), time_ms=request.time_ms)


def reach(state: State, request: r.Reach, now_ms: int) -> e.Reached:
    """Only ever shortens the wait."""
    running(state)
    now_ms, since_ms = max(now_ms, state.at_ms), state.clock.since_ms
    back_ms = max(now_ms, request.back_ms)
    if request.seat is not state.seat or since_ms is None or since_ms <= back_ms:
        raise Refused("not-waiting")
    return e.Reached(at_ms=now_ms, clock=replace(state.clock, since_ms=back_ms), seat=request.seat)
