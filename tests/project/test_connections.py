"""The door of the server: how many come in from one address, and how long they may keep silent."""

import socket
from types import SimpleNamespace

from games.access.limits import counted_address
from tests.served import ROOT
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


def test_small_messages_leave_at_once_whoever_made_the_listener():
    """As with `uvicorn --workers`, whose connections come from a socket that asyncio knows nothing about."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.socket() as client:
        client.connect(listener.getsockname())
        accepted, _address = listener.accept()
        with accepted:
            send_without_delay(SimpleNamespace(get_extra_info={"socket": accepted}.get))
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    send_without_delay(SimpleNamespace(get_extra_info={}.get))


def test_several_processes_are_started_with_the_same_door():
    assert (
        f"--http {HallProtocol.__module__}:{HallProtocol.__name__}"
        in (ROOT / "docs/operating.md").read_text()
    )
