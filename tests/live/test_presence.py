"""Test who counts as present, and which connections a game that was called off still has."""

import asyncio

import pytest

from games.live import broadcast, connection_limits, presence
from games.live.broadcast import Broadcaster
from games.live.live_boards import LiveBoards
from games.live.presence import TABLE, Attendance, Devices, Presence, devices
from games.services import absences
from tests.live.lines import GAME, Board, Line, Wall, settle


@pytest.fixture
def clock(monkeypatch):
    """Set the monotonic time of the presence: `clock.now`."""

    class Clock:
        now = 1_000.0

    monkeypatch.setattr(presence.time, "monotonic", lambda: Clock.now)
    return Clock


def heard_lately(**about):
    attendance = Attendance(1, **about, sends_here=True)
    attendance.note_message()
    return attendance


def test_a_device_that_misses_one_message_is_present_and_after_two_it_is_away(clock):
    tablet = heard_lately(has_custody=True)
    clock.now += 4.4
    assert tablet.present == {(1, TABLE)}
    clock.now += 0.2
    assert tablet.present == frozenset()
    tablet.note_message()
    assert tablet.present == {(1, TABLE)}


def test_a_device_that_never_sends_it_counts_as_long_as_it_is_connected(clock):
    tablet = Attendance(1, has_custody=True)
    clock.now += 600
    assert tablet.present == {(1, TABLE)}


def test_a_seat_is_taken_by_the_page_of_its_player_alone(clock):
    assert Attendance(1, seats=frozenset("X")).present == frozenset()
    assert heard_lately(seats=frozenset("X")).present == {(1, "X")}


def test_a_tablet_that_comes_back_on_another_connection_was_never_away(clock):
    reports = []
    devices = Devices(report=lambda *report: reports.append(report))
    old, new = heard_lately(has_custody=True), heard_lately(has_custody=True)
    devices.add(old)
    clock.now += 3
    new.note_message()
    devices.add(new)
    clock.now += 3
    asyncio.run(devices.count_all())
    assert reports == [(1, TABLE, True)]
    assert devices.presence.of(1)["table"]["online"]


def test_what_another_process_does_not_mention_any_more_is_away(clock):
    presence_list = Presence()
    assert presence_list.set_online((1, "X"), online=True)
    clock.now += presence.SECONDS_UNTIL_FORGOTTEN + 1
    assert presence_list.mark_silent_away() == [(1, "X")]
    assert not presence_list.of(1)["seats"]["X"]["online"]


def test_what_another_process_mentions_again_stays_present(clock):
    presence_list = Presence()
    for _ in range(3):
        presence_list.set_online((1, "X"), online=True)
        clock.now += presence.SECONDS_UNTIL_FORGOTTEN - 1
        assert presence_list.mark_silent_away() == []


async def test_when_a_tablet_went_and_came_is_stored_and_a_failure_is_logged(monkeypatch, caplog):
    stored = []

    async def run(write, *given):
        stored.append((write, *given))
        raise OSError("no space left")

    monkeypatch.setattr(broadcast.writing, "run", run)
    broadcaster = Broadcaster()
    for seat, online, since_ms in ((TABLE, True, 1), ("X", True, 2), (TABLE, False, 3)):
        devices.presence.set_online((GAME, seat), online=online, since_ms=since_ms)
        broadcaster.report_presence(GAME, seat, online)
    await settle()
    assert stored == [(absences.end_absence, GAME, 1), (absences.note_absence, GAME, 3)]
    assert [record.name for record in caplog.records] == ["games.live.broadcast"] * 2


async def test_a_connection_to_a_game_that_was_called_off_ends_after_a_minute():
    async with Line(Board, voided=True) as line:
        for _ in range(connection_limits.BEATS_AFTER_CALL_OFF):
            await LiveBoards().beat()
            await settle()
        assert connection_limits.CALLED_OFF not in line.sent
        await LiveBoards().beat()
        await settle()
        assert line.sent[-1] == connection_limits.CALLED_OFF


@pytest.mark.parametrize(
    ("signal", "news"),
    [
        (Broadcaster.on_sessions_changed, {"keys": ["mine"]}),
        (Broadcaster.on_rights_taken, {"subjects": ["link:7"]}),
    ],
    ids=["session", "right"],
)
async def test_connections_of_an_ended_session_or_a_taken_right_end_and_no_others(signal, news):
    boards = [Line(Board, session_key=key) for key in ("mine", "yours")]
    walls = [Line(Wall, {"topic": "club"}, session_key=key) for key in ("mine", None)]
    broadcaster = Broadcaster()
    listening = asyncio.ensure_future(broadcaster.receive_news())
    async with boards[0], boards[1], walls[0], walls[1]:
        lines = [*boards, *walls]
        for line, subjects in zip(lines, ("link:7 entrant:3", "link:8", "link:7", ""), strict=True):
            line.consumer.subjects = frozenset(subjects.split())
        signal(broadcaster, **news)
        await settle()
        assert [line.sent for line in lines] == [
            [connection_limits.SIGNED_OUT],
            [],
            [connection_limits.SIGNED_OUT],
            [],
        ]
    listening.cancel()
