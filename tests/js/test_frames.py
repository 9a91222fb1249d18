"""A watched game and a stored one give the same frames."""

import json
from types import SimpleNamespace
from typing import Any

from games.protocol.downward import event_message
from games.referee import Agreement, State, apply, load, load_event
from games.replays import fold_frames
from tests.js.nodejs import run_tests
from tests.vectors import make_referee

FRESH_GAMES = 60


def test_frames_heard_one_by_one_are_the_frames_of_the_log(tmp_path):
    path = tmp_path / "frames.json"
    path.write_text(json.dumps([_watched(game) for game in make_referee.vectors(games=FRESH_GAMES)]))
    run_tests("fresh-frames.js", VECTORS_FRAMES=str(path))


def _watched(game: dict[str, Any]) -> dict[str, Any]:
    agreement = load(Agreement, game["agreement"])
    stored = SimpleNamespace(agreement=agreement)
    rows = [SimpleNamespace(data=step["event"]) for step in game["steps"] if "event" in step]
    state, messages = State.new(agreement), []
    for row in rows:
        event = load_event(row.data)
        state = apply(state, event)
        messages.append(event_message("g", row.data, state, None, now_ms=0))
    return {
        "start": fold_frames(stored, [])[0].to_json(),
        "messages": messages,
        "frames": [frame.to_json() for frame in fold_frames(stored, rows)],
    }
