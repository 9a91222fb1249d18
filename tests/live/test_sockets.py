"""The way out of a connection, and the order in a room, without a server."""

import asyncio
import json
from types import SimpleNamespace

import pytest
from games.live.announcing import Announcer
from games.live.hub import Hub
from games.live.rooms import REMEMBERED, Logs, Room, Told
from games.live.sockets import SENT_IN_A_ROW, Socket, encode, frame_of
from websockets.client import ClientProtocol
from websockets.frames import Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from games.live import hub as hubs
from games.live import limits, reads, rooms
from games.live.limits import Close
from games.live.reads import FoundGame
from games.live.threads import reading

GAME = 7


class Line:
    """A connection whose other end reads only while `open`."""

    def __init__(self):
        self.open = asyncio.Event()
        self.open.set()
        self.sent = []
        self.now = 0

    async def send(self, message):
        await self.open.wait()
        self.sent.append(message["text"])

    def write_frame(self, frame):
        """The short way, where a server has one."""
        if not self.open.is_set():
            return False
        assert frame[:2] == bytes([0x81, len(frame) - 2]), "a short text in one piece, not masked"
        self.sent.append(frame[2:].decode())
        return True

    async def states(self):
        return [(GAME, self.now, f"state {self.now}")]


@pytest.fixture(params=["ASGI", "frames"])
async def line(request):
    line = Line()
    line.socket = Socket(
        line.send, line.states, write_frame=line.write_frame if request.param == "frames" else None
    )
    writer = asyncio.ensure_future(line.socket.write())
    yield line
    writer.cancel()


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def test_events_leave_in_order_each_once(line):
    for seq in (1, 2, 2, 3, 1):
        line.socket.tell(GAME, seq, f"event {seq}")
    await settle()
    assert line.sent == ["event 1", "event 2", "event 3"]


async def test_what_is_older_than_the_state_is_dropped_and_what_is_newer_follows(line):
    line.now = 5
    line.socket.renew()
    line.socket.tell(GAME, 5, "event 5")
    await settle()
    line.socket.tell(GAME, 5, "event 5")
    line.socket.tell(GAME, 6, "event 6")
    await settle()
    assert line.sent == ["state 5", "event 6"]


async def test_who_cannot_keep_up_gets_a_fresh_state_instead_of_a_long_queue(line):
    line.open.clear()
    for seq in range(1, 1_000):
        line.socket.tell(GAME, seq, f"event {seq}")
        if seq % 50 == 0:
            await settle()
    assert len(line.socket._waiting) <= limits.MOST_WAITING
    line.now = 999
    line.open.set()
    await settle()
    line.socket.tell(GAME, 1_000, "event 1000")
    await settle()
    assert line.sent[-2:] == ["state 999", "event 1000"]
    assert len(line.sent) < limits.MOST_WAITING


async def test_an_answer_is_not_lost_with_the_events(line):
    line.open.clear()
    line.socket.tell(GAME, 1, "event 1")
    await settle()
    line.socket.push("answer")
    for seq in range(2, 200):
        line.socket.tell(GAME, seq, f"event {seq}")
    line.open.set()
    await settle()
    assert "answer" in line.sent


async def test_the_answer_comes_right_before_its_event(line):
    line.socket.asks()
    for seq in (1, 2, 3):
        line.socket.tell(GAME, seq, f"event {seq}")
    await settle()
    assert line.sent == []
    line.socket.answer("answer that names event 2", 2)
    await settle()
    assert line.sent == ["event 1", "answer that names event 2", "event 2", "event 3"]


async def test_a_connection_that_takes_too_long_for_one_message_is_ended(line, monkeypatch):
    monkeypatch.setattr("games.live.sockets.SECONDS_BEHIND", -1)
    line.socket.check()
    assert not line.socket.ended.done()
    line.open.clear()
    line.socket.push("anything")
    await settle()
    line.socket.check()
    with pytest.raises(Close) as end:
        await line.socket.ended
    assert end.value.code == limits.TOO_SLOW


def room(seq=0):
    return Room.of(FoundGame(GAME, "code", "", seq, 0, False, None, "", live=True))


def seqs(told):
    return [each.seq for each in told]


def test_a_room_tells_events_in_the_order_of_the_log_however_they_come():
    here = room()
    assert seqs(here.take(Told(2, ""))) == []
    assert seqs(here.take(Told(1, ""))) == [1, 2]
    assert seqs(here.take(Told(1, ""))) == []
    assert seqs(here.take(Told(3, ""))) == [3]
    assert not here.early


def test_a_room_remembers_what_came_lately_and_says_when_it_does_not():
    here = room(seq=10)
    assert seqs(here.since(10)) == []
    assert here.since(9) is None
    assert here.since(11) is None
    for seq in range(11, 11 + REMEMBERED + 5):
        here.take(Told(seq, ""))
    assert here.since(14) is None
    assert seqs(here.since(15))[0] == 16


@pytest.fixture
def long_log(monkeypatch):
    """A game of 500 events in the database; how often it was read."""
    log = SimpleNamespace(count=500, readings=0)

    def events_after(game_id, seq):
        log.readings += 1
        return [{"type": "event", "seq": n, "now_ms": 1} for n in range(seq + 1, log.count + 1)]

    monkeypatch.setattr(reads, "events_after", events_after)
    yield log
    reading.close()


def told(seq):
    return Told(seq, encode({"type": "event", "seq": seq, "now_ms": 1}))


async def test_a_long_log_is_read_once_however_many_ask_for_it(long_log):
    here, logs = room(seq=500), Logs()
    asked = await asyncio.gather(*(logs.since(here, 0) for _ in range(20)))
    assert [len(list(each)) for each in asked] == [500] * 20
    assert [json.loads(text)["seq"] for text in await logs.since(here, 498)] == [499, 500]
    assert list(await logs.since(here, 9_999)) == []
    assert long_log.readings == 1


async def test_what_is_kept_of_a_log_goes_on_with_the_game_and_carries_the_time_of_now(long_log, monkeypatch):
    here, logs = room(seq=500), Logs()
    await logs.since(here, 0)
    for seq in range(501, 700):
        here.take(told(seq))
    monkeypatch.setattr(rooms, "stamp_ms", lambda: 123)
    since = [json.loads(text) for text in await logs.since(here, 0)]
    assert [each["seq"] for each in since] == list(range(1, 700))
    assert {each["now_ms"] for each in since} == {123}
    assert long_log.readings == 1


async def test_an_event_that_comes_while_the_log_is_read_is_in_it_once(long_log):
    here, logs = room(seq=500), Logs()
    asked = asyncio.ensure_future(logs.since(here, 499))
    await asyncio.sleep(0)
    here.take(told(501))
    assert [json.loads(text)["seq"] for text in await asked] == [500, 501]
    assert [json.loads(text)["seq"] for text in await logs.since(here, 499)] == [500, 501]


async def test_only_so_much_text_is_kept_of_the_logs_asked_for_last(long_log):
    logs = Logs(most_kept=2 * 500 * len(told(500).text))
    games = [room(seq=500) for _ in range(3)]
    for number, each in enumerate(games):
        each.id = number
        await logs.since(each, 0)
    assert [each.log is None for each in games] == [True, False, False]


async def test_somebody_who_left_takes_the_reading_from_nobody(long_log):
    here, logs = room(seq=500), Logs()
    one, other = (asyncio.ensure_future(logs.since(here, 0)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    assert len(list(await other)) == 500


async def test_everybody_has_a_turn_while_somebody_is_sent_much(line):
    """Of a reader who has left, asyncio complains from the fifth message on that is sent without a pause."""
    line.open.clear()
    for seq in range(1, 40):
        line.socket.tell(GAME, seq, f"event {seq}")
    line.open.set()
    await asyncio.sleep(0)
    assert 0 < len(line.sent) <= SENT_IN_A_ROW < 5


async def test_every_desk_is_told_when_the_wall_clock_jumps(line):
    hub = Hub()
    hub.topics["tournament:3"].add(line.socket)
    Announcer(hub).on_clock_jumped(jump_ms=-4_000)
    await settle()
    (told,) = line.sent
    assert json.loads(told) == {"type": "news", "what": "clock-jump", "jump_ms": -4_000}


async def test_a_change_that_nobody_told_of_is_found_and_told_once(line, monkeypatch):
    """Another process has made it, and its hint was lost."""
    hub, versions = Hub(), [3, 3, 4, 4]
    monkeypatch.setattr(reads, "topic_news", lambda topic: {"type": "news", "version": versions.pop(0)})
    hub.topics["tournament:3"].add(line.socket)
    announcer = Announcer(hub)
    while versions:
        await announcer.look_at_topics()
        await settle()
    assert [json.loads(text)["version"] for text in line.sent] == [3, 4]


@pytest.mark.parametrize("comes", ["another desk", "a tablet"])
async def test_who_watches_is_shown_a_new_game_whoever_else_comes_first(line, monkeypatch, comes):
    """Another process has opened it, so that no news came: the next look has to find it."""
    monkeypatch.setattr(hubs, "SECONDS_FOR_HINTS", 0)
    stands = []
    monkeypatch.setattr(reads, "watched", lambda games, topics: stands)
    monkeypatch.setattr(reads, "plain_states", lambda games: [(at, {"seq": 0, "game": at}) for at in games])
    hub, newcomer = Hub(), Socket(line.send, line.states)
    await hub.join_topic("tournament:3", line.socket)
    stands.append(FoundGame(GAME, "abc", "tournament:3", 0, 0, False, None, "", True))
    if comes == "another desk":
        await hub.join_topic("tournament:3", newcomer)
    else:
        hub.join_game(stands[0], newcomer)
    for _ in range(2):
        await hub.look()
        await settle()
    assert line.sent == ['{"seq":0,"game":7}']


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_what_any_client_reads(size):
    client = ClientProtocol(parse_uri("ws://127.0.0.1/"), state=OPEN)
    client.receive_data(frame_of("ä" * (size // 2) + "x" * (size % 2)))
    (frame,) = client.events_received()
    assert frame.opcode is Opcode.TEXT
    assert frame.fin
    assert len(frame.data) == size
