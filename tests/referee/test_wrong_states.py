"""Every request in every state in which it is wrong: refused with its code, and nothing changes."""

import pytest

from games.referee import requests as r
from games.rules import Move, Position, Seat, Side

REQUESTS = {
    "start": r.Start(),
    "move": r.MakeMove(Seat.X, 0, Move.parse("c1E")),
    "press": r.Press(Seat.X, 0),
    "call": r.CallLine(Seat.X, 0),
    "offer": r.Offer(Seat.X),
    "accept": r.Accept(Seat.O),
    "decline": r.Decline(Seat.O),
    "resign": r.Resign(Seat.X),
    "flag": r.Flag(),
    "pause": r.Pause("noise"),
    "resume": r.Resume(),
    "arbiter": r.CallArbiter(Seat.X),
    "adjust": r.Adjust("why", "X", add_ms=1_000),
    "penalty": r.Penalise(Seat.X, "why"),
    "illegal": r.NoteIllegal(Seat.X),
    "takeback": r.TakeBack(0),
    "ask takeback": r.TakeBack(0, Seat.X),
    "position": r.SetPosition(Position.initial(), "why"),
    "rule": r.Rule(Side.X, "why"),
    "reopen": r.Reopen("why"),
    "confirm": r.Confirm(Side.X, Side.X),
}


def waiting(table):
    return table()


def running(table):
    return table().start()


def paused(table):
    game = table().start()
    game.ask(r.Pause("hall"))
    return game


def over(table):
    game = table().start()
    game.ask(r.Resign(Seat.O))
    return game


# Granted requests are left out; all others are here with their code.
REFUSALS = {
    waiting: {
        "move press call offer accept decline resign flag pause resume arbiter illegal": "not-started",
        "takeback": "not-started",
        "ask takeback": "no-such-ply",
        "press": "moves-kept",
        "call": "no-line-to-call",
        "reopen confirm": "game-not-over",
    },
    running: {
        "start": "already-started",
        "press": "moves-kept",
        "call": "no-line-to-call",
        "accept decline": "nothing-to-answer",
        "flag": "not-fallen",
        "resume": "not-paused",
        "takeback": "no-such-ply",
        "ask takeback": "no-such-ply",
        "reopen confirm": "game-not-over",
    },
    paused: {
        "start": "already-started",
        "move flag": "paused",
        "press": "moves-kept",
        "call": "no-line-to-call",
        "accept decline": "nothing-to-answer",
        "takeback": "no-such-ply",
        "ask takeback": "no-such-ply",
        "reopen confirm": "game-not-over",
    },
    over: {
        "start move call offer accept decline resign flag pause resume arbiter adjust penalty": "game-over",
        "illegal takeback position rule": "game-over",
        "press": "moves-kept",
        "ask takeback": "no-such-ply",
    },
}


def refusal_codes(state):
    """Read "request -> code" lines; a request of two words has a line to itself."""
    codes = {}
    for names, code in REFUSALS[state].items():
        for name in [names] if names in REQUESTS else names.split():
            codes[name] = code
    return codes


@pytest.mark.parametrize("name", REQUESTS)
@pytest.mark.parametrize("state", REFUSALS, ids=lambda state: state.__name__)
def test_each_request_is_granted_or_refused_with_its_code(table, state, name):
    game = state(table)
    code = refusal_codes(state).get(name)
    if code is None:
        assert game.ask(REQUESTS[name])
    else:
        assert game.refusal(REQUESTS[name]) == code
