"""Build the messages that the server sends about a game. An event has the whole position and all clocks."""

from collections.abc import Iterable, Iterator
from typing import Any

from games import clock
from games.models import Event, Game, Instruction, Notice, Rematch
from games.referee import LastTurn, State, apply, dump, load_event, turns_after

Json = dict[str, Any]

# The version of docs/protocol.md; a page with another one has to be loaded again.
PROTOCOL = 2


def game_json(game: Game) -> Json:
    """Return the terms of a game and who plays."""
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
        "series": "",  # which game of a longer match; only its players and staff get it
        "gone": game.closed_reason,
    }


def standing_json(state: State) -> Json:
    """Return all that a board has to draw beside the clocks."""
    return {
        "seq": state.seq,
        "ply": state.ply,
        "status": state.status.value,
        "position": dump(state.position),
        "seat": state.seat.value,
        "outcome": dump(state.outcome),
        "proposal": dump(state.proposal),
        "offered": dump(state.offered),
        "arbiter": state.arbiter,
        "outage": dump(state.outage),
        "resigning": dump(state.resigning),
        "illegal": dump(state.illegal),
        "uncalled": dump(state.play.uncalled) if state.play else [],
        "repeated": state.repeated,
        "claims": dump(state.claims),
        "disputed": dump(state.disputed),
        "confirmed": dump(state.confirmed),
    }


def event_message(
    code: str, event: Json, state: State, last: Json | None, *, suspect: str = "", now_ms: int
) -> Json:
    """Return one event as it is stored, with all clocks, and the state after it; the same for all clients."""
    return {
        "type": "event",
        "game": code,
        "event": event,
        **standing_json(state),
        "last": last,
        "suspect": suspect,
        "now_ms": now_ms,
    }


def history(game: Game, rows: Iterable[Event], *, since: int = 0, now_ms: int) -> Iterator[Json]:
    """Yield the messages of a stored log (all rows, in order) after `since`, as they were sent at first."""
    state = State.new(game.agreement)
    turns: list[LastTurn] = []
    for row in rows:
        event = load_event(row.data)
        state = apply(state, event)
        turns = turns_after(turns, event)
        if row.seq > since:
            last = dump(turns[-1]) if turns else None
            yield event_message(game.code, row.data, state, last, suspect=row.suspect, now_ms=now_ms)


def state_message(
    game: Game,
    *,
    now_ms: int,
    generation: int = 1,
    mine: Json | None = None,
    table: Json | None = None,
    seats: Json | None = None,
    instructions: Iterable[Instruction] = (),
    notices: Iterable[Notice] = (),
    rematch: Json | None = None,
) -> Json:
    """Return the message with everything about a game. `mine` is what this viewer may do."""
    state = game.state_now()
    return {
        "type": "state",
        "game": game_json(game),
        **standing_json(state),
        "clock": clock.to_json(state.clock),
        "last": game.last,
        "touched_ms": max(state.at_ms, game.created_ms),
        "epoch": game.epoch,
        "generation": generation,
        "voided": game.voided,
        "rematch": rematch,
        "table": table,
        "seats": seats or {},
        "instructions": [{"id": each.pk, "request": each.body} for each in instructions],
        "notices": [notice_json(each) for each in notices],
        "mine": mine or {"seats": [], "verbs": []},
        "now_ms": now_ms,
    }


def notice_json(notice: Notice) -> Json:
    """Return a notice of the desk: to this board or to all of them, and until when it is shown."""
    return {
        "id": notice.pk,
        "text": notice.text,
        "to_all": notice.game_id is None,
        "until_ms": notice.until_ms,
    }


def rematch_json(wish: Rematch | None) -> Json | None:
    """Return which seats want another game, and its code once it was opened."""
    return {"wanted": list(wish.wanted), "next": wish.next.code if wish.next else None} if wish else None


def instruction_message(code: str, id: int, request: Json) -> Json:
    """Ask the table that keeps the game to do this, and to answer with an entry that names the id."""
    return {"type": "instruction", "game": code, "id": id, "request": request}
