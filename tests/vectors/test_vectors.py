"""The cases shared with the browser are what rules and referee answer today, and they reach every branch."""

import pytest

from games.protocol.upward import parse_request
from games.referee.events import KINDS
from tests.vectors import make_referee, make_rules, playing


@pytest.mark.parametrize("maker", [make_rules, make_referee])
def test_the_vectors_are_up_to_date(maker):
    assert maker.PATH.read_text(encoding="utf-8") == maker.written(), f"run python -m {maker.__name__}"


def test_the_games_reach_every_event_and_most_refusals():
    steps = [step for game in make_referee.vectors() for step in game["steps"]]
    assert {step["event"]["kind"] for step in steps if "event" in step} == set(KINDS)
    assert len({step["refused"] for step in steps if "refused" in step}) > 35


def test_the_rules_reach_every_ending_by_moves_and_every_illegal_move():
    steps = [step for game in make_rules.vectors()["games"] for step in game["steps"]]
    endings = {step["outcome"].split()[1] for step in steps if step.get("outcome")}
    assert endings == {"line", "opponent-line", "repetition", "move-limit"}
    tried = make_rules.vectors()["refused"]
    assert {case["refused"] for case in tried if "refused" in case} == {
        *("not-on-edge", "opponents-cube", "same-place", "must-pass"),
        *("dot-missing", "dot-not-wanted", "dot-at-opponent", "dot-at-partner"),
    }


def test_requests_are_those_that_the_server_reads():
    for game in make_referee.vectors():
        for asked in (step["ask"] for step in game["steps"]):
            if asked.get("seat") == "Q" or asked.get("to_ply", 0) < 0 or asked.get("ply", 0) < 0:
                continue  # cannot be sent
            if asked["type"] in playing.OF_THE_SERVER:
                continue  # no client sends it
            read, sent = playing.read(asked), parse_request(asked)
            if "round_trip_ms" not in asked:  # the server measures it
                assert read == sent
