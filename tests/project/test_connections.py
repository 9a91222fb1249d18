"""The door of the server: how many come in from one address, and how long they may keep silent."""

import asyncio
import socket
from contextlib import suppress
from types import SimpleNamespace

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from games.access.limits import counted_address
from tournament.serving import connections
from tournament.serving.connections import Door, HallProtocol, send_without_delay


def test_a_trusted_proxy_stands_for_many(settings):
    settings.TRUSTED_PROXIES = ["10.0.0.1"]
    door = Door(most=1)
    assert [door.lets_in(address) for address in ("10.0.0.1", "10.0.0.1", "10.0.0.2", "10.0.0.2")] == [
        True,
        True,
        True,
        False,
    ]


def test_a_network_of_ipv6_counts_as_one_address():
    assert counted_address("2001:db8:1:2:aaaa::1") == counted_address("2001:db8:1:2:bbbb::2")
    assert counted_address("2001:db8:1:2::1") != counted_address("2001:db8:1:3::1")
    assert counted_address("::ffff:192.0.2.7") == counted_address("192.0.2.7") == "192.0.2.7"
    assert counted_address("unknown") == "unknown"


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: hall\r\nX-Slow: "])
async def test_whoever_never_asks_is_shown_out(said, monkeypatch):
    """Half of the headers is no request."""
    monkeypatch.setattr(connections, "SECONDS_TO_ASK", 0.05)
    monkeypatch.setattr(HallProtocol, "door", door := Door())
    config = Config(lambda: None, http=HallProtocol, lifespan="off")
    config.load()
    loop = asyncio.get_running_loop()
    hall = await loop.create_server(lambda: HallProtocol(config, ServerState(), {}), "127.0.0.1", 0)
    async with hall:
        reader, writer = await asyncio.open_connection(*hall.sockets[0].getsockname())
        writer.write(said)
        with suppress(ConnectionResetError):
            assert await asyncio.wait_for(reader.read(), 5) == b""
        writer.close()
    assert not door.inside


def test_small_messages_leave_at_once_whoever_made_the_listener():
    """As `serve` does, which claims its port itself: asyncio knows nothing about such a socket."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        accepted, _address = listener.accept()
        with accepted:
            send_without_delay(SimpleNamespace(get_extra_info={"socket": accepted}.get))
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    send_without_delay(SimpleNamespace(get_extra_info={}.get))
