"""Whole games of requests, each with the event or the refusal that answered it."""

from collections.abc import Callable
from typing import Any

from games.faults import Fault
from games.referee import Agreement, State, decide, dump_event, dump_state, load
from games.referee import requests as r

START_MS = 1_700_000_000_000
TimedRequest = tuple[int, dict[str, Any]]

REQUESTS: dict[str, type[r.Request]] = {
    "start": r.Start,
    "move": r.MakeMove,
    "press": r.Press,
    "call": r.CallLine,
    "offer": r.Offer,
    "accept": r.Accept,
    "decline": r.Decline,
    "resign": r.Resign,
    "flag": r.Flag,
    "pause": r.Pause,
    "resume": r.Resume,
    "arbiter": r.CallArbiter,
    "adjust": r.Adjust,
    "penalty": r.Penalise,
    "illegal": r.NoteIllegal,
    "takeback": r.TakeBack,
    "position": r.SetPosition,
    "rule": r.Rule,
    "reopen": r.Reopen,
    "confirm": r.Confirm,
}

OF_THE_SERVER: dict[str, type[r.Request]] = {"give-back": r.GiveBack, "reach": r.Reach}


def play(
    agreed: dict[str, Any], ask_next: Callable[[State, int], TimedRequest], count: int
) -> dict[str, Any]:
    """Answer so many requests; each is made from the state and the time of the one before."""
    state, past, now_ms = State.new(load(Agreement, agreed)), [], START_MS
    steps: list[dict[str, Any]] = []
    for _ in range(count):
        now_ms, asked = ask_next(state, now_ms)
        step = {"now_ms": now_ms, "ask": asked}
        try:
            ruling = decide(state, read(asked), now_ms, past)
        except Fault as fault:
            steps.append(step | {"refused": fault.code, "said": str(fault)})
            continue
        state = ruling.after
        past.append(ruling.event)
        steps.append(step | {"event": dump_event(ruling.event)})
    return {"agreement": agreed, "steps": steps, "state": dump_state(state)}


def read(asked: dict[str, Any]) -> r.Request:
    return load((REQUESTS | OF_THE_SERVER)[asked["type"]], asked)
