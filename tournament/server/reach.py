"""Where devices reach this server: its addresses, plain and trusted, for pages and the terminal."""

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

from tournament.server.authority import Authority, may_vouch_for

EVERYWHERE = {"0.0.0.0", "::", ""}  # noqa: S104 -- recognised, not bound
# Bridges and tunnels of containers and virtual machines: no tablet reaches them.
INWARD = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni", "lxc")
# Nothing is sent there: "connecting" a datagram socket only asks which own address would be used.
FAR_AWAY = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "fd00::ffff"}


@dataclass(frozen=True, slots=True)
class Hall:
    """How `manage.py serve` listens. `secure_port` is None where HTTPS is not offered; `names` are those that
    the club's own network knows the machine by. `proxy` is the address of one in front: all come by it,
    the machine itself too."""

    host: str
    port: int
    secure_port: int | None = None
    authority: Authority | None = None
    names: tuple[str, ...] = ()
    proxy: str = ""

    @property
    def is_open(self) -> bool:
        """Whether anybody but this machine can come in, by an address of its own."""
        return not self.proxy and not is_loopback(self.host)

    @property
    def own_address(self) -> str:
        """Where the machine itself opens it."""
        if self.proxy:
            return f"{self.proxy}/"
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return url("http", host, self.port)

    @property
    def hosts(self) -> list[str]:
        """What to type on a tablet, before the port."""
        return [*self.names, *find_addresses(self.host)] if self.is_open else []

    def plain(self, path: str = "/") -> list[str]:
        return [url("http", host, self.port, path) for host in self.hosts]

    def secure(self, path: str = "/") -> list[str]:
        if self.secure_port is None:
            return []
        return [url("https", host, self.secure_port, path) for host in self.hosts if may_vouch_for(host)]

    def vouch(self) -> bool:
        """Keep the certificate in step with the addresses; True when it was made anew."""
        if self.authority is None:
            return False
        hosts = [*self.hosts, local_name()]
        return self.authority.vouch(hosts, datetime.datetime.now(datetime.UTC))


_open: list[Hall] = []


def announce(hall: Hall) -> None:
    """Said once by the command that serves; other ways of serving (behind a proxy) have no hall."""
    _open[:] = [hall]


def current() -> Hall | None:
    return _open[0] if _open else None


def in_the_hall(request: HttpRequest, path: str, *, encrypted: bool = False) -> str | None:
    """Where another device reaches a path; nothing when that is the address the request came by.

    A desk at 127.0.0.1 names the hall's first address. Players' and tablets' devices trust no certificate of
    ours before they are prepared, so they are given plain addresses even by a desk that came encrypted; what
    is for staff (`encrypted`) leads to the encrypted address where there is one.
    """
    here, host = current(), host_of(request)
    if here is None:
        return None
    if is_loopback(host):
        found = [*(here.secure(path) if encrypted else ()), *here.plain(path)]
        return found[0] if found else None
    if encrypted:
        return f"{address}{path}" if (address := secure_address(request)) else None
    came_encrypted = request.is_secure() and here.secure_port is not None
    return url("http", host, here.port, path) if came_encrypted else None


def secure_address(request: HttpRequest) -> str:
    """The encrypted origin of the host that a request came by in the clear; empty where there is none, or
    none is needed: what stays on this machine nobody reads."""
    here, host = current(), host_of(request)
    if here is None or here.secure_port is None or request.is_secure() or is_loopback(host):
        return ""
    return url("https", host, here.secure_port, "") if may_vouch_for(host) else ""


def is_in_the_clear(request: HttpRequest) -> bool:
    """Whether others in the network can read what is sent."""
    return not request.is_secure() and not is_loopback(host_of(request))


def fingerprint() -> str:
    """Of the hall's own certificate authority, as the desk shows it; empty where there is none."""
    here = current()
    return here.authority.fingerprint(datetime.datetime.now(datetime.UTC)) if here and here.authority else ""


def host_of(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


def is_address(host: str) -> bool:
    """Whether it is numbers, not a name."""
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
    """The name this machine announces where multicast DNS runs."""
    return socket.gethostname().split(".")[0].lower() + ".local"


def url(scheme: str, host: str, port: int, path: str = "/") -> str:
    bracketed = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme] == port
    return f"{scheme}://{bracketed}{'' if usual else f':{port}'}{path}"


def _reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_multicast or parsed.is_unspecified)


def _from_ip() -> list[str]:
    """What iproute2 says, where it is installed: all interfaces by name."""
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
    """Elsewhere: the address used to reach the outside, and those the host name resolves to."""
    found: list[str] = []
    for family, target in FAR_AWAY.items():
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    return [address for address in found if "%" not in address]
