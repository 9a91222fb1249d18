"""The door of the server: how many come in from one address, and how long they may keep silent."""

from games.access.limits import counted_address
from tournament.serving.connections import Door


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
