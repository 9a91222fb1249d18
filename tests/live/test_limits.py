"""Test what a hostile client gets, and that no other client notices."""

import json
import socket
import struct

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from games.access.permissions import SYSTEM
from games.live import connection_limits
from games.live.connection_limits import OpenSockets
from games.protocol.json_text import UnreadableFrame, decode
from games.referee import requests as r
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.live.client import PROTOCOL, Client
from tests.live.conftest import serve

MANY_ENTRIES_S = 60  # for two hundred of them on a busy machine


@pytest.fixture
def untouched(new_game, join):
    """Check that another game continues and keeps its watcher."""
    game = new_game()
    player, watcher = join(game, "X", "O"), join(game)
    yield
    player.ask("start")
    watcher.wait(lambda message: message.get("event", {}).get("kind") == "started")


def test_an_unreadable_message_is_refused_and_too_many_end_the_connection(new_game, join, untouched):
    rude = join(new_game())
    for _ in range(connection_limits.MALFORMED):
        rude.send("}{")
    assert rude.closed_with() == 4400
    assert {message["code"] for message in rude.received[1:]} == {"unreadable"}


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("[]", "not-an-object"),
        ('{"type": "dance", "nonce": "1"}', "unknown-type"),
        ('{"type": "start"}', "missing-field"),
        ('{"type": "since", "seq": -1}', "bad-field"),
        ('{"type": "ping", "t": NaN}', "unreadable"),
        ('{"type": "ping", "t": 1e999}', "unreadable"),
        ("[" * 16_000, "unreadable"),
        (b'{"type": "ping", "t": 1}', "unreadable"),
        ("", "unreadable"),
    ],
)
def test_each_kind_of_nonsense_has_its_refusal(new_game, join, frame, code):
    client = join(new_game())
    client.send(frame)
    assert client.wait("refused")["code"] == code


def test_a_message_that_is_too_big_ends_the_connection(new_game, join, untouched):
    rude = join(new_game())
    rude.send(json.dumps({"type": "ping", "t": "x" * connection_limits.LARGEST_MESSAGE}))
    assert rude.closed_with() == 1009


def test_a_table_that_comes_back_with_a_long_outbox_is_no_flood(new_game, join):
    game = new_game(keeper="table")
    table = join(game, role="table")
    table.ask("custody", tab="t")
    entries = [{"type": "start"}]
    for n in range(100):
        entries += [{"type": "pause", "reason": f"{n}"}, {"type": "resume", "reason": f"{n}"}]
    for n, entry in enumerate(entries, 1):
        table.send({**entry, "nonce": f"outbox-{n}", "epoch": 1, "n": n, "tab": "t"})
    last = f"outbox-{len(entries)}"
    table.wait(lambda message: message.get("nonce") == last, patience=MANY_ENTRIES_S)
    while last_seq_in_order(table.received) < len(entries):
        table.receive()
    assert not [message for message in table.received if message["type"] == "refused"]


def last_seq_in_order(messages):
    """Return the last seq, after checking that each event follows the one before, or a state that has it."""
    seq = 0
    for message in messages:
        if message["type"] == "state":
            seq = max(seq, message["seq"])
        if message["type"] == "event":
            assert message["seq"] == seq + 1
            seq = message["seq"]
    return seq


def test_there_is_no_such_game(server):
    with Client(server, "game", "nowhere") as client:
        assert client.closed_with() == 4404


@pytest.mark.parametrize("query", ["", "?v=1", "?v=2&v=1"])
def test_a_page_from_before_an_update_is_sent_away_for_good(query, server, new_game):
    client = Client(server, "game", new_game().code)
    client.address = client.address.partition("?")[0] + query
    with client:
        assert client.closed_with() == connection_limits.OUTDATED


def test_pages_of_other_sites_are_not_let_in(server, new_game):
    address = f"ws://127.0.0.1:{server.port}/ws/game/{new_game().code}/"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin="https://evil.example"):
        pass


def test_an_address_has_so_many_connections_and_no_more(new_game, transactional_db, tmp_path):
    game = new_game()
    with serve(tmp_path, FIVELINE_SOCKETS="2", FIVELINE_PROXIES="127.0.0.1") as few:

        def from_address(address):
            return Client(few, "game", game.code, **{"X-Forwarded-For": address})

        with from_address("10.0.0.1") as one, from_address("10.0.0.1") as two:
            one.wait("state")
            two.wait("state")
            with from_address("10.0.0.1") as three:
                assert three.closed_with() == 4429
            with from_address("10.0.0.2") as elsewhere:
                elsewhere.wait("state")
        with from_address("10.0.0.1") as again:
            again.wait("state")


def test_a_connection_that_asks_for_much_and_reads_nothing_delays_no_other(new_game, join, server):
    """Leave a megabyte on its way to a client that does not read. (What it gets later: test_consumers.)"""
    game, events = new_game(), 50
    happen(game, r.Start(), *[r.Adjust("x" * 300, seat="X", add_ms=1) for _ in range(1, events)])
    watcher = join(game)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect(("127.0.0.1", server.port))
    address = f"ws://127.0.0.1:{server.port}/ws/game/{game.code}/?v={PROTOCOL}"
    with connect(address, sock=narrow, compression=None) as sleeper:
        for _ in range(19):
            sleeper.send(json.dumps({"type": "since", "seq": 0}))
        happen(
            game,
            *[r.Adjust("once more", seat="X", add_ms=1) for _ in range(2 * connection_limits.MOST_WAITING)],
        )
        last = events + 2 * connection_limits.MOST_WAITING
        watcher.wait(lambda message: message["seq"] == last)
        assert watcher.seqs == list(range(events + 1, last + 1))


def happen(game, *requests):
    for request in requests:
        answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
        assert answer.seq, answer.refused


def test_a_connection_that_breaks_off_is_forgotten(new_game, join, server, untouched):
    game = new_game()
    with Client(server, "game", game.code) as client:
        client.wait("state")
        raw = client.socket.socket
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raw.close()


def test_the_place_of_a_socket_is_given_back(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    sockets = OpenSockets()
    hold = sockets.hold_place
    with hold("a") as first, hold("a") as second, hold("b") as other:
        assert (first, second, other) == (True, False, True)
    with hold("a") as again:
        assert again


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", "-1e400", "[" * 100_000, "9" * 5_000, "{", ""])
def test_what_is_not_json_is_not_read(text):
    with pytest.raises(UnreadableFrame):
        decode(text)
