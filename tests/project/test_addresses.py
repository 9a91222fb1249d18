"""The addresses at which devices in the hall reach the server."""

import pytest

from tournament.management.commands.serve import welcome_lines
from tournament.server import reach
from tournament.server.reach import Hall


@pytest.fixture
def network(monkeypatch):
    """Fake a machine on Wi-Fi with a container bridge."""
    answer = ["192.168.178.20", "fd12::20", "fe80::1", "127.0.0.1", "192.168.178.20"]
    monkeypatch.setattr(reach, "_from_ip", lambda: answer)


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("127.0.0.1", []),
        ("localhost", []),
        ("::1", []),
        ("192.168.178.20", ["192.168.178.20"]),
        ("0.0.0.0", ["192.168.178.20"]),
        ("::", ["192.168.178.20", "fd12::20"]),
    ],
)
def test_what_tablets_type(network, host, reached):
    assert reach.find_addresses(host) == reached


def test_without_iproute_the_own_address_is_found_otherwise(monkeypatch):
    monkeypatch.setattr(reach.shutil, "which", lambda *_, **__: None)
    assert reach._from_ip() == []
    assert all(reach._reachable(address) for address in reach.find_addresses("0.0.0.0"))


def test_bridges_of_containers_are_left_out(monkeypatch):
    said = (
        '[{"ifname": "docker0", "addr_info": [{"local": "172.17.0.1", "scope": "global"}]},'
        ' {"ifname": "wlan0", "addr_info": [{"local": "192.168.1.7", "scope": "global"},'
        ' {"local": "fe80::7", "scope": "link"}]}]'
    )
    monkeypatch.setattr(reach.shutil, "which", lambda *_, **__: "/sbin/ip")
    monkeypatch.setattr(reach.subprocess, "run", lambda *_, **__: type("Said", (), {"stdout": said}))
    assert reach._from_ip() == ["192.168.1.7"]


@pytest.mark.parametrize(
    ("scheme", "host", "port", "url"),
    [
        ("http", "192.168.1.5", 8000, "http://192.168.1.5:8000/"),
        ("http", "192.168.1.5", 80, "http://192.168.1.5/"),
        ("https", "hall.local", 443, "https://hall.local/"),
        ("https", "fd00::2", 8443, "https://[fd00::2]:8443/"),
    ],
)
def test_addresses_are_written_as_browsers_read_them(scheme, host, port, url):
    assert reach.url(scheme, host, port) == url


def test_https_is_offered_only_where_the_authority_may_vouch(monkeypatch):
    monkeypatch.setattr(reach, "_from_ip", lambda: ["203.0.113.9", "192.168.1.5"])
    hall = Hall("0.0.0.0", 8000, 8443)
    assert hall.plain_addresses() == ["http://203.0.113.9:8000/", "http://192.168.1.5:8000/"]
    assert hall.secure_addresses("/hall/") == ["https://192.168.1.5:8443/hall/"]
    assert hall.own_address == "http://127.0.0.1:8000/"


def test_behind_a_proxy_only_its_address_is_told(monkeypatch):
    """Show no address of its own: it is not in FIVELINE_HOSTS and would be refused."""
    monkeypatch.setattr(reach, "_from_ip", lambda: ["192.168.1.5"])
    hall = Hall("0.0.0.0", 8001, proxy="https://club.example")
    told = "\n".join(welcome_lines(hall, "/setup/secret/", draw=False))
    assert "https://club.example/setup/secret/" in told
    assert "http://" not in told
    assert hall.plain_addresses() == []
