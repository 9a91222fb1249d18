"""Test that docs/protocol.md is true: its examples are sent and compared, and a stranger plays by it."""

import json
import re
from pathlib import Path

import pytest

from games.access.permissions import NotAllowed
from games.access.rate_limit import ADDRESS, COSTS, SESSION
from games.live import connection_limits
from games.live.live_consumer import NotServed
from games.models import Game
from games.protocol.downward import PROTOCOL
from games.protocol.upward import VERBS, BadMessage
from games.services.faults import NotRecorded
from tests.live.client import Client
from tests.live.stranger import Stranger

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text()
BLOCK = re.compile(r"^```json (up|down)( game)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(way, bool(is_of_game), json.loads(text)) for way, is_of_game, text in BLOCK.findall(PAGE)]
GAME = [(way, message) for way, is_of_game, message in BLOCKS if is_of_game]
UP = [message for way, is_of_game, message in BLOCKS if way == "up" and not is_of_game]
DOWN = [message for way, is_of_game, message in BLOCKS if way == "down" and not is_of_game]
UNREAD = {*BadMessage.sentences, "unreadable", "failed", "read-only"}
ANY = "…"


def fits(example, real):
    """Return whether the real message has everything that the example shows."""
    if example == ANY:
        return True
    if isinstance(example, dict):
        return isinstance(real, dict) and all(fits(part, real.get(key)) for key, part in example.items())
    return example == real


def test_the_game_on_the_page_goes_as_it_says(new_game, server, session):
    game = new_game()
    with Client(server, "game", game.code, session(game, "player", "X", "O")) as client:
        for way, message in GAME:
            if way == "up":
                client.send(message)
            else:
                received = client.wait(message["type"])
                assert fits(message, received), (message, received)


@pytest.mark.parametrize("message", UP, ids=lambda message: f"{message['type']} {message.get('nonce', '')}")
def test_every_example_that_is_sent_up_is_understood(message, new_game, join):
    """Check that it is granted or refused by the game, but never misread."""
    game = new_game(keeper="table" if "epoch" in message or message["type"] == "custody" else "server")
    client = join(game, role="table")
    client.send(message)
    client.send({"type": "ping", "t": "after"})
    if "nonce" in message:
        answer = client.wait(lambda received: received.get("nonce") == message["nonce"])
        assert answer.get("code") not in UNREAD, answer
    else:
        client.wait("pong")
        assert not [each for each in client.received if each["type"] == "refused"]


def test_every_request_that_exists_is_on_the_page():
    assert {message["type"] for message in UP} == {*VERBS.values(), "since", "ping", "here", "custody"}


@pytest.fixture
def everything_sent(new_game, join, server):
    """Make the server send a message of every kind that the page shows; return all."""
    game = new_game()
    player = join(game, "X", "O")
    player.ask("start", nonce="1")
    player.ask("start", nonce="1")
    watcher = join(game)
    player.ask("move", seat="X", ply=0, move="a1N")
    watcher.wait("event")
    player.ask("move", seat="O", ply=1, move="c3E")
    player.send({"type": "ping", "t": 1})
    player.wait("pong")
    watcher.send({"type": "since", "seq": 0})
    watcher.wait("seq")
    table_game = new_game(keeper="table", topic="tournament:3", place="table:3:4")
    with Client(server, "table", "table:3:4") as tablet:
        tablet.wait("news")
    table, desk = join(table_game, role="table"), join(table_game, role="arbiter")
    table.ask("custody", tab="first")
    desk.wait("presence")
    desk.ask("pause", reason="desk")
    table.wait("instruction")
    join(table_game, role="arbiter").ask("custody", tab="second")
    table.ask("start", epoch=1, n=1, tab="first")
    desk.wait("late")
    return [each for client in (player, watcher, tablet, table, desk) for each in client.received]


def test_every_example_that_is_sent_down_is_what_the_server_sends(everything_sent):
    def shape(message):
        event = message.get("event", {})
        return message["type"], frozenset(message), event.get("kind"), frozenset(event)

    real = {shape(message) for message in everything_sent}
    assert [message for message in DOWN if shape(message) not in real] == []
    assert {message["type"] for message in everything_sent} == {message["type"] for message in DOWN}


def test_the_states_and_clocks_on_the_page_have_all_their_fields(everything_sent):
    state = next(message for message in DOWN if message["type"] == "state")
    real = next(message for message in everything_sent if message["type"] == "state")
    for part in ("game", "clock", "mine"):
        assert set(state[part]) == set(real[part])


def test_the_limits_on_the_page_are_those_that_hold(settings):
    for figure in (
        f"{connection_limits.LARGEST_MESSAGE // 1024} KiB",
        *(f"{rate.most} at once, {rate.per_second} a second" for rate in (SESSION, ADDRESS)),
        f"connecting {COSTS['connect']}, a request {1 + COSTS['request']}",
        f"a `since` {1 + COSTS['since']} and one for {connection_limits.EVENTS_A_TOKEN} events",
        f"unreadable {1 + COSTS['unreadable']}",
        f"after {connection_limits.REFUSALS} of those closed, {connection_limits.TOO_MANY}",
        f"| {connection_limits.MALFORMED} | closed, {connection_limits.MALFORMED_TOO_OFTEN}",
        f"| {settings.SOCKETS_PER_ADDRESS} with one server process",
        f"| {connection_limits.MOST_WAITING} | events dropped",
        f"| {connection_limits.SECONDS_BEHIND} seconds | cut",
    ):
        assert figure in PAGE


def test_the_page_the_server_and_the_scripts_speak_the_same_version():
    scripts = (ROOT / "static/js/live/socket.js").read_text()
    assert f"`?v={PROTOCOL}`" in PAGE
    assert f"const PROTOCOL = {PROTOCOL};" in scripts
    assert f"OUTDATED = {connection_limits.OUTDATED};" in scripts


def test_every_refusal_is_on_the_page():
    listed = set(re.findall(r"`([a-z-]+)`", PAGE.partition("## Refusal codes")[2]))
    known = {code for kind in (NotServed, BadMessage, NotAllowed, NotRecorded) for code in kind.sentences}
    assert listed == known - {"undeclared"}  # that one is about pages


def test_a_client_that_knows_only_the_page_plays_a_whole_game(new_game, server, session):
    game = new_game()
    key = session(game, "player", "X", "O")
    stranger = Stranger(f"ws://127.0.0.1:{server.port}/ws/game/{game.code}/?v=2", f"sessionid={key}", seed=5)
    outcome = stranger.play()
    row = Game.objects.get(pk=game.pk)
    assert (row.status, row.winner, row.ending) == ("over", outcome["winner"] or "", outcome["ending"])
    assert [event["seq"] for event in stranger.events] == list(range(1, row.seq + 1))


def test_either_partner_enters_the_result_but_not_that_of_the_other_side(new_game, join):
    game = new_game(seats=4, input="presses")
    north, east, south, west = (join(game, seat) for seat in "NESW")
    north.ask("start")
    assert east.ask("confirm", side="X", winner="O")["code"] == "not-allowed"
    south.ask("confirm", side="X", winner="O")
    claimed = west.wait(lambda message: message.get("event", {}).get("kind") == "confirmed")
    (claim,) = claimed["claims"]
    assert (claim["side"], claim["outcome"]["winner"], claim["outcome"]["ending"]) == ("X", "O", "line")
    fresh = join(game)
    assert fresh.received[0]["claims"] == claimed["claims"]
    agreed = west.does("confirm", side="O", winner="O")
    assert (agreed["status"], agreed["claims"]) == ("over", [*claimed["claims"], {**claim, "side": "O"}])
