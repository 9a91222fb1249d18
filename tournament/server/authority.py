"""The club's own certificate authority, so that tablets in a hall can use HTTPS.

Browsers give wake lock and offline reload to trusted pages only. A tablet trusts the root once. The root may
certify servers at private addresses and local names only, so a thief of its key can imitate no website and
sign no email and no program. Keys never leave the data folder and are readable by their owner only.
"""

import datetime
import ipaddress
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

PRIVATE_NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in (
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "100.64.0.0/10",  # shared by carriers, used by private overlay networks
        "169.254.0.0/16",
        "127.0.0.0/8",
        "192.0.2.0/24",  # never routed; some virtual machines live there
        "fc00::/7",
        "fe80::/10",
        "::1/128",
    )
)
LOCAL_DOMAINS = ("local", "lan", "internal", "home.arpa", "localhost", "test")
# Naming one host that cannot exist permits no other: so no certificate for email or for a URI is ever valid.
NOWHERE = "nowhere.invalid"

# The name in the lists of devices, in every language; the day of its creation follows.
NAME = "Fiveline hall authority"
ROOT_LIFE = datetime.timedelta(days=3650)
# Apple's limit for certificates of a private authority is 825 days; all systems accept one year.
LEAF_LIFE = datetime.timedelta(days=365)
RENEW_BEFORE = datetime.timedelta(days=60)
# A server whose clock runs ahead must not make certificates that are not yet valid for a tablet.
BACKDATE = datetime.timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Authority:
    """The root and the server's certificate in `folder`, both created on first use."""

    folder: Path

    @property
    def certificate(self) -> Path:
        return self.folder / "server.crt"

    @property
    def key(self) -> Path:
        return self.folder / "server.key"

    def root(self, now: datetime.datetime) -> x509.Certificate:
        return self._root(now)[0]

    def root_der(self, now: datetime.datetime) -> bytes:
        """Return the root in the encoding that tablets import (DER)."""
        return self.root(now).public_bytes(serialization.Encoding.DER)

    def fingerprint(self, now: datetime.datetime) -> str:
        """Return the SHA-256 of the root, which users compare before they trust it."""
        return self.root(now).fingerprint(hashes.SHA256()).hex(":").upper()

    def thumbprint(self, now: datetime.datetime) -> str:
        """Return the SHA-1 of the root, which Windows shows."""
        return self.root(now).fingerprint(hashes.SHA1()).hex(":").upper()  # noqa: S303 -- shown, not relied on

    def signs_servers_only(self, now: datetime.datetime) -> bool:
        """Return False for the roots of earlier versions, which still work and are replaced by hand."""
        extensions = self.root(now).extensions
        try:
            usage = extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        except x509.ExtensionNotFound:
            return False
        return list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]

    def ensure_certificate(self, hosts: Iterable[str], now: datetime.datetime) -> bool:
        """Renew the server's certificate unless it covers `hosts` and lasts; return whether it was."""
        wanted = {host for host in hosts if may_certify(host)} | {"localhost", "127.0.0.1"}
        root, root_key = self._root(now)
        if _covers(self.certificate, self.key, wanted, root, now):
            return False
        key = ec.generate_private_key(ec.SECP256R1())
        life = min(LEAF_LIFE, root.not_valid_after_utc - now)
        names = x509.SubjectAlternativeName([_name(host) for host in sorted(wanted)])
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key())
        leaf = (
            _builder(f"Fiveline at {min(wanted)}", root.subject, key, now, life)
            .add_extension(names, critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(issuer, critical=False)
            .sign(root_key, hashes.SHA256())
        )
        # Write the key first: a certificate without its key would look complete and not work.
        _write_key(self.key, key)
        _write(self.certificate, leaf.public_bytes(serialization.Encoding.PEM))
        return True

    def _root(self, now: datetime.datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        certificate, key_file = self.folder / "root.crt", self.folder / "root.key"
        if certificate.exists() and key_file.exists():
            root = x509.load_pem_x509_certificate(certificate.read_bytes())
            if root.not_valid_after_utc - now > RENEW_BEFORE:
                return root, _read_key(key_file)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        key = ec.generate_private_key(ec.SECP256R1())
        permitted = [
            *(x509.IPAddress(network) for network in PRIVATE_NETWORKS),
            *(x509.DNSName(domain) for domain in LOCAL_DOMAINS),
            x509.RFC822Name(NOWHERE),
            x509.UniformResourceIdentifier(NOWHERE),
        ]
        constraints = x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None)
        root = (
            _builder(f"{NAME} {now:%Y-%m-%d}", None, key, now, ROOT_LIFE)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(constraints, critical=True)
            .sign(key, hashes.SHA256())
        )
        _write_key(key_file, key)
        _write(certificate, root.public_bytes(serialization.Encoding.PEM))
        return root, key


def may_certify(host: str) -> bool:
    """Return whether the root's constraints allow a certificate for `host`."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return any(host == domain or host.endswith(f".{domain}") for domain in LOCAL_DOMAINS)
    return any(address in network for network in PRIVATE_NETWORKS)


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _covers(
    certificate: Path, key: Path, wanted: set[str], root: x509.Certificate, now: datetime.datetime
) -> bool:
    if not (certificate.exists() and key.exists()):
        return False
    leaf = x509.load_pem_x509_certificate(certificate.read_bytes())
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    covered = {
        str(host) for kind in (x509.DNSName, x509.IPAddress) for host in names.get_values_for_type(kind)
    }
    lasts = leaf.not_valid_after_utc - now > RENEW_BEFORE and leaf.not_valid_before_utc <= now
    try:
        leaf.verify_directly_issued_by(root)
    except (ValueError, InvalidSignature):
        return False
    return wanted <= covered and lasts and _read_key(key).public_key() == leaf.public_key()


def _builder(
    called: str,
    issuer: x509.Name | None,
    key: ec.EllipticCurvePrivateKey,
    now: datetime.datetime,
    life: datetime.timedelta,
) -> x509.CertificateBuilder:
    subject = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Fiveline"),
            x509.NameAttribute(NameOID.COMMON_NAME, called),
        ]
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer or subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATE)
        .not_valid_after(now + life)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        encipher_only=False,
        decipher_only=False,
    )


def _read_key(file: Path) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(file.read_bytes(), password=None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def _write_key(file: Path, key: ec.EllipticCurvePrivateKey) -> None:
    unlocked = serialization.NoEncryption()
    _write(file, key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, unlocked))


def _write(file: Path, content: bytes) -> None:
    """Write a whole file or none, readable by its owner only from the first byte on."""
    draft = file.with_suffix(file.suffix + ".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(content)
    os.replace(draft, file)
