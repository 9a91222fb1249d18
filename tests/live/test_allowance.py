"""One allowance over all sockets of a session and of an address, and what a flood is told."""

import json
from types import SimpleNamespace

import pytest

from games.access.limits import LIMITS
from games.live import allowance, limits, live_consumer
from games.live.allowance import CONNECTING, REQUEST, Acquaintance, Allowance, Allowances, cost_of
from games.live.live_consumer import LiveConsumer
from games.messages import parse
from tests.live.lines import Board, Line, settle
from tests.served import ROOT

ROUTER = "192.0.2.1"  # thirty phones come from behind it


@pytest.fixture
def clock(monkeypatch):
    """The time in ms, to be set."""
    time = SimpleNamespace(ms=1_000_000)
    monkeypatch.setattr(allowance, "ticks_ms", lambda: time.ms)
    return time


@pytest.fixture
def house(clock, monkeypatch):
    """The buckets of a server that has just started."""
    fresh = Allowances()
    monkeypatch.setattr(live_consumer, "allowances", fresh)
    monkeypatch.setattr(limits, "REFUSED_FOR_MS", 0)
    return fresh


def of(house, acquaintance, session="", address=ROUTER):
    made = Allowance(house, address, session)
    made.acquaintance = acquaintance
    return made


def taken_at_once(share, tokens):
    """How often so many can be taken in one moment."""
    count = 0
    while not share.wait_ms(tokens):
        count += 1
    return count


def test_a_second_socket_of_a_session_brings_no_second_allowance(house):
    first, second = (of(house, Acquaintance.GUEST, "phone") for _ in range(2))
    assert taken_at_once(first, 1) == LIMITS["socket-session"].most
    assert second.wait_ms(1)


def test_those_who_hold_nothing_share_one_allowance_at_an_address_and_leave_some_to_the_phones_beside_them(
    house,
):
    shouting = [of(house, Acquaintance.STRANGER, session) for session in ("", "invented", "another")]
    assert sum(taken_at_once(each, REQUEST) for each in shouting) <= LIMITS["socket-strangers"].most / REQUEST
    assert not of(house, Acquaintance.GUEST, "phone").wait_ms(REQUEST)
    assert not of(house, Acquaintance.STRANGER, address="192.0.2.2").wait_ms(REQUEST)


def test_nobody_behind_the_same_router_uses_up_what_staff_and_tables_have(house):
    for session in ("a", "b", "c"):
        taken_at_once(of(house, Acquaintance.GUEST, session), 1)
    assert of(house, Acquaintance.GUEST, "d").wait_ms(1), "the address has used up all"
    assert taken_at_once(of(house, Acquaintance.HOUSE, "tablet"), REQUEST + 1) >= 400, "a long outbox"


def test_thirty_phones_that_play_behind_one_router_are_no_flood(house, clock):
    """For a minute: each is there (every 2 s), pings (every 10 s, with its mark) and moves (every 5 s)."""
    phones = [of(house, Acquaintance.GUEST, f"phone {n}") for n in range(30)]
    assert not any(phone.wait_ms(CONNECTING + 5) for phone in phones)
    for second in range(60):
        clock.ms += 1_000
        for n, phone in enumerate(phones):
            at = second + n
            tokens = (at % 2 == 0) + 2 * (at % 10 == 0) + (REQUEST + 1) * (at % 5 == 0)
            assert not phone.wait_ms(tokens), (second, n)


def test_a_hall_of_watchers_comes_back_at_once_after_a_restart(house):
    watchers = [of(house, Acquaintance.STRANGER) for _ in range(80)]
    assert not any(each.wait_ms(CONNECTING + 4) for each in watchers)


def test_a_flood_pays_by_waiting_and_goes_on_at_its_rate(house, clock):
    phone = of(house, Acquaintance.GUEST, "phone")
    taken_at_once(phone, 1)
    wait_ms = phone.wait_ms(REQUEST)
    clock.ms += wait_ms
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


def test_an_address_may_have_a_larger_house(settings, clock):
    settings.SOCKETS_PER_ADDRESS = 3_000
    most = LIMITS["socket-address"].most
    assert taken_at_once(of(Allowances(), Acquaintance.GUEST, "phone"), most) == 5  # of its own 20,000


# ---- what a socket is told


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
    """All that a connection says to these messages."""
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


def use_up(house):
    for address in (
        of(house, Acquaintance.STRANGER),
        of(house, Acquaintance.GUEST, "x"),
        of(house, Acquaintance.GUEST, "y"),
    ):
        taken_at_once(address, 1)


async def test_a_refusal_names_the_message_that_was_dropped_and_when_to_come_again(house, monkeypatch):
    monkeypatch.setattr(live_consumer, "CONNECTING", 0)
    use_up(house)
    heard = await conversation('{"type": "move", "nonce": "a-7"}', '{"type": "since", "seq": 4}', "}{")
    refused = [message for message in heard if message["type"] == "refused"]
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
    monkeypatch.setattr(limits, "MOST_ASKED", 0)
    move = {"type": "move", "nonce": "a-7", "seat": "X", "ply": 0, "move": "c1N", "spent_ms": 1}
    async with Line(Board) as board:
        await board.ask()  # is being recorded
        await board.ask(json.dumps(move))
        (text,) = board.sent
    refused = json.loads(text)
    assert (refused["code"], refused["nonce"], refused["dropped"]) == ("too-fast", "a-7", "move")
    assert refused["wait_ms"] > 0


async def test_a_flood_is_ended(house, monkeypatch):
    monkeypatch.setattr(live_consumer, "CONNECTING", 0)
    use_up(house)
    heard = await conversation(*['{"type": "ping", "t": 1}'] * (limits.REFUSALS + 50))
    assert heard[-1] == {"type": "websocket.close", "code": limits.TOO_MANY}
    assert len([message for message in heard if message.get("code") == "too-fast"]) <= limits.REFUSALS


async def test_whoever_was_shown_out_pays_for_coming_back(house):
    use_up(house)
    assert await conversation() == [
        {"type": "websocket.accept", "subprotocol": None},
        {"type": "websocket.close", "code": limits.TOO_MANY},
    ]
