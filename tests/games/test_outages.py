"""However the server stops, and however shortly: nobody pays for it. Time is handed in, nothing waits."""

import asyncio
import itertools
import socket
import time

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from games import services, timekeeping
from games.live.stalls import LoopWatch
from games.live.watched_games import WatchedGame, begun_ms
from games.models import Event, Server
from games.referee import requests as r
from games.services.lost_time import lost_time
from games.services.outages import LATE_MS, UNTIL_CONNECTED_MS, everybody, nobody
from games.services.recording import record
from games.timekeeping import SteadyClock, ticks_ms
from tests.games.conftest import open_live
from tests.games.house import ALLOWED_MS, LEFT_MS, OWN_MS, STOPS_MS, House, is_fair


@pytest.fixture
def house(opened):
    house = House(opened("0:02"))
    house.starts()
    house.play.start()
    return house


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_killed_server_comes_back(house, away_ms):
    house.processes.clear()
    house.passes(away_ms)
    house.starts()
    house.passes(3_000)  # the phone needs time to connect
    is_fair(house, away_ms)
    assert away_ms > 10_000 or "given-back" in house.play.kinds


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_an_orderly_stop_writes_its_last_moment(house, away_ms):
    house.passes(OWN_MS)
    house.processes.pop("one").leave()
    stopped_ms = house.now_ms
    house.passes(away_ms)
    house.starts()
    assert house.now_ms == stopped_ms + away_ms  # it need not ask whether another one lives
    if away_ms <= 10_000:
        assert house.play.state.outage.time_ms == away_ms
        assert house.play.state.clock.since_ms == house.now_ms + UNTIL_CONNECTED_MS
    house.passes(3_000)
    is_fair(house, away_ms)


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_process_that_stood_still_measures_it(house, away_ms):
    later = []
    watch = LoopWatch(house.now, soon=later.append)
    watch.arrival_ms()
    left_ms = house.now_ms
    house.now_ms += away_ms
    assert watch.arrival_ms() == left_ms  # a frame that waited in the kernel
    assert watch.arrival_ms() == left_ms  # and another one
    later.pop()()
    assert watch.arrival_ms() == house.now_ms
    # Whoever comes first, the beat, a flag or somebody's request: each gives the time back.
    house.flags()
    house.processes["one"].beat()
    services.settle_stalls(house.now_ms, is_reachable=everybody)
    is_fair(house, away_ms)


async def test_the_look_that_comes_first_takes_nothing_from_the_frames_that_waited():
    watch = LoopWatch(ticks_ms)
    here, there = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=here)
    looking = asyncio.ensure_future(watch.run())
    frame = asyncio.ensure_future(reader.readexactly(1))
    await asyncio.sleep(0.06)  # the loop is alive
    there.send(b"!")
    sent_ms = ticks_ms()
    time.sleep(0.15)  # and kept busy
    await frame
    assert watch.arrival_ms() <= sent_ms
    await asyncio.sleep(0.06)
    assert watch.arrival_ms() > sent_ms + 150
    looking.cancel()
    writer.close()
    there.close()


def test_whoever_is_told_late_pays_from_then_on(house):
    """The loop was busy, or the other process polls because Redis is away: it is told here, late."""
    house.passes(OWN_MS)
    assert house.moves() == "played"
    (row,) = house.play.game.events.filter(kind="moved")
    game = WatchedGame(house.play.game_id, "", "", row.seq, (0, False, None, ""))
    game.note_delay(begun_ms(row.data), house.now_ms + 80)
    assert game.told_late_ms == 80  # the consumer counts it as a part of the way
    game.note_delay(begun_ms(row.data), house.now_ms + 900)
    assert game.told_late_ms == 0
    play = house.play
    play.now_ms = house.now_ms
    play.move("a1N", after_ms=1_500)
    assert play.state.clock.account("O").main_ms == LEFT_MS - 600


@pytest.mark.usefixtures("transactional_db")
def test_after_a_stall_the_disk_is_asked_once_for_all_games():
    plays = [open_live("10").start() for _ in range(3)]
    lost_time.stalled(plays[0].now_ms + 100, plays[0].now_ms + 900)
    with CaptureQueriesContext(connection) as captured:
        services.settle_stalls(plays[0].now_ms + 1_000, is_reachable=everybody)
    assert [play.kinds for play in plays] == ["started given-back"] * 3
    assert [query["sql"] for query in captured if query["sql"] == "COMMIT"] == ["COMMIT"]


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_move_that_waited_in_a_stalled_process_counts_from_before(house, away_ms):
    later = []
    watch = LoopWatch(house.now, soon=later.append)
    watch.arrival_ms()
    house.now_ms += away_ms
    assert house.moves(stamp_ms=watch.arrival_ms()) == "played"
    house.processes["one"].beat()
    assert house.charged_beyond_ms() <= 0
    assert house.play.kinds == "started moved"


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_who_waits_for_the_database_pays_up_to_the_stamp_and_the_opponent_from_the_commit(house, away_ms):
    """Another program holds the lock: the move was read, and is written when the lock is gone."""
    house.passes(OWN_MS)
    stamp_ms = house.now_ms
    house.now_ms += away_ms
    assert house.moves(stamp_ms=stamp_ms) == "played"
    house.processes["one"].beat()
    house.flags()
    assert house.play.kinds.split()[-1] == "moved"
    assert house.charged_beyond_ms() <= 0
    clock = house.play.state.clock
    assert (clock.since_ms, clock.account("O").main_ms) == (house.now_ms, LEFT_MS)


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_the_database_was_away_and_the_move_comes_again_before_the_first_beat(house, away_ms):
    house.passes(OWN_MS)
    services.lost_time.write_failed(house.play.game_id, house.now_ms)
    house.now_ms += away_ms
    assert house.moves() == ("played" if away_ms < 9_500 else "paused")
    assert house.play.game.ending == ""
    if away_ms < 9_500:
        assert house.charged_beyond_ms() <= ALLOWED_MS


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_the_disk_is_full_for_moves_and_not_for_beats(house, away_ms, monkeypatch):
    """The heartbeat fits into a page that is there, an event does not."""
    house.passes(OWN_MS)

    def disk_full(*_, **__):
        raise OperationalError("database or disk is full")

    with monkeypatch.context() as full:
        full.setattr(Event.objects, "create", disk_full)
        full.setattr(house, "flags", lambda: None)  # a flag cannot be written either
        with pytest.raises(OperationalError):
            house.moves()
        services.lost_time.write_failed(house.play.game_id, house.now_ms)  # by the connection
        house.passes(away_ms)
    house.flags()
    assert house.play.game.ending == ""
    house.passes(3_000)
    assert house.play.game.ending == ""
    if away_ms <= 10_000:
        assert house.moves() == "played"
        assert house.charged_beyond_ms() <= ALLOWED_MS
    else:
        assert house.play.state.clock.pauses == {"server"}


def test_a_disk_that_took_its_time_with_the_commit_is_not_the_opponents_fault(
    house, django_capture_on_commit_callbacks
):
    clock = iter([house.now_ms, house.now_ms, house.now_ms + 4_000])  # read, written, certain
    play = house.play
    with django_capture_on_commit_callbacks(execute=True):
        record(
            game_id=play.game_id,
            request=play.make("c1E"),
            actor="user:7",
            stamp_ms=house.now_ms,
            now=lambda: next(clock),
        )
    house.now_ms += 4_000
    play.now_ms = house.now_ms
    play.move("a1N", after_ms=1_000)
    assert play.state.clock.account("O").main_ms == LEFT_MS - 1_000
    assert play.kinds == "started moved given-back moved"


def test_the_clock_waits_for_its_player_and_no_longer(house):
    house.processes.clear()
    house.passes(4_000)
    house.starts()
    assert services.reach(house.play.game_id, ["O"], house.now_ms) is False
    house.passes(1_000)
    assert services.reach(house.play.game_id, ["X"], house.now_ms)
    assert house.play.state.clock.since_ms == house.now_ms + 500
    assert services.reach(house.play.game_id, ["X"], house.now_ms + 100) is False
    assert house.play.kinds == "started given-back reached"


def test_who_never_comes_back_is_flagged_once_the_wait_is_over(house):
    house.processes.clear()
    house.passes(4_000)
    house.starts()
    house.passes(UNTIL_CONNECTED_MS + 1_000)
    assert house.play.game.ending == ""
    house.passes(10_000)
    assert house.play.game.ending == "flag"


def test_a_second_outage_while_the_clock_still_waits_takes_nothing_either(house):
    for _ in range(3):
        house.processes.clear()
        house.passes(3_000)
        house.starts()
    house.passes(3_000)
    is_fair(house, 3_000)


@pytest.mark.parametrize("back_ms", [3_600_000, 2_000])
def test_a_start_with_an_earlier_time_goes_on_from_the_newest_instant(house, monkeypatch, back_ms):
    """A computer without a battery clock. Clocks stood until the wall clock had caught up."""
    house.passes(OWN_MS)
    newest_ms, ticks = house.now_ms, itertools.count()
    house.play.now_ms = newest_ms
    house.play.granted(r.Adjust("as it was", seat="X", set_ms=LEFT_MS), actor="user:1", nonce="")
    house.processes.clear()
    monkeypatch.setattr(timekeeping, "shared_wall_ms", lambda: newest_ms - back_ms)
    monkeypatch.setattr(timekeeping, "_steady", SteadyClock(lambda: 0, lambda: next(ticks)))
    is_unknown = timekeeping.synchronise()
    assert is_unknown
    assert 0 <= timekeeping.stamp_ms() - newest_ms < 10

    house.now_ms = newest_ms + 300  # from here on as the stamps go
    house.starts(unknown=is_unknown)
    clock = house.play.state.clock
    assert (clock.pauses, clock.account("X").main_ms) == ({"server"}, LEFT_MS)
    house.play.now_ms = house.now_ms
    house.play.granted(r.Resume(), actor="user:1", nonce="")
    house.passes(OWN_MS)
    assert house.moves() == "played"
    assert house.charged_beyond_ms() == 0
    house.passes(UNTIL_CONNECTED_MS + LEFT_MS + 3_000)
    assert house.play.game.ending == "flag"


def test_a_table_keeps_its_own_time(house, at_table):
    tablet = at_table("10")
    seq = tablet.live.game.seq
    house.processes.clear()
    house.passes(4_000)
    house.starts()
    services.settle_stalls(house.now_ms, is_reachable=nobody)
    assert (tablet.live.game.seq, tablet.live.game.status) == (seq, "running")
    assert house.play.state.outage


def test_nobody_asks_for_the_others_when_the_last_beat_is_old(house):
    house.processes.clear()
    house.passes(LATE_MS + 1_000)
    before_ms = house.now_ms
    house.starts()
    assert house.now_ms == before_ms
    assert Server.objects.get().beat_ms == before_ms


@pytest.mark.parametrize("control", ["1", "1+2", "1d5", "1b5", "1p2x5", "1h", "m60", "g1", "0:30 g1", "-"])
def test_every_control_gives_all_of_it_back(opened, control):
    house = House(opened(control))
    house.starts()
    house.play.start()
    house.passes(5_000)
    before = house.play.state.clock.settle(house.now_ms).clock
    house.processes.pop("one").leave()
    house.passes(8_000)
    house.starts()
    after = house.play.state.clock.settle(house.now_ms).clock
    assert (after.accounts, after.turn, after.game_ms) == (before.accounts, before.turn, before.game_ms)
    assert after.running
