"""Test the row of a server process: when it is written, and its use after a stop or a restore."""

import itertools

import pytest

from games import timekeeping
from games.models import Game, SeatConnection, ServerProcess
from games.referee import requests as r
from games.services.lost_time import DEAD_MS, REMEMBERED_MS, Process
from games.timekeeping import SteadyClock
from tests.games.conftest import BEGIN_MS
from tests.games.simulation import LEFT_MS, OWN_MS, STOPS_MS, simulate


@pytest.fixture
def game(opened):
    simulation = simulate(opened("0:02"))
    simulation.begins()
    return simulation


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_after_an_orderly_stop_the_next_process_starts_at_once(game, away_ms):
    game.passes(OWN_MS)
    game.ends(in_order=True)
    stopped_ms = game.now_ms
    game.passes(away_ms)
    game.starts()
    assert game.now_ms == stopped_ms + away_ms  # it need not wait whether another one is alive
    assert game.credits_ms == ([away_ms] if away_ms <= 10_000 else [])


def test_the_stop_counts_and_not_a_beat_before_or_after_it(game):
    game.passes(OWN_MS)
    game.processes["one"].stop()
    game.passes(1_300)
    game.processes["one"].beat()
    (row,) = ServerProcess.objects.all()
    assert (row.stopped_ms, row.beat_ms) == (game.now_ms - 1_300, BEGIN_MS + 1_000)
    game.starts("two")
    assert game.credits_ms == [1_300]


@pytest.mark.parametrize("back_ms", [3_600_000, 2_000])
def test_a_start_with_an_earlier_time_continues_from_the_newest_instant(game, monkeypatch, back_ms):
    """Start on a computer without a battery clock, which does not know how long it was off."""
    game.passes(OWN_MS)
    newest_ms, ticks = game.now_ms, itertools.count()
    game.play.now_ms = newest_ms
    game.play.granted(r.Adjust("as it was", seat="X", set_ms=LEFT_MS), actor="user:1", nonce="")
    game.ends()
    monkeypatch.setattr(timekeeping, "shared_wall_ms", lambda: newest_ms - back_ms)
    monkeypatch.setattr(timekeeping, "_steady", SteadyClock(lambda: 0, lambda: next(ticks)))
    is_unknown = timekeeping.synchronise()
    assert is_unknown
    assert 0 <= timekeeping.stamp_ms() - newest_ms < 10

    game.now_ms = newest_ms + DEAD_MS + 1
    game.starts(unknown=is_unknown)
    assert (game.play.state.clock.pauses, game.left_ms()) == ({"server"}, LEFT_MS)


@pytest.mark.parametrize("sign", ["beat_ms", "stopped_ms"])
def test_a_sign_of_life_is_an_instant_that_time_does_not_fall_behind(game, sign):
    ServerProcess.objects.update(**{sign: game.now_ms + 70_000})
    assert timekeeping.newest_ms() == game.now_ms + 70_000


def test_processes_that_ended_long_ago_are_forgotten_with_their_connections(game):
    game.play.granted(r.Resign(game.play.state.seat))
    game.ends()
    game.now_ms += REMEMBERED_MS + 2_000
    game.starts()
    assert ServerProcess.objects.count() == 1
    assert not SeatConnection.objects.exists()


def test_an_idle_server_writes_nothing(opened, django_assert_num_queries):
    opened("10")
    process = Process(lambda: BEGIN_MS)
    process.start()
    ServerProcess.objects.update(beat_ms=BEGIN_MS - 50_000)
    with django_assert_num_queries(2):
        process.beat()
    assert ServerProcess.objects.get().beat_ms == BEGIN_MS - 50_000


def test_a_process_whose_row_vanished_writes_it_again(game):
    name = game.processes["one"].name
    ServerProcess.objects.all().delete()
    game.passes(1_000)
    assert ServerProcess.objects.get().name == game.processes["one"].name != name
    assert game.play.kinds == "started"


@pytest.mark.parametrize("first", ["beat", "connect", "mark_flag"])
def test_a_restored_backup_pauses_the_games_that_ran_in_it(game, first):
    """Restore rows of an hour ago, with the process that wrote them and a clock that ran since."""
    ServerProcess.objects.create(name="restored", started_ms=game.now_ms, beat_ms=game.now_ms)
    SeatConnection.objects.update(process="restored")
    ServerProcess.objects.exclude(name="restored").delete()
    game.now_ms += 3_600_000
    process = game.processes["one"]
    if first == "mark_flag":
        assert not process.mark_flag(game.play.game_id)
        process.beat()
    elif first == "connect":
        assert process.connect(game.play.game_id, ["X"], game.now_ms)
    else:
        process.beat()
    assert game.play.state.clock.pauses == {"server"}
    assert game.left_ms() == LEFT_MS


def test_a_game_that_cannot_be_read_does_not_stop_the_server_from_starting(game, opened, caplog):
    broken = opened("10")
    broken.now_ms = game.now_ms
    broken.start()
    Game.objects.filter(pk=broken.game_id).update(state={})
    game.ends(in_order=True)
    game.passes(1_000)
    game.starts()
    assert game.credits_ms == [1_000]
    assert f"game:{broken.game_id} could not be credited" in caplog.text
    Game.objects.filter(pk=broken.game_id).delete()
