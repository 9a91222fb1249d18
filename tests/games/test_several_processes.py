"""Test that no player pays for outages of several server processes on one database."""

import random

import pytest

from games.models import SeatConnection, ServerProcess
from games.referee import requests as r
from games.services.lost_time import DEAD_MS, RECONNECT_MS, Process
from tests.games.simulation import LEFT_MS, OWN_MS, STOPS_MS, Simulation, assert_fair, simulate
from tests.plugins.examples import TIMES


@pytest.fixture
def game(opened):
    """Connect X to process two, O to one."""
    simulation = simulate(opened("0:02"), "one", "two", x="two", o="one")
    simulation.begins()
    return simulation


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_one_of_two_processes_restarts_unnoticed(opened, away_ms):
    game = simulate(opened("10"), "one", "two")
    game.begins()
    game.passes(2_000)
    game.ends("two")
    game.passes(away_ms)
    began_ms = game.now_ms
    game.starts("two")
    assert game.now_ms - began_ms <= 1_000  # until the other one was heard
    assert game.play.kinds == "started"


@pytest.mark.parametrize("phase_ms", [0, 300, 600, 900])
@pytest.mark.parametrize("later_ms", [100, 300, 800, 1_600, 2_400, 4_000, 5_500])
@pytest.mark.parametrize("in_order", [True, False])
def test_the_movers_process_ends_and_the_player_comes_to_another(game, phase_ms, later_ms, in_order):
    game.passes(phase_ms)
    game.ends("two", in_order=in_order)
    game.passes(later_ms)
    waited_ms = game.connects("X", "one")
    assert waited_ms <= (0 if in_order else DEAD_MS + 100)
    game.passes(OWN_MS)
    assert_fair(game, 0, LEFT_MS - phase_ms - OWN_MS)
    assert len(game.credits_ms) <= 1


@pytest.mark.parametrize("in_order", [True, False])
def test_a_game_of_other_players_gets_nothing(game, opened, in_order):
    other = opened("0:30")
    other.now_ms = game.now_ms
    other.start()
    game.ends("two", in_order=in_order)
    game.passes(3_000)
    game.connects("X", "one")
    assert other.kinds == "started"


@pytest.mark.parametrize("in_order", [True, False])
def test_the_opponent_moves_while_the_player_is_on_the_way(game, in_order):
    assert game.moves("X") == "played"
    game.ends("one", in_order=in_order)  # O's
    game.passes(1_200)
    game.connects("O", "two")
    game.passes(OWN_MS)
    assert game.moves("O", "a1N") == "played"
    assert game.left_ms("O") >= LEFT_MS - OWN_MS - 250
    game.ends("two", in_order=in_order)  # X was there, and all are down now
    game.passes(3_000)
    game.starts("three")
    game.passes(1_000)
    game.connects("X", "three")
    game.passes(OWN_MS)
    assert game.moves("X", "b1N") == "played"
    assert game.left_ms("X") >= LEFT_MS - OWN_MS - 250


@pytest.mark.parametrize("in_order", [True, False])
def test_a_turn_that_begins_while_its_player_is_on_the_way_is_credited(game, in_order):
    game.ends("one", in_order=in_order)  # O's
    game.passes(OWN_MS)
    assert game.moves("X") == "played"
    game.passes(1_000)
    game.connects("O", "two")
    game.passes(OWN_MS)
    assert game.moves("O", "a1N") == "played"
    assert game.left_ms("O") >= LEFT_MS - OWN_MS - 250


def test_a_player_who_leaves_a_living_process_for_another_gains_nothing(game):
    game.passes(1_500)
    assert 0 < game.connects("X", "one") <= 1_000  # until that one was heard
    assert game.play.kinds == "started"
    assert SeatConnection.objects.get(seat="X").process_id == game.processes["one"].name


def test_a_player_of_a_living_process_is_flagged_by_it(game):
    game.passes(LEFT_MS)
    due_ms = game.play.game.deadline
    game.now_ms = due_ms + 100
    assert not game.processes["one"].mark_flag(game.play.game_id)
    assert game.processes["two"].mark_flag(game.play.game_id)
    assert game.moves() == "game-over"


@pytest.mark.parametrize("in_order", [True, False])
def test_a_player_of_an_ended_process_who_does_not_come_back_is_flagged_by_another(game, in_order):
    game.ends("two", in_order=in_order)
    game.passes(RECONNECT_MS - 1_000)
    assert game.ending == ""
    game.passes(LEFT_MS + 3_000)
    assert game.ending == "flag"


def test_the_way_back_begins_when_the_next_process_has_started_if_none_was_left(opened):
    game = simulate(opened("0:09"), "one", "two", x="two", o="two")
    game.begins()
    game.ends("one", in_order=True)
    game.passes(200)
    game.ends("two", in_order=True)
    game.passes(3_000)
    game.starts("three")
    game.passes(RECONNECT_MS + 100)
    game.connects("X", "three")
    assert game.credits_ms == [3_000, RECONNECT_MS]


def test_a_stall_credits_the_movers_who_are_connected_to_that_process_and_no_others(game):
    game.stalls(800, "one")
    assert game.credits_ms == []
    game.stalls(800, "two")
    assert game.credits_ms == [800]


def test_a_process_that_stops_marks_no_beat_and_registers_no_player(game):
    gone = game.processes["two"]
    game.ends("two", in_order=True)
    game.passes(700)
    gone.beat()
    assert gone.connect(game.play.game_id, ["X"], game.now_ms)
    gone.disconnect(game.play.game_id, ["X"])
    game.connects("X", "one")
    assert game.credits_ms == [700]


def test_who_loses_the_own_connection_pays(game):
    game.processes["two"].disconnect(game.play.game_id, ["X"])
    game.passes(1_000)
    game.connects("X", "one")
    game.passes(OWN_MS)
    assert game.moves() == "played"
    assert game.left_ms() == LEFT_MS - 1_000 - OWN_MS


def test_a_process_that_starts_waits_for_none_that_has_stopped_in_order(game):
    game.passes(500)
    game.ends("two", in_order=True)
    game.ends("one")
    game.passes(3_000)
    began_ms = game.now_ms
    game.starts("three")
    assert game.now_ms == began_ms
    game.connects("X", "three")
    assert game.left_ms() >= LEFT_MS - 500


def test_a_process_whose_clock_was_ahead_until_it_asked_the_database_starts_at_once(game):
    game.now_ms += 3_600_000  # as its own computer has it
    process = Process(game.now, is_one_of_several=True)
    game.now_ms -= 3_600_000  # as the database has it
    waited_ms = 0
    while not process.start():
        game.passes(100)
        waited_ms += 100
        assert waited_ms <= 1_000, "until the other one was heard"


def test_two_processes_that_start_at_once_credit_an_outage_once(game):
    game.passes(300)
    for name in ("one", "two"):
        game.ends(name, in_order=True)
    game.passes(2_000)
    game.starts("three")
    game.starts("four")
    assert game.credits_ms == [2_000]


def test_a_request_that_finds_a_flag_fallen_leaves_it_to_the_movers_process(game):
    game.passes(LEFT_MS)
    game.play.now_ms = game.now_ms = game.play.game.deadline + 1
    assert game.play.refusal(r.Pause("lunch"), actor="user:1") == "flag-fallen"
    assert game.ending == ""
    game.passes(2_000)
    assert game.ending == "flag"


@pytest.mark.parametrize("seed", range(round(60 * TIMES)))
def test_no_evening_of_random_faults_flags_a_player(opened, seed):
    """X has 2 s and needs about 1 s; processes stop, die and stall around that, and writes fail."""
    chance = random.Random(seed)
    game = simulate(opened("0:02"), "a", "b", x="a", o="b")
    game.begins()
    own_ms, faults = 0, 0
    while faults < 4 and own_ms <= 600 and game.play.game.status == "running":
        think_ms = chance.choice([0, 100, 300])
        game.passes(think_ms)
        own_ms += think_ms
        own_ms += FAULTS[chance.choice(sorted(FAULTS))](game, chance)
        faults += 1
    assert game.ending == "", game.play.kinds
    if game.play.game.status == "running":
        assert game.moves() == "played", game.play.kinds
    assert game.left_ms() >= LEFT_MS - own_ms - 250 * faults, (own_ms, game.play.kinds)


def end_one(game: Simulation, chance: random.Random, *, in_order: bool) -> int:
    """End X's process; X connects to another one, and perhaps one more starts. Return X's own time."""
    game.ends(game.at["X"], in_order=in_order)
    if not game.processes:
        game.passes(chance.choice([500, 2_000]))
        game.starts(f"n{game.now_ms}")
    game.passes(chance.choice([200, 900, 2_800]))
    game.connects("X", chance.choice(list(game.processes)))
    began_ms = game.now_ms
    if chance.random() < 0.7:
        game.starts(f"s{game.now_ms}")
    return game.now_ms - began_ms


def end_all(game: Simulation, chance: random.Random) -> int:
    game.processes.clear()
    game.passes(chance.choice([300, 2_000, 6_000]))
    game.starts(f"n{game.now_ms}")
    game.passes(chance.choice([200, 2_500]))
    game.connects("X", next(iter(game.processes)))
    return 0


def stall(game: Simulation, chance: random.Random) -> int:
    game.stalls(chance.choice([300, 2_000, 4_000]), game.at["X"])
    for process in game.processes.values():
        process.beat()
    return 0


def fail(game: Simulation, chance: random.Random) -> int:
    process = game.processes[game.at["X"]]
    process.gaps.note_failed_write(game.play.game_id, game.now_ms)
    game.passes(chance.choice([400, 3_000]))
    process.settle_here()
    process.gaps.note_write(game.play.game_id)
    return 0


FAULTS = {
    "die": lambda game, chance: end_one(game, chance, in_order=False),
    "stop": lambda game, chance: end_one(game, chance, in_order=True),
    "all": end_all,
    "stall": stall,
    "fail": fail,
}


def test_the_rows_of_a_process_say_when_all_were_down(game):
    game.ends("one")
    game.ends("two", in_order=True)
    game.passes(4_000)
    game.starts("three")
    rows = {row.name: row for row in ServerProcess.objects.all()}
    three = rows[game.processes["three"].name]
    assert three.down_since_ms == max(row.stopped_ms or row.beat_ms for row in rows.values() if row != three)
