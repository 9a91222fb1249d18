"""Write referee.json: whole games of requests, and the event or the refusal that answers each.

    python -m tests.vectors.make_referee

Requests have the form in which clients send them, events that in which they are stored. The tablet at a table
has to answer every one of them alike, since it plays on when the server cannot be reached. What only the
server asks of itself (`OF_THE_SERVER` in `playing`) has to be folded alike.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from games.referee import Agreement, State, dump, load
from games.rules import Ending, Move, Seat, Side, find_lines_made
from tests.vectors.make_rules import random_move, random_position
from tests.vectors.playing import START_MS, TimedRequest, play
from tests.vectors.writing import block, document, line

PATH = Path(__file__).with_name("referee.json")
SEED = 2026
GAMES = 50
STEPS = 28

MOVE = {"type": "move", "seat": "X", "ply": 0, "move": "e2S"}
CALL = {"type": "call", "seat": "X", "ply": 1}
NO_TIME_LEFT = {"type": "adjust", "seat": "O", "set_ms": 0, "reason": "late"}

CONTROLS = ["10+5", "0:20+3", "0:15d3 m10", "0:20b3", "0:10p3x5 g1", "m10 g1", "g1", "-", "X=1;O=0:40+2"]
CONTROLS_FOR_TWO = [*CONTROLS, "0:30h"]
RULES = [
    "",
    "announce=required",
    "announce=required game_limit=arbiter",
    "repetition=2 game_limit=arbiter",
    "move_limit=4 repetition=0",
    "draw_offers=off",
]
ANYTHING = [
    *("move", "press", "offer", "offer", "accept", "decline", "takeback", "takeback", "call", "flag", "flag"),
    *("pause", "resume", "arbiter", "adjust", "adjust", "penalty", "illegal", "position", "resign"),
    *("confirm", "start", "rule", "reopen"),
]


def agreement(rng: random.Random, number: int) -> dict[str, Any]:
    seats = 2 if number % 2 else 4
    elsewhere = str(random_position(rng, seats)) if number % 3 == 2 else None
    return {
        "rules": _rules(rng.choice(RULES)),
        "control": rng.choice(CONTROLS_FOR_TWO if seats == 2 else CONTROLS),
        "first": elsewhere[-1] if elsewhere else rng.choice(Seat.of(seats)).value,
        "input": "presses" if number % 8 in (3, 6) else "moves",
        "keeper": "server" if number % 7 == 2 else "table",
        "casual": number % 2 == 0,
        "position": elsewhere,
    }


def _rules(text: str) -> str:
    return str(dump(load(Agreement, _terms(text, "-", "X")))["rules"])


def _terms(rules: str, control: str, first: str) -> dict[str, Any]:
    return {"rules": rules, "control": control, "first": first}


def game(rng: random.Random, number: int) -> dict[str, Any]:
    agreed = agreement(rng, number)
    server = random.Random(number) if agreed["keeper"] == "server" else None

    def ask_next(state: State, now_ms: int) -> TimedRequest:
        now_ms += rng.choice([0, rng.randrange(900), rng.randrange(4_000), rng.randrange(9_000)])
        return now_ms, (server and _of_the_server(server, state, now_ms)) or ask(rng, state, now_ms)

    return play(agreed, ask_next, STEPS)


def make_late_call(*then: TimedRequest) -> dict[str, Any]:
    """Let X make a line and call it when the flag of O has fallen. Times are those after the move."""
    agreed = _terms(_rules("announce=required"), "0:20", "X") | {
        "input": "moves",
        "keeper": "table",
        "casual": False,
        "position": "...../...../...../...../XXXX. X",
    }
    requests = iter([(0, {"type": "start"}), (0, MOVE), *then])

    def ask_next(state: State, now_ms: int) -> TimedRequest:
        after_ms, asked = next(requests)
        return START_MS + after_ms, asked

    return play(agreed, ask_next, 2 + len(then))


def _of_the_server(rng: random.Random, state: State, now_ms: int) -> dict[str, Any] | None:
    """Make an outage now and then; and connect a player for whom the clock waits."""
    since_ms = state.clock.since_ms
    if since_ms is None or state.outcome is not None or rng.random() < 0.5:
        return None
    if since_ms > now_ms:
        return {"type": "reach", "seat": state.seat.value, "back_ms": min(since_ms, now_ms + 500)}
    lost_ms = rng.randrange(now_ms - since_ms + 1)
    return {"type": "give-back", "time_ms": lost_ms, "back_ms": now_ms + rng.choice([0, 6_000])}


def ask(rng: random.Random, state: State, now_ms: int) -> dict[str, Any]:
    """Ask mostly for what comes next; otherwise for anything, possible now or not."""
    kind = rng.choice(_next(state, now_ms)) if rng.random() < 0.75 else rng.choice(ANYTHING)
    return {"type": kind, **FIELDS[kind](rng, state)}


def _next(state: State, now_ms: int) -> list[str]:
    turn = "press" if state.play is None else "move"
    if state.outcome is not None:
        return ["reopen", "confirm"]
    if not state.clock.started:
        return ["start"]
    if state.claims:
        return ["confirm", "confirm", "decline", "resume", "press"]
    if state.resigning:
        return ["resign", "decline", turn]
    if state.clock.pauses:
        return ["resume"]
    if state.clock.fallen_seat(now_ms) is not None:
        return ["flag", turn]
    if state.proposal is not None:
        return ["accept", "decline", "decline", turn]
    if state.play and state.play.uncalled:
        return ["call", "call", turn]
    return [turn] if state.play else [turn, turn, "confirm"]


Fields = dict[str, Any]
Moves = Sequence[Move]


def _seat(rng: random.Random, state: State) -> str:
    """Choose the seat on the move, or another at this table, or rarely one of the other game."""
    chance = rng.random()
    if chance < 0.02:
        return rng.choice(list(Seat)).value
    return state.seat.value if chance < 0.5 else rng.choice(state.agreement.table).value


def _by_seat(rng: random.Random, state: State) -> Fields:
    return {"seat": _seat(rng, state)}


def _reasoned(rng: random.Random) -> Fields:
    return {"reason": rng.choice(["noise", " late ", "touched", " "])}


def _turn(rng: random.Random, state: State) -> Fields:
    seat = _seat(rng, state) if rng.random() < 0.1 else state.seat.value
    ply = state.ply - 1 if rng.random() < 0.05 else state.ply
    claim = rng.choice([{}, {"spent_ms": rng.randrange(3_000), "round_trip_ms": rng.randrange(400)}])
    return {"seat": seat, "ply": ply, **claim}


def _move(rng: random.Random, state: State) -> Fields:
    moves = state.position.moves() if state.position else ()
    if not moves or rng.random() < 0.07:
        return _turn(rng, state) | {"move": str(random_move(rng))}
    move = rng.choice(rng.choice([moves, _shuffling(state, moves), _making_lines(state, moves)]))
    return _turn(rng, state) | {"move": str(move.with_call() if rng.random() < 0.05 else move)}


def _shuffling(state: State, moves: Moves) -> Moves:
    """Choose the moves that take no blank cube, so that positions recur."""
    return [move for move in moves if state.position and state.position.cube(move.cell)] or moves


def _making_lines(state: State, moves: Moves) -> Moves:
    before = state.position
    return [move for move in moves if before and find_lines_made(before, before.play(move)).own] or moves


def _adjust(rng: random.Random, state: State) -> Fields:
    seat = rng.choice([*state.agreement.table, "game", "Q"])
    change = rng.choice(
        [
            {"seat": seat, "set_ms": rng.randrange(30_000)},
            {"seat": seat, "add_ms": rng.randrange(-9_000, 30_000)},
            {"seat": rng.choice(state.agreement.table).value, "periods": rng.randrange(4)},
            {"turn": rng.choice(state.agreement.table).value},
            {"seat": seat},
        ]
    )
    return {key: str(value) if key == "seat" else value for key, value in change.items()} | _reasoned(rng)


def _take_back(rng: random.Random, state: State) -> Fields:
    seat = rng.choice([None, _seat(rng, state)])
    return {"to_ply": state.ply - rng.choice([1, 1, 2, 3, 0]), "seat": seat, "reason": "as agreed"}


def _position(rng: random.Random, state: State) -> Fields:
    seats = rng.choice([2, 4, state.agreement.seats, state.agreement.seats])
    return {"position": str(random_position(rng, seats)), **_reasoned(rng)}


def _result(rng: random.Random, state: State) -> Fields:
    winner = rng.choice([*Side, None])
    if state.outcome and rng.random() < 0.7:
        winner = state.outcome.winner
    return {"winner": winner and winner.value}


def _rule(rng: random.Random, state: State) -> Fields:
    return {**_result(rng, state), "ending": rng.choice(list(Ending)).value, **_reasoned(rng)}


def _confirm(rng: random.Random, state: State) -> Fields:
    ending = rng.choice([{}, {"ending": rng.choice(list(Ending)).value}])
    return {"side": rng.choice(list(Side)).value, **_result(rng, state), **ending}


def _call(rng: random.Random, state: State) -> Fields:
    mover = state.play.mover if state.play and rng.random() < 0.7 else None
    return {"seat": mover.value if mover else _seat(rng, state), "ply": state.ply - (rng.random() < 0.1)}


def _none(rng: random.Random, state: State) -> Fields:
    return {}


FIELDS: dict[str, Callable[[random.Random, State], Fields]] = {
    "start": _none,
    "flag": _none,
    "move": _move,
    "press": _turn,
    "call": _call,
    "offer": _by_seat,
    "accept": _by_seat,
    "decline": _by_seat,
    "resign": _by_seat,
    "pause": lambda rng, state: {"reason": rng.choice(["hall", "arbiter", " "])},
    "resume": lambda rng, state: {"reason": rng.choice([None, "hall", *sorted(state.clock.pauses)])},
    "arbiter": lambda rng, state: {"seat": rng.choice([None, _seat(rng, state)]), "reason": "a question"},
    "adjust": _adjust,
    "penalty": lambda rng, state: (
        _by_seat(rng, state) | {"time_ms": rng.choice([None, 5_000])} | _reasoned(rng)
    ),
    "illegal": lambda rng, state: _by_seat(rng, state) | {"reason": ""},
    "takeback": _take_back,
    "position": _position,
    "rule": _rule,
    "reopen": lambda rng, state: _reasoned(rng),
    "confirm": _confirm,
}


def vectors(seed: int = SEED, games: int = GAMES) -> list[dict[str, Any]]:
    rng = random.Random(seed)
    by_hand = [
        make_late_call((20_000, CALL)),
        make_late_call((25_000, CALL)),
        make_late_call((0, NO_TIME_LEFT), (5_000, CALL)),
    ]
    return [*(game(rng, number) for number in range(games)), *by_hand]


def written(seed: int = SEED, games: int = GAMES) -> str:
    texts = [
        document(
            {
                "agreement": line(each["agreement"]),
                "steps": block(each["steps"]),
                "state": line(each["state"]),
            }
        )
        for each in vectors(seed, games)
    ]
    return "[" + ",".join(texts) + "]\n"


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
