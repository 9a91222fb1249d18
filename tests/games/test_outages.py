"""Test that no player pays if one server process stops, dies, stalls or cannot write."""

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games.live.open_boards import WatchedGame, begun_ms
from games.live.this_process import LoopWatch, this_process
from games.models import Event, SeatConnection, ServerProcess
from games.referee import requests as r
from games.services.lost_time import RECONNECT_MS, Gaps, Process
from tests.games.conftest import BEGIN_MS, open_live
from tests.games.simulation import LEFT_MS, OWN_MS, STOPS_MS, Simulation, assert_fair, simulate


@pytest.fixture
def game(opened):
    simulation = simulate(opened("0:02"))
    simulation.begins()
    return simulation


@pytest.mark.parametrize("in_order", [True, False])
@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_server_that_stops_or_dies_comes_back(game, away_ms, in_order):
    game.passes(OWN_MS)
    game.ends(in_order=in_order)
    game.passes(away_ms)
    game.starts()
    game.passes(3_000)  # the phone needs time to connect
    if game.play.game.status != "paused":
        game.connects()
    assert_fair(game, away_ms)
    assert away_ms > 10_000 or "given-back" in game.play.kinds


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_process_that_stood_still_credits_that(game, away_ms):
    game.stalls(away_ms)
    game.passes(OWN_MS)
    assert_fair(game, away_ms)
    assert game.credits_ms == ([away_ms] if away_ms <= 10_000 else [])


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_move_that_waited_while_the_process_stood_still_is_credited_first(game, away_ms):
    """Read the frame before the stall is settled: reading the stamp notes the stall."""
    gaps = game.processes["one"].gaps
    watch = LoopWatch(gaps, game.now)
    watch.look()
    game.now_ms += away_ms
    assert game.moves(stamp_ms=watch.look()) == ("played" if away_ms <= 10_000 else "paused")
    assert watch.has_stalled.is_set()
    assert game.left_ms() == LEFT_MS


def test_a_late_look_is_a_stall_from_a_quarter_of_a_second_on():
    now_ms = iter([0, 249, 499, 1_000])
    watch = LoopWatch(gaps := Gaps(), lambda: next(now_ms))
    watch.look()
    watch.look()
    assert not watch.has_stalled.is_set()
    watch.look()
    assert watch.has_stalled.is_set()
    assert gaps.of(1) == [(249, 499)]


def test_a_player_who_is_informed_late_pays_from_then_on(game, monkeypatch):
    """Let the loop be busy, the commit slow, or the other process poll because Redis is away."""
    monkeypatch.setattr(this_process, "gaps", game.processes["one"].gaps)
    game.passes(OWN_MS)
    assert game.moves() == "played"
    (row,) = game.play.game.events.filter(kind="moved")
    watched = WatchedGame(game.play.game_id, "", "", row.seq, (0, False, None, ""))
    watched.note_delay(begun_ms(row.data), game.now_ms + 80)
    assert watched.informed_late_ms == 80  # the consumer counts it as lag
    watched.note_delay(begun_ms(row.data), game.now_ms + 900)
    assert watched.informed_late_ms == 0
    game.passes(1_500)
    assert game.moves("O", "a1N") == "played"
    assert game.left_ms("O") == LEFT_MS - 600


@pytest.mark.parametrize("what", ["late", "failed"])
def test_a_request_that_is_only_answered_again_takes_no_credit_away(
    game, what, django_capture_on_commit_callbacks
):
    """Send a move of X again whose answer did not come: what O lost meanwhile is still credited."""
    process, play = game.processes["one"], game.play
    move, sent = play.make("c1E"), {"nonce": "the-move", "gaps": process.gaps}
    play.now_ms = game.now_ms
    play.granted(move, **sent)
    if what == "late":
        process.gaps.note_late(play.game_id, game.now_ms, game.now_ms + 900)
    else:
        process.gaps.note_failed_write(play.game_id, game.now_ms)
    game.passes(900)
    with django_capture_on_commit_callbacks(execute=True):
        assert play.ask(move, game.now_ms - play.now_ms, **sent).repeated
    game.passes(OWN_MS)
    assert game.moves("O", "a1N") == "played"
    assert game.left_ms("O") >= LEFT_MS - OWN_MS


@pytest.mark.usefixtures("transactional_db")
def test_after_a_stall_the_disk_is_asked_once_for_all_games():
    process = Process(lambda: BEGIN_MS + 1_000)
    process.start()
    plays = [open_live("10").start() for _ in range(3)]
    for play in plays:
        process.connect(play.game_id, ["X"], BEGIN_MS)
    process.gaps.note_stall(BEGIN_MS + 100, BEGIN_MS + 900)
    with CaptureQueriesContext(connection) as captured:
        process.settle_here()
    assert [play.kinds for play in plays] == ["started given-back"] * 3
    assert [query["sql"] for query in captured if query["sql"] == "COMMIT"] == ["COMMIT"]


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_who_waits_for_the_database_pays_up_to_the_stamp_and_the_opponent_from_the_commit(game, away_ms):
    """Hold the lock in another program: the move was read, and is written when the lock is free."""
    game.passes(OWN_MS)
    stamp_ms = game.now_ms
    game.now_ms += away_ms
    assert game.moves(stamp_ms=stamp_ms) == "played"
    game.processes["one"].beat()
    game.marks_flags()
    assert game.play.kinds == "started moved"
    assert game.left_ms() == LEFT_MS - OWN_MS
    assert (game.play.state.clock.since_ms, game.left_ms("O")) == (game.now_ms, LEFT_MS)


@pytest.mark.parametrize("away_ms", [500, 3_000, 7_000, 9_000])
def test_a_move_that_could_not_be_written_comes_again(game, away_ms):
    game.passes(OWN_MS)
    for _ in range(3):  # the first failure counts, not the last
        game.processes["one"].gaps.note_failed_write(game.play.game_id, game.now_ms)
        game.passes(away_ms // 3)
    assert_fair(game, away_ms)


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_the_disk_is_full_for_moves_and_not_for_beats(game, away_ms, monkeypatch):
    """Let heartbeats fit into an existing page of the full disk, while an event does not."""
    game.passes(OWN_MS)

    def disk_full(*_, **__):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(Event.objects, "create", disk_full)
        for _ in range(away_ms // 500):
            with pytest.raises(OperationalError):
                game.moves()
            game.processes["one"].gaps.note_failed_write(game.play.game_id, game.now_ms)
            game.passes(500)  # no flag is tried meanwhile
    game.passes(300)  # the phone sends it again
    assert game.ending == ""
    if away_ms < 9_500:
        assert game.moves() == "played"
        assert game.left_ms() == LEFT_MS - OWN_MS
    else:
        assert game.moves() == "paused"


def test_a_player_who_does_not_send_again_what_was_not_written_is_flagged_in_the_end(game):
    game.passes(OWN_MS)
    game.processes["one"].gaps.note_failed_write(game.play.game_id, game.now_ms)
    game.passes(RECONNECT_MS - 100)
    assert (game.ending, game.play.kinds) == ("", "started")
    game.passes(LEFT_MS + 2_000)
    assert (game.ending, game.credits_ms) == ("flag", [RECONNECT_MS])


def test_a_clock_that_has_fallen_before_the_outage_is_not_revived(game):
    game.passes(1_000)
    game.ends()
    ServerProcess.objects.update(beat_ms=game.now_ms + 2_500)
    game.passes(6_000)
    game.starts()
    assert (game.ending, game.credits_ms) == ("flag", [])


def test_a_player_who_does_not_come_back_is_flagged_once_the_wait_is_over(game):
    game.passes(1_000)
    game.ends()
    game.passes(4_000)
    game.starts()
    game.passes(RECONNECT_MS - 100)
    assert game.ending == ""
    assert SeatConnection.objects.filter(seat="X").exists()
    game.passes(LEFT_MS + 1_000)
    assert game.ending == "flag"
    assert not SeatConnection.objects.filter(seat="X").exists()
    assert game.credits_ms == [4_000, RECONNECT_MS]


def test_a_player_who_was_away_before_the_outage_pays_from_the_restart_on(game):
    game.processes["one"].disconnect(game.play.game_id, ["X"])
    game.ends()
    game.passes(4_000)
    game.starts()
    game.passes(LEFT_MS + 1_500)
    assert (game.ending, game.credits_ms) == ("flag", [4_000])


def test_three_outages_in_a_row_take_nothing_either(game):
    game.passes(OWN_MS)
    for _ in range(3):
        game.ends()
        game.passes(3_000)
        game.starts()
    game.passes(3_000)
    game.connects()
    assert_fair(game, 3_000)


def test_the_way_back_of_the_opponent_is_credited_to_no_player(game):
    game.passes(OWN_MS)
    game.ends(in_order=True)
    game.passes(1_000)
    game.starts()
    game.passes(500)
    game.connects("O")
    assert game.credits_ms == [1_000]


def test_a_table_keeps_its_own_time(game, at_table):
    tablet = at_table("10")
    seq = tablet.live.game.seq
    process = game.processes["one"]
    assert process.connect(tablet.live.game_id, ["X"], game.now_ms)
    game.stalls(2_000)
    game.ends()
    game.passes(4_000)
    game.starts()
    assert (tablet.live.game.seq, tablet.live.game.status) == (seq, "running")
    assert game.credits_ms == [2_000, 4_000]


def test_a_pause_by_the_arbiter_charges_no_player_who_is_on_the_way_back(game):
    game.passes(OWN_MS)
    game.ends(in_order=True)
    game.passes(1_000)
    game.starts()
    game.passes(1_200)
    game.play.granted(r.Pause("lunch"), game.now_ms - game.play.now_ms, actor="user:1", nonce="")
    assert game.left_ms() == LEFT_MS - OWN_MS


@pytest.mark.parametrize("control", ["1", "1+2", "1d5", "1b5", "1p2x5", "1h", "m60", "g1", "0:30 g1", "-"])
def test_every_time_control_gives_all_of_it_back(opened, control):
    game = Simulation(opened(control))
    game.starts()
    game.begins()
    game.passes(5_000)
    before = game.play.state.clock.charge_until(game.now_ms).clock
    game.ends(in_order=True)
    game.passes(8_000)
    game.starts()
    after = game.play.state.clock.charge_until(game.now_ms).clock
    assert (after.accounts, after.turn, after.game_ms) == (before.accounts, before.turn, before.game_ms)
    assert after.running
