"""A tablet under Node against a real server: cut off, reloaded, and in step again."""

import json

from games.models import Game
from games.referee import dump_state
from tests.js.nodejs import run


def test_a_tablet_without_wifi_and_the_server_end_with_the_same_log(server, new_game, session):
    game = new_game(keeper="table")
    key = session(game, "table")
    address = f"ws://127.0.0.1:{server.port}/ws/game/{game.code}/"
    origin = f"http://127.0.0.1:{server.port}"
    told = json.loads(run("tablet.js", address, f"sessionid={key}", origin, game.code))

    stored = Game.objects.get(pk=game.pk)
    assert told["waitedOffline"] == 7
    assert told["refused"] == []
    assert told["log"] == [event.data for event in stored.events.all()]
    assert told["state"] == json.loads(json.dumps(dump_state(stored.stands())))
    assert stored.ending == "resignation"
    assert [event.suspect for event in stored.events.all()] == [""] * len(told["log"])
