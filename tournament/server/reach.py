"""Find the addresses at which devices reach this server, plain and encrypted, for pages and terminal."""

import contextlib
import datetime
import ipaddress
import json
import shutil
import socket
import subprocess
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.server.authority import Authority, may_certify

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 -- recognised, not bound
# Bridges and tunnels of containers and virtual machines: no tablet reaches them.
INWARD = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxc")
# Nothing is sent there: connecting a datagram socket only shows which local address would be used.
FAR_AWAY = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "fd00::ffff"}


@dataclass(frozen=True, slots=True)
class Hall:
    """The addresses on which `manage.py serve` listens. `secure_port` is None without HTTPS; `names` are the
    machine's names in the club's network. `proxy` is the address of a proxy in front, which all devices use,
    this machine too."""

    host: str
    port: int
    secure_port: int | None = None
    authority: Authority | None = None
    names: tuple[str, ...] = ()
    proxy: str = ""

    @property
    def is_open(self) -> bool:
        """Whether other devices can connect directly."""
        return not self.proxy and not is_loopback(self.host)

    @property
    def own_address(self) -> str:
        """The address on this machine itself."""
        if self.proxy:
            return f"{self.proxy}/"
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return url("http", host, self.port)

    @property
    def hosts(self) -> list[str]:
        """The host names and addresses to type on a tablet, without the port."""
        return [*self.names, *find_addresses(self.host)] if self.is_open else []

    def plain_addresses(self, path: str = "/") -> list[str]:
        return [url("http", host, self.port, path) for host in self.hosts]

    def secure_addresses(self, path: str = "/") -> list[str]:
        if self.secure_port is None:
            return []
        return [url("https", host, self.secure_port, path) for host in self.hosts if may_certify(host)]

    def ensure_certificate(self) -> bool:
        """Renew the certificate if the addresses have changed; True if it was renewed."""
        if self.authority is None:
            return False
        hosts = [*self.hosts, local_name()]
        return self.authority.ensure_certificate(hosts, datetime.datetime.now(datetime.UTC))


_open: list[Hall] = []


def announce(hall: Hall) -> None:
    """Store how this process listens. Only `manage.py serve` calls this; behind a proxy there is no hall."""
    _open[:] = [hall]


def current() -> Hall | None:
    return _open[0] if _open else None


def address_in_hall(request: HttpRequest, path: str, *, encrypted: bool = False) -> str | None:
    """Return the address at which another device reaches a path; None if the request itself came by it.

    A desk at 127.0.0.1 names the first address of the hall. Devices of players and tablets do not trust our
    certificate until they are prepared, so they get plain addresses even from a desk on HTTPS. Links for
    staff (`encrypted`) use HTTPS if it is offered.
    """
    here, host = current(), host_of(request)
    if here is None:
        return None
    if is_loopback(host):
        found = [*(here.secure_addresses(path) if encrypted else ()), *here.plain_addresses(path)]
        return found[0] if found else None
    if encrypted:
        return f"{address}{path}" if (address := secure_address(request)) else None
    came_encrypted = request.is_secure() and here.secure_port is not None
    return url("http", host, here.port, path) if came_encrypted else None


def secure_address(request: HttpRequest) -> str:
    """Return the HTTPS origin for the host of a plain request; empty if there is none, or if the request did
    not leave this machine."""
    here, host = current(), host_of(request)
    if here is None or here.secure_port is None or request.is_secure() or is_loopback(host):
        return ""
    return url("https", host, here.secure_port, "") if may_certify(host) else ""


def is_in_the_clear(request: HttpRequest) -> bool:
    """Return whether others in the network can read the request."""
    return not request.is_secure() and not is_loopback(host_of(request))


def fingerprint() -> str:
    """Return the fingerprint of the hall's certificate authority for the desk; empty if there is none."""
    here = current()
    return here.authority.fingerprint(datetime.datetime.now(datetime.UTC)) if here and here.authority else ""


def host_of(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


def is_address(host: str) -> bool:
    """Return whether the host is an IP address, not a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def find_addresses(host: str) -> list[str]:
    """List the addresses to type on a tablet when the server listens on `host`; none on loopback.

    They are looked up each time, because Wi-Fi comes and goes.
    """
    if is_loopback(host):
        return []
    if host not in EVERYWHERE:
        return [host]
    found = _from_ip() or _from_sockets()
    reachable = [address for address in dict.fromkeys(found) if _reachable(address)]
    # "::" takes both kinds; "0.0.0.0" only the first.
    return reachable if host == "::" else [address for address in reachable if ":" not in address]


def local_name() -> str:
    """Return the name that this machine announces if multicast DNS runs."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def url(scheme: str, host: str, port: int, path: str = "/") -> str:
    bracketed = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme] == port
    return f"{scheme}://{bracketed}{'' if usual else f':{port}'}{path}"


def _reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_multicast or parsed.is_unspecified)


def _from_ip() -> list[str]:
    """List the addresses of all interfaces by `ip` (iproute2), if it is installed."""
    program = shutil.which("ip") or shutil.which("ip", path="/usr/sbin:/sbin")
    if program is None:
        return []
    try:
        answer = subprocess.run(  # noqa: S603 -- a fixed command
            [program, "-json", "address", "show", "up"], capture_output=True, check=True, timeout=5
        )
        interfaces = json.loads(answer.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return []
    return [
        entry["local"]
        for interface in interfaces
        if not interface.get("ifname", "").startswith(INWARD)
        for entry in interface.get("addr_info", [])
        if entry.get("scope") == "global" and not entry.get("temporary")
    ]


def _from_sockets() -> list[str]:
    """List the address used to reach the outside, and those to which the host name resolves."""
    found: list[str] = []
    for family, target in FAR_AWAY.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return [address for address in found if "%" not in address]
