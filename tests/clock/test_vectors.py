"""The cases shared with the browser's clock are what this clock answers today, and reach every branch."""

import json

from tests.vectors.make_clock import PATH, format_document, vectors


def test_the_vectors_are_up_to_date():
    assert PATH.read_text(encoding="utf-8") == format_document(), "run python -m tests.vectors.make_clock"


def test_the_file_is_the_vectors():
    assert json.loads(PATH.read_text(encoding="utf-8")) == json.loads(json.dumps(vectors()))


def test_the_vectors_reach_every_step_and_most_refusals():
    steps = [step for game in vectors()["games"] for step in game["steps"]]
    done = {step["do"] for step in steps if "refused" not in step}
    assert done >= {
        *("start", "press", "pause", "resume", "flag", "stop"),
        *("adjust", "penalty", "set_turn", "take_back", "reopen"),
    }
    assert {step["refused"] for step in steps if "refused" in step} >= {
        *("over", "paused", "not-paused", "not-fallen", "nothing-to-adjust"),
    }
    assert {step.get("fell") for step in steps} >= {"X", "O", "game", None}
