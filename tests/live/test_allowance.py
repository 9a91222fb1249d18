"""Test the allowance of all sockets of a session or an address, and how a flood is answered."""

import json
from types import SimpleNamespace

import pytest

from games.access import rate_limit
from games.access.rate_limit import ADDRESS, COSTS
from games.live import connection_limits
from games.live.connection_limits import Allowance, cost_of
from games.live.live_consumer import LiveConsumer
from games.protocol.upward import parse
from tests.live.lines import Board, Line, settle
from tests.server_process import ROOT

ROUTER = "192.0.2.1"  # thirty phones come from behind it
CONNECT, REQUEST = COSTS["connect"], COSTS["message"] + COSTS["request"]


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """Set the time in ms."""
    time = SimpleNamespace(ms=1_000_000)
    monkeypatch.setattr(rate_limit, "ticks_ms", lambda: time.ms)
    monkeypatch.setattr(connection_limits, "REFUSED_FOR_MS", 0)
    return time


def stranger(session="", address=ROUTER):
    return Allowance(address, session)


def known(session):
    allowance = Allowance(ROUTER, session)
    allowance.note_session(True)
    return allowance


def taken_at_once(allowance, tokens):
    """Count how often so many can be taken in one moment."""
    count = 0
    while not allowance.wait_ms(tokens):
        count += 1
    return count


def test_a_second_socket_of_a_session_brings_no_second_allowance():
    first, second = known("tablet"), known("tablet")
    assert taken_at_once(first, 1) == rate_limit.SESSION.most
    assert second.wait_ms(1)


def test_sessions_that_the_club_does_not_know_share_the_allowance_of_their_address():
    shouting = [stranger(session) for session in ("", "invented", "another")]
    assert sum(taken_at_once(each, REQUEST) for each in shouting) == ADDRESS.most // REQUEST
    assert not stranger(address="192.0.2.2").wait_ms(REQUEST)


def test_no_stranger_behind_the_same_router_uses_up_what_staff_and_tables_have():
    taken_at_once(stranger(), 1)
    assert taken_at_once(known("tablet"), REQUEST) >= 400, "a long outbox"


def test_who_turns_out_to_be_known_is_looked_up_before_paying():
    assert stranger().is_sure
    tablet = stranger("tablet")
    assert not tablet.is_sure
    tablet.note_session(True)
    assert (tablet.is_sure, tablet.is_known) == (True, True)


def test_thirty_phones_that_play_behind_one_router_are_no_flood(clock):
    """Play a minute: each sends `here` (every 2 s), pings (every 10 s, with its mark) and moves (5 s)."""
    phones = [stranger(f"phone {n}") for n in range(30)]
    assert not any(phone.wait_ms(CONNECT + 5) for phone in phones)
    for second in range(60):
        clock.ms += 1_000
        for n, phone in enumerate(phones):
            at = second + n
            tokens = (at % 2 == 0) + 2 * (at % 10 == 0) + REQUEST * (at % 5 == 0)
            assert not phone.wait_ms(tokens), (second, n)


def test_a_hall_of_watchers_comes_back_at_once_after_a_restart():
    assert not any(stranger().wait_ms(CONNECT + 4) for _ in range(200))


def test_a_flood_pays_by_waiting_and_continues_at_its_rate(clock):
    phone = stranger("phone")
    taken_at_once(phone, 1)
    clock.ms += phone.wait_ms(REQUEST)
    assert not phone.wait_ms(REQUEST)


def test_what_takes_more_of_the_server_costs_more():
    def cost(behind=0, **message):
        return cost_of(parse({"nonce": "n", **message}), behind)

    ping, since, long_since = (
        cost(type="ping", t=1),
        cost(type="since", seq=0),
        cost(500, type="since", seq=0),
    )
    assert ping < since < cost(type="start") < long_since
    assert cost(type="custody", tab="t") == cost(type="start")


# ---- how a socket is answered


def scope_of(session=""):
    return {
        "url_route": {"kwargs": {}},
        "session": SimpleNamespace(session_key=session),
        "address": ROUTER,
        "headers": [],
        "cookies": {},
        "query_string": b"v=2",
    }


class Nothing(LiveConsumer):
    """A connection that shows nothing."""

    kind = "game"

    async def read_states(self):
        return []


async def conversation(*texts, session=""):
    """Return all that a connection answers to these messages."""
    scope = scope_of(session)
    said, left = [], [{"type": "websocket.connect"}]
    left += [{"type": "websocket.receive", "text": text} for text in texts] + [
        {"type": "websocket.disconnect"}
    ]

    async def receive():
        await settle()
        return left.pop(0)

    async def send(message):
        said.append(json.loads(message["text"]) if "text" in message else message)

    await Nothing()(scope, receive, send)
    return said


@pytest.fixture
def used_up(monkeypatch):
    """Use up the tokens of an address whose connections cost nothing."""
    taken_at_once(stranger(), 1)
    monkeypatch.setitem(COSTS, "connect", 0)


async def test_a_refusal_names_the_message_that_was_dropped_and_when_to_come_again(used_up):
    sent = await conversation('{"type": "move", "nonce": "a-7"}', '{"type": "since", "seq": 4}', "}{")
    refused = [message for message in sent if message["type"] == "refused"]
    assert {message["code"] for message in refused} == {"too-fast"}
    assert [(each["nonce"], each["dropped"]) for each in refused] == [
        ("a-7", "move"),
        ("", "since"),
        ("", None),
    ]
    assert all(each["wait_ms"] > 0 for each in refused)
    shown = (ROOT / "docs/protocol.md").read_text().partition("```json too-fast\n")[2].partition("\n")[0]
    assert {**json.loads(shown), "wait_ms": 0} == {**refused[0], "wait_ms": 0}


async def test_more_than_can_be_recorded_is_refused_in_the_same_words(monkeypatch):
    monkeypatch.setattr(connection_limits, "REFUSED_FOR_MS", 250)
    monkeypatch.setattr(connection_limits, "MOST_ASKED", 0)
    move = {"type": "move", "nonce": "a-7", "seat": "X", "ply": 0, "move": "c1N", "spent_ms": 1}
    async with Line(Board) as board:
        await board.ask()  # is being recorded
        await board.ask(json.dumps(move))
        (text,) = board.sent
    refused = json.loads(text)
    assert (refused["code"], refused["nonce"], refused["dropped"]) == ("too-fast", "a-7", "move")
    assert refused["wait_ms"] > 0


async def test_a_flood_is_ended(used_up):
    sent = await conversation(*['{"type": "ping", "t": 1}'] * (connection_limits.REFUSALS + 50))
    assert sent[-1] == {"type": "websocket.close", "code": connection_limits.TOO_MANY}
    assert (
        len([message for message in sent if message.get("code") == "too-fast"]) <= connection_limits.REFUSALS
    )


async def test_a_client_that_was_closed_pays_for_coming_back():
    taken_at_once(stranger(), 1)
    assert await conversation() == [
        {"type": "websocket.accept", "subprotocol": None},
        {"type": "websocket.close", "code": connection_limits.TOO_MANY},
    ]
