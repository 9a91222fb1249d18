"""What the server sends about a game. Every event carries the whole position and all clocks."""

from collections.abc import Iterable, Iterator
from typing import Any

from games import clock
from games.models import Event, Game, Instruction
from games.referee import State, apply, dump, dump_event, load_event
from games.referee import events as e

Json = dict[str, Any]

# Of an event's own fields these say nothing that the message does not say better.
_LEFT_OUT = ("v", "play")


def game_json(game: Game) -> Json:
    """What never changes while a game lasts, and who plays."""
    return {
        "code": game.code,
        "seats": game.seats,
        "rules": game.rules,
        "control": game.control,
        "first": game.first,
        "input": game.input,
        "keeper": game.keeper,
        "casual": game.casual,
        "position": game.position or None,  # where it starts, if elsewhere
        "players": {seat: {"name": who.get("name", "")} for seat, who in game.players.items()},
        "topic": game.topic,
        "place": game.place,
    }


def standing_json(state: State) -> Json:
    """How a game stands: all that a board has to draw."""
    return {
        "seq": state.seq,
        "ply": state.ply,
        "status": state.status.value,
        "position": dump(state.position),
        "seat": state.seat.value,
        "clock": clock.to_json(state.clock),
        "outcome": dump(state.outcome),
        "proposal": dump(state.proposal),
        "offered": dump(state.offered),
        "arbiter": state.arbiter,
        "resigning": dump(state.resigning),
        "illegal": dump(state.illegal),
        "uncalled": dump(state.play.uncalled) if state.play else [],
        "repeated": state.repeated,
        "claims": dump(state.claims),
        "confirmed": dump(state.confirmed),
    }


def event_message(
    code: str, event: e.Event, state: State, last: Json | None, *, suspect: str = "", now_ms: int
) -> Json:
    """One event and how the game stands after it; the same for everybody."""
    own = {key: value for key, value in dump_event(event).items() if key not in _LEFT_OUT}
    # The event's own `seat` is who acted; whose turn it is now is told by the clock as well.
    by = {"by": own.pop("seat")} if "seat" in own else {}
    return {
        "type": "event",
        "game": code,
        **own,
        **by,
        **standing_json(state),
        "last": last,
        "suspect": suspect,
        "now_ms": now_ms,
    }


def history(game: Game, rows: Iterable[Event], *, since: int = 0, now_ms: int) -> Iterator[Json]:
    """The messages of a stored log (all rows, in order) after `since`, as they were sent the first time."""
    state = State.new(game.agreement)
    moves: list[Json] = []
    for row in rows:
        event = load_event(row.data)
        state = apply(state, event)
        moves = lasting(moves, event)
        if row.seq > since:
            last = moves[-1] if moves else None
            yield event_message(game.code, event, state, last, suspect=row.suspect, now_ms=now_ms)


def lasting(moves: list[Json], event: e.Event) -> list[Json]:
    """The moves that stand after one more event; a takeback removes those it undid."""
    if isinstance(event, e.Moved):
        return [*moves, last_json(event)]
    if isinstance(event, e.Pressed):
        return [*moves, {"seat": event.seat.value, "move": None, "passes": []}]
    if isinstance(event, e.TakenBack):
        return moves[: event.to_ply]
    return moves


def last_json(event: e.Moved) -> Json:
    return {"seat": event.seat.value, "move": str(event.move), "passes": dump(event.passes)}


def state_message(
    game: Game,
    *,
    now_ms: int,
    generation: int = 1,
    mine: Json | None = None,
    table: Json | None = None,
    instructions: Iterable[Instruction] = (),
) -> Json:
    """Everything about a game for whoever looks in now. `mine` is what this viewer may do."""
    return {
        "type": "state",
        "game": game_json(game),
        **standing_json(game.state_now()),
        "last": game.last,
        "epoch": game.epoch,
        "generation": generation,
        "voided": game.voided,
        "table": table,
        "instructions": [instruction_json(each) for each in instructions],
        "mine": mine or {"seats": [], "verbs": []},
        "now_ms": now_ms,
    }


def instruction_json(instruction: Instruction) -> Json:
    return {"id": instruction.pk, "request": instruction.body}


def instruction_message(code: str, instruction: Instruction) -> Json:
    """For the table that keeps the game: do this, and answer with an entry that names the id."""
    return {"type": "instruction", "game": code, **instruction_json(instruction)}
