"""Several server processes on one database: one of them stops or dies, and nobody pays. Time is handed in."""

import pytest

from games import services
from games.referee import requests as r
from tests.games.house import LEFT_MS, OWN_MS, STOPS_MS, House, is_fair


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_one_of_two_processes_restarts_unnoticed(opened, away_ms):
    house = House(opened("0:02"))
    house.starts()
    house.play.start()
    house.play.granted(r.Adjust("more time", seat="X", set_ms=600_000), actor="user:1", nonce="")
    house.starts("two")
    house.passes(2_000)
    del house.processes["two"]
    house.passes(away_ms)
    began_ms = house.now_ms
    house.starts("two")
    assert house.now_ms - began_ms <= 1_000  # until the other one was heard
    assert "given-back" not in house.play.kinds
    assert "paused" not in house.play.kinds


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_player_of_the_process_that_restarts_pays_nothing_for_it(opened, away_ms, in_order):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    watched = opened("0:30").start()
    house.passes(1_000)
    house.play.now_ms = house.now_ms
    house.play.start()
    house.passes(OWN_MS)
    gone = house.processes.pop("two")
    if in_order:
        gone.leave()
    house.passes(min(away_ms, 4_000))  # by then the phone has found the other process
    assert house.play.game.ending == ""
    if in_order or away_ms > 500:  # a process that died is missed after two beats
        is_fair(house, away_ms)
    assert "given-back" not in watched.kinds


@pytest.mark.parametrize("later_ms", [100, 700, 1_500, 2_100])
def test_who_comes_from_a_dead_process_to_another_is_not_flagged_before_it_is_missed(opened, later_ms):
    """The phone finds the other process sooner than the dead one is missed; its time is up meanwhile."""
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    opened("0:30").start()
    house.passes(1_000)
    house.play.now_ms = house.now_ms
    house.play.start()
    house.passes(LEFT_MS - 1_000 + 300)
    house.play.granted(r.Adjust("little", seat="X", set_ms=50), house.now_ms - house.play.now_ms, nonce="")
    del house.processes["two"]
    services.lost_time.beaten(house.now_ms, house.processes["one"].name)  # this process is the other one
    house.passes(later_ms)
    assert house.play.game.ending == ""
    with pytest.raises(services.NotYetKnown):
        house.moves()
    services.lost_time.write_failed(house.play.game_id, house.now_ms)
    house.passes(3_000)
    assert house.moves() == "played"


def test_a_player_of_two_living_processes_is_flagged_like_everybody(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    opened("0:30").start()
    house.play.start()
    house.passes(7_000)
    assert house.play.game.ending == "flag"
    assert house.moves() == "game-over"
