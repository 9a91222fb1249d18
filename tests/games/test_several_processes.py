"""Several server processes, or one after the other, on one database: nobody pays. Time is handed in."""

import pytest

from games import services
from games.referee import requests as r
from games.services.recording import record
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
        services.lost_time.forget()  # of the other process
    house.passes(min(away_ms, 4_000))  # by then the phone has found the other process
    house.connects("X")
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


@pytest.mark.parametrize("resent_ms", [0, 250])  # the move was sent again at once, or is made later
@pytest.mark.parametrize("later_ms", [100, 800, 1_600, 2_400])
def test_who_comes_from_a_dead_process_and_moves_before_it_is_missed_pays_nothing_for_the_way(
    opened, later_ms, resent_ms
):
    house = House(opened("0:02"))
    house.starts("two", connected=[(house.play.game_id, "X")])
    watched = opened("0:30").start()
    house.passes(1_000)
    house.starts("one")
    house.play.now_ms = house.now_ms
    house.play.start()
    house.play.granted(r.Adjust("more", seat="X", set_ms=60_000), nonce="")
    house.passes(1_000)
    dead = house.processes.pop("two").name
    services.lost_time.beaten(house.now_ms, house.processes["one"].name)  # X comes to this one
    house.passes(later_ms)
    came_ms = house.now_ms
    house.passes(300)  # the dead process is called, and does not answer
    assert services.processes_of(house.play.game_id, ["X"]) == {dead}
    house.connects("X")
    if resent_ms:
        house.passes(500 + OWN_MS)
    assert house.moves(None if resent_ms else came_ms) == "played"
    own_ms = OWN_MS if resent_ms else 0
    assert house.play.state.clock.account("X").main_ms == 60_000 - 1_000 - own_ms
    house.passes(5_000)
    returned = house.play.game.events.filter(kind="given-back").values_list("data__time_ms", flat=True)
    assert [time_ms for time_ms in returned if time_ms] == [later_ms + 300], "once, also when it is missed"
    assert "given-back" not in watched.kinds


@pytest.mark.parametrize("later_ms", [100, 1_200])
def test_who_came_to_a_process_just_before_it_died_pays_nothing_either(opened, later_ms):
    """Its last beat did not know of the player yet."""
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two")
    opened("0:30").start()
    house.passes(1_000)
    house.play.now_ms = house.now_ms
    house.play.start()
    del house.processes["two"]  # to which X had just come
    house.passes(later_ms)
    house.connects("X")
    house.connects("X")  # once more, on another page
    house.passes(500 + OWN_MS)
    assert house.moves() == "played"
    assert house.play.state.clock.account("X").main_ms == LEFT_MS - OWN_MS
    returned = house.play.game.events.filter(kind="given-back").values_list("data__time_ms", flat=True)
    assert [time_ms for time_ms in returned if time_ms] == [later_ms]


def test_who_waits_while_a_dead_process_is_called_pays_nothing_though_it_is_missed_meanwhile(opened):
    house = House(opened("0:02"))
    house.starts("two", connected=[(house.play.game_id, "X")])
    house.starts("one", connected=[(house.play.game_id, "X")])
    house.play.start()
    house.passes(1_000)
    dead = house.processes.pop("two").name
    house.passes(3_100)  # by then it is missed, and the clock of X, who is connected here, runs
    came_ms = house.now_ms - 300
    left_ms = house.play.state.clock.since_ms
    assert left_ms <= came_ms + 200
    game_id = house.play.game_id
    assert services.come_over(game_id, ["X"], {dead}, came_ms=came_ms, now_ms=house.now_ms)
    given = house.play.game.events.filter(kind="given-back").last().data["time_ms"]
    assert given == house.now_ms - max(came_ms, left_ms)


def test_who_leaves_a_living_process_for_another_gains_nothing(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    house.play.start()
    house.passes(1_900)
    house.connects("X")
    assert services.processes_of(house.play.game_id, ["X"]) == {house.processes["two"].name}
    assert "given-back" not in house.play.kinds


def test_a_player_of_two_living_processes_is_flagged_like_everybody(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    opened("0:30").start()
    house.play.start()
    house.passes(7_000)
    assert house.play.game.ending == "flag"
    assert house.moves() == "game-over"


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_log_that_could_not_be_written_is_not_the_opponents_fault_at_another_process(opened, away_ms):
    """Another program holds the table of events: the move was judged, and is written when that is gone."""
    house = House(opened("0:02"))
    house.starts()
    house.play.start()
    clock = iter([house.now_ms, *[house.now_ms + away_ms] * 2])
    play = house.play
    move = play.make("c1E")
    record(game_id=play.game_id, request=move, actor="user:7", stamp_ms=house.now_ms, now=lambda: next(clock))
    services.lost_time.forget()  # O is at another process, which knows nothing of it
    house.now_ms += away_ms
    play.now_ms = house.now_ms
    if away_ms > 10_000:
        assert play.state.clock.pauses == {"server"}
    else:
        play.move("a1N", after_ms=1_000)
        assert play.kinds == "started moved given-back moved"
    lost_ms = 0 if away_ms > 10_000 else 1_000
    assert play.state.clock.account("O").main_ms == LEFT_MS - lost_ms


@pytest.mark.parametrize("is_back", [False, True])
def test_after_an_outage_a_move_starts_the_clock_of_whoever_is_back(opened, is_back):
    """X is quicker to connect and moves: O, who is on the way, does not pay for it."""
    house = House(opened("0:02"))
    house.starts()
    house.play.start()
    house.passes(OWN_MS)
    house.processes.clear()
    house.passes(3_000)
    house.starts(connected=[(house.play.game_id, "O")] if is_back else ())
    services.reach(house.play.game_id, ["X"], house.now_ms)
    assert house.moves() == "played"
    assert (house.play.state.clock.since_ms == house.now_ms) is is_back
    house.passes(1_700)
    assert services.reach(house.play.game_id, ["O"], house.now_ms) is not is_back
    clock = house.play.state.clock
    assert clock.account("O").main_ms == LEFT_MS
    assert is_back or clock.since_ms == house.now_ms + 500


@pytest.mark.parametrize("is_heard", [True, False])
def test_who_is_on_the_way_from_a_process_that_stops_pays_nothing_though_the_opponent_moves(opened, is_heard):
    """X is on the move at `one`; `two`, where O was, stops, and X moves before O is connected again."""
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "O")])
    opened("0:30").start()
    house.passes(1_000)
    house.play.now_ms = house.now_ms
    house.play.start()
    leaving = house.processes.pop("two")
    assert leaving.leave(), "others have to hear of it"
    assert not leaving.is_goodbye_heard()
    services.lost_time.forget()  # X is at the other process
    if is_heard:
        house.processes["one"].beat()
        assert leaving.is_goodbye_heard()
    house.passes(100)
    assert house.moves() == "played"
    if not is_heard:  # before the sockets of `two` close it looks once more
        leaving.hand_over()
    house.passes(1_700)
    assert services.reach(house.play.game_id, ["O"], house.now_ms)
    clock = house.play.state.clock
    assert clock.account("O").main_ms == LEFT_MS
    assert clock.since_ms == house.now_ms + 500


def test_a_process_that_stops_marks_no_beat_and_keeps_nobody_waiting(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.play.start()
    gone = house.processes.pop("one")
    assert not gone.leave(), "nobody else is there to hear of it"
    house.passes(700)
    assert gone.beat() == []
    began_ms = house.now_ms
    house.starts("two")
    assert house.now_ms == began_ms
    is_fair(house, 700)


def test_who_comes_to_a_process_that_is_about_to_stop_is_still_waited_for(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    house.play.start()
    house.passes(1_000)
    house.processes.pop("two").leave()
    assert not services.reach(house.play.game_id, ["X"], house.now_ms)
    services.lost_time.forget()  # at the other one
    assert services.reach(house.play.game_id, ["X"], house.now_ms)
    assert house.play.state.clock.account("X").main_ms == LEFT_MS - 1_000


def test_a_process_that_starts_waits_for_none_that_has_said_goodbye(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.starts("two", connected=[(house.play.game_id, "X")])
    house.play.start()
    house.passes(500)
    house.processes.pop("two").leave()
    del house.processes["one"]  # is killed
    house.passes(3_000)
    began_ms = house.now_ms
    house.starts("three")
    assert house.now_ms == began_ms
    assert house.play.state.clock.account("X").main_ms >= LEFT_MS - 500


def test_a_process_whose_clock_was_ahead_until_it_asked_the_database_starts_at_once(opened):
    house = House(opened("0:02"))
    house.starts("one")
    house.play.start()
    house.now_ms += 3_600_000  # as its own computer has it
    process = services.Process(house.now)
    house.now_ms -= 3_600_000  # as the database has it
    waited_ms = 0
    while not process.arrive():
        house.passes(100)
        waited_ms += 100
        assert waited_ms <= 1_000, "until the other one was heard"
