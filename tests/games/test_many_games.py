"""Test many games at once: the hall pauses, the server was away, the wall clock was set."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, transaction

from games import timekeeping
from games.models import Event, Game, ServerProcess
from games.referee import requests as r
from games.services.lost_time import Process
from games.services.many_games import pause_all, resume_all
from games.signals import clock_jumped
from games.timekeeping import SteadyClock
from tests.databases import own_rows
from tests.games.conftest import ARBITER, BEGIN_MS

TOPIC = "tournament:3"


def test_the_hall_pauses_and_resumes_together(opened, at_table):
    running, waiting, broken_off = (
        opened(topic=TOPIC).start(),
        opened(topic=TOPIC),
        opened(topic=TOPIC).start(),
    )
    elsewhere = opened(topic="tournament:4").start()
    tablet = at_table(topic=TOPIC)
    broken_off.granted(r.Pause("lost cube"), 1_000)
    result = pause_all(TOPIC, actor=ARBITER, now_ms=BEGIN_MS + 5_000)
    assert set(result.done) == {running.game.code, broken_off.game.code}
    assert result.asked == [tablet.live.game.code]
    assert [each.game.status for each in (running, waiting, elsewhere)] == ["paused", "waiting", "running"]
    result = resume_all(TOPIC, actor=ARBITER, now_ms=BEGIN_MS + 65_000)
    assert set(result.done) == {running.game.code, broken_off.game.code}
    assert (running.game.status, broken_off.game.status) == ("running", "paused")
    assert running.state.clock.account("X").main_ms == 595_000


def test_a_board_that_called_the_arbiter_stays_paused_when_the_hall_resumes(opened, at_table):
    called, tablet = opened(topic=TOPIC).start(), at_table(topic=TOPIC)
    called.granted(r.CallArbiter(None, ""), 1_000)
    tablet.enter(r.CallArbiter(None, ""), 1_000)
    result = resume_all(TOPIC, actor=ARBITER, now_ms=BEGIN_MS + 5_000)
    assert (result.done, result.asked, result.refused) == ([], [], {})


def test_a_table_that_has_not_received_the_pause_yet_receives_its_end_too(at_table):
    code = at_table(topic=TOPIC).live.game.code
    asked = [
        act(TOPIC, actor=ARBITER, now_ms=BEGIN_MS + 5_000).asked
        for act in (
            pause_all,
            pause_all,
            resume_all,
            resume_all,
        )
    ]
    assert asked == [[code], [], [code], []]


def test_games_that_an_outage_paused_continue_together(opened, at_table):
    play, tablet = opened("10").start(), at_table("10")
    ServerProcess.objects.create(name="gone", started_ms=BEGIN_MS, beat_ms=BEGIN_MS + 4_000)
    Process(lambda: BEGIN_MS + 100_000).start()
    assert (play.game.status, tablet.live.game.status) == ("paused", "running")
    assert play.state.clock.account("X").main_ms == 596_000
    event = Event.objects.get(kind="paused")
    assert (event.at_ms, event.received_ms) == (BEGIN_MS + 4_000, BEGIN_MS + 100_000)
    result = resume_all("", actor=ARBITER, now_ms=BEGIN_MS + 200_000, reasons=["server"])
    assert result.done == [play.game.code]


def test_a_move_after_the_last_heartbeat_is_not_undone_by_the_pause(opened):
    play = opened("10").start()
    ServerProcess.objects.create(name="gone", started_ms=BEGIN_MS, beat_ms=BEGIN_MS + 1_000)
    play.move("c1E", after_ms=2_500)
    Process(lambda: BEGIN_MS + 60_000).start()
    assert play.kinds == "started moved paused"
    assert play.state.clock.account("O").main_ms == 600_000


def test_the_first_game_after_a_quiet_hour_is_no_outage(opened):
    process = Process(lambda: now_ms)
    now_ms = BEGIN_MS
    process.start()
    now_ms += 3_600_000
    later = opened("10")
    later.now_ms = now_ms
    later.start()
    now_ms += 2_000
    process.beat()
    assert later.kinds == "started"


# ---- the clock on the wall


class Watch:
    """A wall clock and ticks that a test sets."""

    def __init__(self):
        self.wall_ms, self.ticks = BEGIN_MS, 5_000
        self.steady = SteadyClock(lambda: self.wall_ms, lambda: self.ticks)
        self.jumps = []

    def pass_ms(self, time_ms, set_by_ms=0):
        self.ticks += time_ms
        self.wall_ms += time_ms + set_by_ms
        return timekeeping.watch_wall_clock(self.steady, self.wall_ms)


@pytest.fixture
def watch():
    watch = Watch()

    def listen(sender, jump_ms, **_):
        watch.jumps.append(jump_ms)

    clock_jumped.connect(listen)
    yield watch
    clock_jumped.disconnect(listen)


@pytest.mark.parametrize("jump_ms", [3_600_000, -3_600_000, 501])
def test_a_jump_of_the_wall_clock_is_announced_once_and_charges_no_player(opened, watch, jump_ms):
    opened("10").start()
    assert watch.pass_ms(1_000, set_by_ms=jump_ms) == jump_ms
    assert watch.pass_ms(1_000) == 0
    assert watch.jumps == [jump_ms]
    assert watch.steady.now_ms() == BEGIN_MS + 2_000


def test_half_a_second_is_no_jump(opened, watch):
    opened("10").start()
    assert watch.pass_ms(1_000, set_by_ms=500) == 0
    assert watch.jumps == []


def test_the_wall_clock_is_followed_once_no_clock_of_ours_runs(opened, watch):
    play = opened("10").start()
    watch.pass_ms(1_000, set_by_ms=60_000)
    play.granted(r.Pause("clock was set"), 1_000)
    watch.pass_ms(1_000)
    assert watch.steady.now_ms() == watch.wall_ms == BEGIN_MS + 62_000
    assert watch.jumps == [60_000]


@pytest.mark.django_db
def test_all_processes_share_one_wall_clock():
    assert abs(timekeeping.shared_wall_ms() - timekeeping.now_ms()) < 5_000
    timekeeping.synchronise()
    assert abs(timekeeping.stamp_ms() - timekeeping.shared_wall_ms()) < 1_000


@pytest.mark.django_db
def test_a_restored_backup_begins_a_generation_later_than_either():
    assert timekeeping.generation() == 1
    assert timekeeping.begin_generation() == 2
    assert timekeeping.begin_generation(after=7) == 8
    assert timekeeping.generation() == 8


# ---- commands


def run(command, *words):
    out = StringIO()
    call_command(command, *words, stdout=out)
    return out.getvalue()


@pytest.mark.empty_club
def test_verify_judges_every_log_again(opened):
    play = opened("10").start().moves("c1E a1N e5S")
    assert run("verify") == "1 games judged, 0 wrong.\n"
    assert run("verify", play.game.code) == "1 games judged, 0 wrong.\n"
    with pytest.raises(CommandError, match="no game zzz"):
        run("verify", "zzz")


def test_verify_finds_a_log_that_was_tampered_with(opened):
    play = opened("10").start().moves("c1E a1N")
    honest = Event.objects.get(seq=3)
    honest.delete()
    with pytest.raises(CommandError):
        run("verify")
    forged = {**honest.data, "position": "...../...../...../...../OOOOO X"}
    Event.objects.create(**_fields(honest) | {"data": forged})
    with pytest.raises(CommandError):
        run("verify")
    Event.objects.get(seq=3).delete()
    Event.objects.create(**_fields(honest))
    assert "0 wrong" in run("verify", play.game.code)


def test_verify_finds_a_row_that_is_not_what_the_log_gives(opened):
    play = opened("10").start().moves("c1E a1N")
    own_rows(Game).update(ply=7)
    with pytest.raises(CommandError):
        run("verify")
    own_rows(Game).update(ply=2)
    assert "0 wrong" in run("verify", play.game.code)


def test_the_database_refuses_to_change_what_happened(opened):
    opened("10").start()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        own_rows(Event).update(at_ms=0)


def _fields(event):
    return {name: value for name, value in vars(event).items() if name not in ("_state", "id")}


def test_flagfall_runs_as_a_command_too(opened):
    play = opened("1")
    play.now_ms = timekeeping.now_ms() - 120_000
    play.start()
    beat_ms = timekeeping.now_ms()  # a server was there all the time
    ServerProcess.objects.create(name="one", started_ms=beat_ms - 200_000, beat_ms=beat_ms)
    assert run("flagfall", "--once") == f"game:{play.game_id} flagged\n"
    assert run("flagfall", "--once") == ""
    assert play.game.ending == "flag"


def test_flagfall_marks_nothing_while_no_server_is_there(opened):
    play = opened("1")
    play.now_ms = timekeeping.now_ms() - 120_000
    play.start()
    assert run("flagfall", "--once") == ""
    assert (play.game.status, play.game.ending) == ("running", "")
