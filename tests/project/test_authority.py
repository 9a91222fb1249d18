"""The club's own certificate authority: uses and lifetime of its certificates, and access to its keys."""

import datetime
import ipaddress
import stat
import subprocess

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tournament.server.authority import Authority, may_certify

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
    authority.ensure_certificate(["192.168.1.5"], NOW)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in authority.folder.iterdir()}
    assert modes == dict.fromkeys(("root.key", "root.crt", "server.key", "server.crt"), 0o600)
    assert stat.S_IMODE(authority.folder.stat().st_mode) == 0o700


def test_the_certificate_is_signed_by_the_root_and_names_the_addresses(authority):
    assert authority.ensure_certificate(["192.168.1.5", "hall.local"], NOW)
    certificate = leaf(authority)
    certificate.verify_directly_issued_by(authority.root(NOW))
    assert names(certificate) == {"192.168.1.5", "hall.local", "localhost", "127.0.0.1"}


def test_a_second_look_makes_nothing_new(authority):
    authority.ensure_certificate(["192.168.1.5"], NOW)
    before = authority.certificate.read_bytes(), authority.root_der(NOW)
    assert not authority.ensure_certificate(["192.168.1.5"], NOW + 30 * DAY)
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
    authority.ensure_certificate(["192.168.1.5"], NOW)
    root = authority.root_der(NOW)
    assert authority.ensure_certificate(hosts, NOW + later) is renewed
    assert authority.root_der(NOW) == root


def test_a_root_near_its_end_is_replaced_and_the_certificate_with_it(authority):
    authority.ensure_certificate(["192.168.1.5"], NOW)
    much_later = NOW + 3600 * DAY
    assert authority.ensure_certificate(["192.168.1.5"], much_later)
    leaf(authority).verify_directly_issued_by(authority.root(much_later))


def test_the_certificate_never_outlives_its_root(authority):
    authority.ensure_certificate([], NOW)
    authority.ensure_certificate([], NOW + 3500 * DAY)
    assert leaf(authority).not_valid_after_utc <= authority.root(NOW).not_valid_after_utc


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "10.1.2.3", "172.20.0.1", "fd00::2", "hall.local", "club.lan"]
)
def test_it_vouches_for_the_own_network(host):
    assert may_certify(host)


@pytest.mark.parametrize(
    "host", ["8.8.8.8", "172.32.0.1", "2001:db8::1", "example.com", "notlocal", "local.example"]
)
def test_it_vouches_for_nothing_outside(authority, host):
    assert not may_certify(host)
    authority.ensure_certificate([host], NOW)
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


KINDS = {
    "server": ("serverAuth", "IP:192.168.1.5", "sslserver"),
    "client": ("clientAuth", "IP:192.168.1.5", "sslclient"),
    "e-mail": ("emailProtection", "email:ada@hall.local", "smimesign"),
    "e-mail behind a server": ("serverAuth", "IP:192.168.1.5,email:ada@hall.local", "sslserver"),
    "address of a service": ("serverAuth", "IP:192.168.1.5,URI:spiffe://hall.local/desk", "sslserver"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_whoever_has_the_key_of_the_root_can_make_servers_only(authority, tmp_path, kind):
    """Let openssl judge the certificate, not our own code."""
    authority.ensure_certificate(["192.168.1.5"], NOW)
    usage, names_of_leaf, purpose = KINDS[kind]
    folder = authority.folder
    (tmp_path / "leaf.ext").write_text(f"extendedKeyUsage={usage}\nsubjectAltName={names_of_leaf}\n")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/O=Fiveline",
            "-keyout", tmp_path / "leaf.key", "-out", tmp_path / "leaf.csr")  # fmt: skip
    openssl("x509", "-req", "-in", tmp_path / "leaf.csr", "-CA", folder / "root.crt",
            "-CAkey", folder / "root.key", "-CAcreateserial", "-days", "30",
            "-extfile", tmp_path / "leaf.ext", "-out", tmp_path / "leaf.crt")  # fmt: skip
    judged = openssl("verify", "-purpose", purpose, "-CAfile", folder / "root.crt", tmp_path / "leaf.crt",
                     check=False)  # fmt: skip
    assert (judged.returncode == 0) is (kind == "server"), judged.stderr


def test_the_root_says_that_it_signs_servers_only(authority):
    usage = authority.root(NOW).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert authority.signs_servers_only(NOW)


def openssl(*words, check=True):
    return subprocess.run(
        ["openssl", *map(str, words)], capture_output=True, text=True, check=check, timeout=20
    )


def test_a_root_of_an_earlier_version_goes_on_working_and_is_known_as_such(authority):
    """Make a root as older versions did, without the usage that limits it to servers."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Fiveline hall authority")])
    old = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(NOW - DAY)
        .not_valid_after(NOW + 3000 * DAY)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    authority.folder.mkdir()
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (authority.folder / "root.key").write_bytes(key.private_bytes(*form))
    (authority.folder / "root.crt").write_bytes(old.public_bytes(serialization.Encoding.PEM))
    authority.ensure_certificate(["192.168.1.5"], NOW)
    leaf(authority).verify_directly_issued_by(old)
    assert not authority.signs_servers_only(NOW)


def test_a_lost_key_is_made_good(authority):
    authority.ensure_certificate(["192.168.1.5"], NOW)
    authority.key.unlink()
    assert authority.ensure_certificate(["192.168.1.5"], NOW)
    assert not authority.ensure_certificate(["192.168.1.5"], NOW)
