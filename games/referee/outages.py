"""Rulings on time in which the server was away: no player pays it (docs/clocks.md#instants)."""

from dataclasses import replace

from games.referee.faults import Refused

from . import events as e
from . import requests as r
from .state import State
from .timing import charge_until_ms, check_flag, require_running


def give_back(state: State, request: r.GiveBack, now_ms: int) -> e.GivenBack:
    """Charge the turn up to where the outage began; start the clock when its player can act again."""
    require_running(state)
    now_ms = max(now_ms, state.at_ms)
    left_ms = charge_until_ms(state, now_ms - request.time_ms)
    clock = check_flag(state.clock.charge_until(left_ms)).clock
    assert clock.since_ms is not None  # it runs, and did not fall
    back_ms = max(clock.since_ms, now_ms, request.back_ms)
    return e.GivenBack(at_ms=now_ms, clock=replace(clock, since_ms=back_ms), time_ms=request.time_ms)


def reach(state: State, request: r.Reach, now_ms: int) -> e.Reached:
    """Start a waiting clock earlier, as its player is connected. Never makes the wait longer."""
    require_running(state)
    now_ms, since_ms = max(now_ms, state.at_ms), state.clock.since_ms
    back_ms = max(now_ms, request.back_ms)
    if request.seat is not state.seat or since_ms is None or since_ms <= back_ms:
        raise Refused("not-waiting")
    return e.Reached(at_ms=now_ms, clock=replace(state.clock, since_ms=back_ms), seat=request.seat)
