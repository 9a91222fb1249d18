"""Run the tests of the scripts. Mirrors of Python code are tested with stored cases and fresh ones."""

import json
from typing import Any

import pytest

from games.protocol.downward import event_message
from games.referee import Agreement, State, apply, load, load_event
from tests.js.nodejs import HERE, run_tests
from tests.vectors import make_referee, make_rules

FILES = sorted(path.name for path in HERE.glob("*.test.js"))
FRESH_SEEDS = (1, 2)
FRESH_GAMES = 100


@pytest.mark.parametrize("file", FILES)
def test_scripts_pass_their_tests(file):
    run_tests(file)


@pytest.mark.parametrize("seed", FRESH_SEEDS)
def test_the_rules_in_the_browser_agree_on_fresh_games(seed, tmp_path):
    path = tmp_path / "rules.json"
    path.write_text(make_rules.written(seed, FRESH_GAMES), encoding="utf-8")
    run_tests("rules.test.js", VECTORS_RULES=str(path))


@pytest.mark.parametrize("seed", FRESH_SEEDS)
def test_the_referee_in_the_browser_agrees_on_fresh_games(seed, tmp_path):
    path = tmp_path / "referee.json"
    path.write_text(make_referee.written(seed, FRESH_GAMES), encoding="utf-8")
    run_tests("referee.test.js", VECTORS_REFEREE=str(path))


def test_what_is_announced_is_applied_as_it_is(tmp_path):
    path = tmp_path / "announced.json"
    games = [_announced(game) for game in make_referee.vectors(games=FRESH_GAMES)]
    path.write_text(json.dumps(games), encoding="utf-8")
    run_tests("fresh-announced.js", VECTORS_ANNOUNCED=str(path))


def _announced(game: dict[str, Any]) -> dict[str, Any]:
    """Return the game and the messages that announce its events."""
    state, told = State.new(load(Agreement, game["agreement"])), []
    for data in (step["event"] for step in game["steps"] if "event" in step):
        event = load_event(data)
        state = apply(state, event)
        told.append(event_message("g", data, state, None, now_ms=0))
    return {"agreement": game["agreement"], "told": told, "state": game["state"]}
