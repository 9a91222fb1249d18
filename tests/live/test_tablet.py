"""Test a tablet under Node with a real server: cut off, reloaded, and synchronised again."""

import json

import pytest

from games.models import Game
from games.referee import dump_state
from tests.js.nodejs import run
from tests.live.client import PROTOCOL


@pytest.mark.parametrize(
    "agreed",
    [
        {"control": "10+5"},
        {"control": "5d3 g20", "seats": 4, "first": "E", "position": "...../..N../...../.W.../..... E"},
    ],
    ids=["two players", "four players from elsewhere"],
)
def test_a_tablet_without_wifi_and_the_server_end_with_the_same_log(agreed, server, new_game, session):
    game = new_game(keeper="table", **agreed)
    key = session(game, "table")
    address = f"ws://127.0.0.1:{server.port}/ws/game/{game.code}/?v={PROTOCOL}"
    origin = f"http://127.0.0.1:{server.port}"
    printed = json.loads(run("tablet.js", address, f"sessionid={key}", origin, game.code))

    stored = Game.objects.get(pk=game.pk)
    assert printed["waitedOffline"] == 7
    assert printed["refused"] == []
    assert printed["log"] == [event.data for event in stored.events.all()]
    assert printed["state"] == json.loads(json.dumps(dump_state(stored.state_now())))
    assert [event.kind for event in stored.events.all()][-1] == "resigned"
    assert [event.suspect for event in stored.events.all()] == [""] * len(printed["log"])
