"""Test the order of messages of one socket, and how a lost message is found. Without a server."""

import asyncio
import json

import pytest
from channels.layers import channel_layers

from games.live import connection_limits, live_boards, reads
from games.live.broadcast import Broadcaster
from games.live.database_threads import reading
from games.live.live_boards import LiveBoards
from games.live.live_consumer import SENT_IN_A_ROW
from games.live.open_boards import open_consumers, watched_games
from games.live.requests import Reply
from tests.live.lines import GAME, TOPIC, Board, Line, Wall, found, settle, until


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Give the test a channel layer and games of its own."""
    channel_layers.backends.pop("default", None)
    watched_games.clear()
    monkeypatch.setattr(live_boards, "SECONDS_FOR_MESSAGES", 0)
    yield
    channel_layers.backends.pop("default", None)
    watched_games.clear()
    reading.close()


@pytest.fixture
async def line():
    async with Line(Board) as line:
        yield line


@pytest.fixture
def log(monkeypatch):
    """Replace the log in the database by a list of seqs; count how often it is read."""

    class Log(list):
        readings = 0

    log = Log()

    def events_after(game_id, seq):
        log.readings += 1
        clock = {"clock": {"since": None}, "at_ms": 1}
        return [{"type": "event", "seq": each, "event": clock} for each in log if each > seq]

    monkeypatch.setattr(reads, "read_events_after", events_after)
    monkeypatch.setattr(reads, "read_watched", lambda games, topics: [found(seq=max(log, default=0))])
    return log


def seqs(texts):
    """Return the seqs of events that were read from the log, other texts as they are."""
    return [json.loads(text)["seq"] if text.startswith("{") else text for text in texts]


def reply(seq):
    return Reply({"type": "answer", "nonce": "n", "seq": seq}, seq)


def answer(seq):
    return json.dumps(reply(seq).message, separators=(",", ":"))


async def test_events_leave_in_order_each_once(line):
    await line.group_send(1, 2, 2, 3, 1)
    await settle()
    assert line.sent == ["event 1", "event 2", "event 3"]


async def test_what_is_older_than_the_state_is_dropped_and_what_is_newer_follows(line):
    line.seq = 5
    line.consumer.renew()
    await line.group_send(5)
    await settle()
    await line.group_send(5, 6)
    await settle()
    assert line.sent == ["state 5", "event 6"]


async def test_a_client_that_cannot_keep_up_gets_a_fresh_state_instead_of_a_long_queue(line):
    line.open.clear()
    for seq in range(1, 1_000):
        await line.group_send(seq)
        if seq % 50 == 0:
            await settle()
    assert line.consumer.count_waiting() <= connection_limits.MOST_WAITING
    line.seq = 999
    line.open.set()
    await settle()
    await line.group_send(1_000)
    await settle()
    assert line.sent[-2:] == ["state 999", "event 1000"]
    assert len(line.sent) < connection_limits.MOST_WAITING


async def test_messages_that_wait_for_the_worker_are_bounded(line):
    line.open.clear()
    line.consumer.renew()
    for seq in range(1, 1_000):
        await line.group_send(seq)
        await asyncio.sleep(0)
    await settle()
    assert line.consumer.count_waiting() <= connection_limits.MOST_WAITING
    line.seq = 999
    line.open.set()
    await settle()
    assert line.sent[-1] == "state 999"


async def test_an_answer_is_not_lost_with_the_events(line, log):
    await line.ask()
    for seq in range(1, 200):
        await line.group_send(seq)
    line.seq = 199
    line.consumer.replies.put_nowait(reply(200))
    await line.group_send(200)
    await until(lambda: answer(200) in line.sent)


async def test_the_answer_comes_right_before_its_event(line):
    await line.ask()
    await line.group_send(1, 2, 3)
    await settle()
    assert line.sent == []
    line.consumer.replies.put_nowait(reply(2))
    await settle()
    assert line.sent == ["event 1", answer(2), "event 2", "event 3"]


async def test_the_answer_waits_for_events_before_its_own_that_have_not_come(line, log):
    log.extend([1, 2])
    await line.ask()
    line.consumer.replies.put_nowait(reply(2))
    await until(lambda: len(line.sent) == 2)
    await line.group_send(1, 2)
    await settle()
    assert json.loads(line.sent[0])["seq"] == 1
    assert line.sent[1:] == [answer(2), "event 2"]


async def test_requests_are_answered_in_order_each_before_its_event(line):
    for _ in range(3):
        await line.ask()
    for seq in (1, 2, 3):
        line.consumer.replies.put_nowait(reply(seq))
        await settle()
        await line.group_send(seq)
        await settle()
    assert line.sent == [answer(1), "event 1", answer(2), "event 2", answer(3), "event 3"]


async def test_pings_are_answered_while_a_request_is_recorded(line):
    await line.ask()
    await line.ask('{"type": "ping", "t": 1}')
    assert [json.loads(text)["type"] for text in line.sent] == ["pong"]
    line.consumer.replies.put_nowait(reply(0))


async def test_the_log_that_is_asked_for_is_read_without_stopping_the_events(line, log):
    log.extend([1, 2])
    await line.group_send(1, 2)
    await settle()
    await line.ask('{"type": "since", "seq": 0}')
    await until(lambda: len(line.sent) == 5)
    await line.group_send(3)
    await settle()
    assert seqs(line.sent) == ["event 1", "event 2", 1, 2, 2, "event 3"]
    assert json.loads(line.sent[4])["type"] == "seq"


@pytest.mark.parametrize("comes", [[], [3]], ids=["the last of all", "one before another"])
async def test_an_event_whose_group_message_was_lost_is_read_from_the_log_once_for_all(line, log, comes):
    async with Line(Board) as other:
        await line.group_send(1)
        log.extend([1, 2, *comes])
        await line.group_send(*comes)
        await settle()
        for _ in range(2):
            await LiveBoards().look()
            await settle()
        assert seqs(line.sent) == seqs(other.sent) == ["event 1", 2, *comes]
    assert log.readings == 1


async def test_many_missing_events_all_come(line, log):
    log.extend(range(1, 150))
    for _ in range(20):
        await LiveBoards().look()
        await settle()
    assert seqs(line.sent) == log


async def test_a_consumer_whose_client_reads_nothing_can_be_ended(line, monkeypatch):
    monkeypatch.setattr("games.live.live_consumer.SECONDS_TO_CLOSE", 0.01)
    line.open.clear()
    await line.group_send(1)
    await settle()
    line.consumer.end(connection_limits.SIGNED_OUT)
    await until(line.task.done)


async def test_other_sockets_have_a_turn_while_one_is_sent_much(line):
    """Leave without reading: asyncio complains from the fifth message on that is sent without a pause."""
    line.open.clear()
    await line.group_send(*range(1, 40))
    line.open.set()
    await asyncio.sleep(0)
    assert len(line.sent) <= SENT_IN_A_ROW < 5


async def test_an_error_closes_its_own_socket_and_no_other(line, monkeypatch):
    async def fail():
        raise RuntimeError

    async with Line(Board) as other:
        monkeypatch.setattr(other.consumer, "read_states", fail)
        other.consumer.renew()
        await settle()
        assert other.sent == [connection_limits.BROKEN]
    await line.group_send(1)
    await settle()
    assert line.sent == ["event 1"]


async def test_every_desk_is_sent_a_jump_of_the_wall_clock():
    async with Line(Wall, {"topic": TOPIC}) as wall:
        Broadcaster().on_clock_jumped(jump_ms=-4_000)
        await settle()
        (text,) = wall.sent
    assert json.loads(text) == {"type": "news", "what": "clock-jump", "jump_ms": -4_000}


async def test_a_change_of_a_topic_whose_message_was_lost_is_found_and_sent_once(monkeypatch):
    versions, boards = [3, 3, 4, 4], LiveBoards()
    monkeypatch.setattr(reads, "read_topic_news", lambda topic: {"type": "news", "version": versions.pop(0)})
    async with Line(Wall, {"topic": TOPIC}) as wall:
        while versions:
            await boards.look_at_topics()
            await settle()
        assert [json.loads(text)["version"] for text in wall.sent] == [3, 4]


@pytest.mark.parametrize("comes", ["another desk", "a tablet"])
async def test_a_wall_is_sent_a_new_game_also_if_other_clients_come_first(monkeypatch, comes):
    """Open it in another process, so that no message comes: the next look has to find it."""
    monkeypatch.setattr(reads, "read_watched", lambda games, topics: [found(topic=TOPIC)])
    monkeypatch.setattr(reads, "read_plain_states", lambda ids: [(at, {"seq": 0, "game": at}) for at in ids])
    boards = LiveBoards()
    async with Line(Wall, {"topic": TOPIC}) as wall:
        other = Line(Wall, {"topic": TOPIC}) if comes == "another desk" else Line(Board, topic=TOPIC)
        async with other:
            other.consumer.seen[GAME] = 0
            for _ in range(2):
                await boards.look()
                await settle()
            assert wall.sent == ['{"seq":0,"game":7}']
            assert other.sent == []
    assert not list(open_consumers)


async def test_a_changed_game_is_shown_again_even_if_the_first_reading_failed(line, monkeypatch):
    boards = LiveBoards()
    boards.note_change(GAME)
    monkeypatch.setattr(reads, "read_watched", lambda games, topics: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        await boards.look()
    monkeypatch.setattr(reads, "read_watched", lambda games, topics: [found()])
    for _ in range(2):
        await boards.look()
        await settle()
    assert line.sent == ["state 0"]
