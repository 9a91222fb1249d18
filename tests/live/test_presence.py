"""Who counts as present, and which connections a game that was called off still has. Time is handed in."""

import asyncio

import pytest
from games.live.hub import Hub
from games.live.rooms import Room
from games.live.sockets import Socket

from games.live import limits, presence
from games.live.presence import TABLE, Attendance, Presence


@pytest.fixture
def clock(monkeypatch):
    """`clock.now` is the monotonic time of the presence."""

    class Clock:
        now = 1_000.0

    monkeypatch.setattr(presence.time, "monotonic", lambda: Clock.now)
    return Clock


def spoken(**about):
    attendance = Attendance(1, **about, says_so=True)
    attendance.hear()
    return attendance


def test_a_device_that_misses_one_word_is_still_there_and_after_two_it_is_away(clock):
    tablet = spoken(keeps=True)
    clock.now += 4.4
    assert tablet.present == {(1, TABLE)}
    clock.now += 0.2
    assert tablet.present == frozenset()
    tablet.hear()
    assert tablet.present == {(1, TABLE)}


def test_a_device_that_never_says_it_counts_as_long_as_it_is_connected(clock):
    tablet = Attendance(1, keeps=True)
    clock.now += 600
    assert tablet.present == {(1, TABLE)}


def test_a_seat_is_taken_by_the_page_of_its_player_alone(clock):
    assert Attendance(1, seats=frozenset("X")).present == frozenset()
    assert spoken(seats=frozenset("X")).present == {(1, "X")}


def test_a_tablet_that_comes_back_on_another_connection_was_never_away(clock):
    hub, told = Hub(), []
    hub.tell_presence = told.append
    old, new = spoken(keeps=True), spoken(keeps=True)
    hub.attend(old)
    clock.now += 3
    new.hear()
    hub.attend(new)
    clock.now += 3
    asyncio.run(hub.look_for_devices())
    assert told == [1]
    assert hub.presence.of(1)["table"]["online"]


def test_what_another_process_does_not_mention_any_more_is_away(clock):
    seen = Presence()
    assert seen.hear((1, "X"), online=True)
    clock.now += presence.SECONDS_UNTIL_FORGOTTEN + 1
    assert seen.forget_the_silent() == [(1, "X")]
    assert not seen.of(1)["seats"]["X"]["online"]


async def test_a_connection_to_a_game_that_was_called_off_ends_after_a_minute():
    async def nothing(*_):
        return []

    hub, socket = Hub(), Socket(nothing, nothing)
    hub.rooms[1] = Room(1, "abc", "", 0, voided=True, sockets={socket})
    for _ in range(limits.BEATS_AFTER_CALL_OFF):
        await hub.beat()
    assert not socket.ended.done()
    await hub.beat()
    assert socket.ended.exception().code == limits.CALLED_OFF


async def test_connections_of_an_ended_session_end_and_no_others():
    async def nothing(*_):
        return []

    sockets = [Socket(nothing, nothing, key) for key in ("mine", "mine", "yours", None)]
    hub = Hub()
    hub.rooms[1] = Room(1, "abc", "", 0, sockets={sockets[0], sockets[2]})
    hub.topics["club"] = {sockets[1], sockets[3]}
    hub.end_sessions(["mine"])
    assert [socket.ended.done() for socket in sockets] == [True, True, False, False]
    assert {socket.ended.exception().code for socket in sockets[:2]} == {limits.SIGNED_OUT}
