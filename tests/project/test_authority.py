"""The club's own certificate authority: what it vouches for, for how long, and who may read its keys."""

import datetime
import ipaddress
import stat

import pytest
from cryptography import x509

from tournament.serving.authority import Authority, may_vouch_for

NOW = datetime.datetime(2026, 11, 16, 18, 0, tzinfo=datetime.UTC)
DAY = datetime.timedelta(days=1)


def leaf(authority: Authority) -> x509.Certificate:
    return x509.load_pem_x509_certificate(authority.certificate.read_bytes())


def names(certificate: x509.Certificate) -> set[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path / "authority")


def test_keys_are_readable_by_their_owner_only(authority):
    authority.vouch(["192.168.1.5"], NOW)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in authority.folder.iterdir()}
    assert modes == dict.fromkeys(("root.key", "root.crt", "server.key", "server.crt"), 0o600)
    assert stat.S_IMODE(authority.folder.stat().st_mode) == 0o700


def test_the_certificate_is_signed_by_the_root_and_names_the_addresses(authority):
    assert authority.vouch(["192.168.1.5", "hall.local"], NOW)
    certificate = leaf(authority)
    certificate.verify_directly_issued_by(authority.root(NOW))
    assert names(certificate) == {"192.168.1.5", "hall.local", "localhost", "127.0.0.1"}


def test_a_second_look_makes_nothing_new(authority):
    authority.vouch(["192.168.1.5"], NOW)
    before = authority.certificate.read_bytes(), authority.root_der(NOW)
    assert not authority.vouch(["192.168.1.5"], NOW + 30 * DAY)
    assert (authority.certificate.read_bytes(), authority.root_der(NOW)) == before


@pytest.mark.parametrize(
    ("hosts", "later", "renewed"),
    [
        (["192.168.1.5"], 0 * DAY, False),
        (["192.168.1.9"], 0 * DAY, True),  # the Wi-Fi gave another address
        ([], 0 * DAY, False),  # fewer addresses need no other certificate
        (["192.168.1.5"], 304 * DAY, False),
        (["192.168.1.5"], 306 * DAY, True),  # near its end
        (["192.168.1.5"], -3 * DAY, True),  # the clock was set back: not yet valid
    ],
)
def test_the_certificate_is_renewed_when_it_must_be(authority, hosts, later, renewed):
    authority.vouch(["192.168.1.5"], NOW)
    root = authority.root_der(NOW)
    assert authority.vouch(hosts, NOW + later) is renewed
    assert authority.root_der(NOW) == root


def test_a_root_near_its_end_is_replaced_and_the_certificate_with_it(authority):
    authority.vouch(["192.168.1.5"], NOW)
    much_later = NOW + 3600 * DAY
    assert authority.vouch(["192.168.1.5"], much_later)
    leaf(authority).verify_directly_issued_by(authority.root(much_later))


def test_the_certificate_never_outlives_its_root(authority):
    authority.vouch([], NOW)
    authority.vouch([], NOW + 3500 * DAY)
    assert leaf(authority).not_valid_after_utc <= authority.root(NOW).not_valid_after_utc


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "10.1.2.3", "172.20.0.1", "fd00::2", "hall.local", "club.lan"]
)
def test_it_vouches_for_the_own_network(host):
    assert may_vouch_for(host)


@pytest.mark.parametrize(
    "host", ["8.8.8.8", "172.32.0.1", "2001:db8::1", "example.com", "notlocal", "local.example"]
)
def test_it_vouches_for_nothing_outside(authority, host):
    assert not may_vouch_for(host)
    authority.vouch([host], NOW)
    assert host not in names(leaf(authority))


def test_the_root_itself_is_constrained(authority):
    constraints = authority.root(NOW).extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical
    permitted = {name.value for name in constraints.value.permitted_subtrees}
    assert ipaddress.ip_network("192.168.0.0/16") in permitted
    assert "local" in permitted
    assert (
        authority.root(NOW).extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0
    )


def test_a_lost_key_is_made_good(authority):
    authority.vouch(["192.168.1.5"], NOW)
    authority.key.unlink()
    assert authority.vouch(["192.168.1.5"], NOW)
    assert not authority.vouch(["192.168.1.5"], NOW)
