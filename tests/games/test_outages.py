"""However the server stops, and however shortly: nobody pays for it. Time is handed in, nothing waits."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from django.db import OperationalError

from games import services
from games.live.stalls import LoopWatch
from games.models import Server
from games.referee import requests as r
from games.services.outages import LATE_MS, UNTIL_CONNECTED_MS, everybody, nobody
from games.services.recording import record
from tests.games.conftest import BEGIN_MS, Live

STOPS_MS = [500, 3_000, 7_000, 9_000, 15_000, 60_000]
LEFT_MS = 2_000  # on the clock of X when the server stops
OWN_MS = 700  # X moves so long after that, on X's own device
ALLOWED_MS = 50  # beyond the player's own device


@dataclass
class House:
    """One or more server processes on one database, the time, and the phone of X."""

    play: Live
    now_ms: int = BEGIN_MS
    processes: dict[str, services.Process] = field(default_factory=dict)

    def now(self) -> int:
        return self.now_ms

    def starts(self, name="one") -> None:
        """As a server process starts: it serves once it knows that nobody else was there, or that one is."""
        services.lost_time.forget()
        process = services.Process(self.now, everybody)
        while not process.arrive():
            self.passes(100, besides=name)
        self.processes[name] = process

    def passes(self, time_ms, besides="") -> None:
        """Time goes by; every process beats once a second and marks flags."""
        until_ms = self.now_ms + time_ms
        while self.now_ms < until_ms:
            self.now_ms = min(until_ms, self.now_ms + 100)
            if self.now_ms % 1_000 == 0:
                for name, process in self.processes.items():
                    if name != besides:
                        process.beat()
            if self.processes:
                self.flags()

    def flags(self) -> None:
        for game_id in services.due_flags(self.now_ms):
            services.flag_fallen(game_id, self.now_ms, is_reachable=everybody)

    def moves(self, stamp_ms=None) -> str:
        """X's phone sends its move, again and again with the same nonce; the answer."""
        self.play.now_ms = self.now_ms
        request = self.play.make("c1E", seat="X", ply=0)
        answer = record(
            game_id=self.play.game_id,
            request=request,
            actor="user:7",
            nonce="the-move",
            stamp_ms=self.now_ms if stamp_ms is None else stamp_ms,
            now=self.now,
        )
        return answer.refused.code if answer.refused else "played"

    def charged_beyond_ms(self) -> int:
        """What X lost beyond the time before the stop and X's own thinking."""
        return LEFT_MS - OWN_MS - self.play.state.clock.account("X").main_ms


@pytest.fixture
def house(opened):
    house = House(opened("0:02"))
    house.starts()
    house.play.start()
    return house


def is_fair(house: House, away_ms: int) -> None:
    """X was not flagged, has lost nothing, and a long outage waits for somebody to say "go on"."""
    assert house.play.game.ending == ""
    if house.play.game.status == "paused":
        assert away_ms > 9_000
        assert house.play.state.clock.pauses == {"server"}
        assert house.play.state.clock.account("X").main_ms >= LEFT_MS - OWN_MS
        return
    house.moves()
    assert house.play.kinds.endswith("moved")
    assert house.charged_beyond_ms() <= ALLOWED_MS
    clock = house.play.state.clock
    assert (clock.account("O").main_ms, clock.since_ms) == (LEFT_MS, house.now_ms)


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
    watch = LoopWatch(house.now)
    watch.arrival_ms()
    left_ms = house.now_ms
    house.now_ms += away_ms
    assert watch.arrival_ms() == left_ms  # a frame that waited in the kernel
    # Whoever comes first, the beat, a flag or somebody's request: each gives the time back.
    house.flags()
    house.processes["one"].beat()
    services.settle_stalls(house.now_ms, everybody)
    is_fair(house, away_ms)


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_a_move_that_waited_in_a_stalled_process_counts_from_before(house, away_ms):
    watch = LoopWatch(house.now)
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
        full.setattr("games.services.locked_game._WRITE_EVENT", SimpleNamespace(run=disk_full))
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


@pytest.mark.parametrize("away_ms", STOPS_MS)
def test_one_of_two_processes_restarts_unnoticed(house, away_ms):
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


def test_a_disk_that_took_its_time_with_the_commit_is_not_the_opponents_fault(
    house, django_capture_on_commit_callbacks
):
    clock = iter([house.now_ms, house.now_ms + 4_000])
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


def test_a_table_keeps_its_own_time(house, at_table):
    tablet = at_table("10")
    seq = tablet.live.game.seq
    house.processes.clear()
    house.passes(4_000)
    house.starts()
    services.settle_stalls(house.now_ms, nobody)
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
