"""Where devices reach this server: its addresses, plain and trusted. Told to pages and terminal."""

import datetime
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.http import HttpRequest

from tournament.serving import addresses
from tournament.serving.authority import Authority, may_vouch_for


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
        return not self.proxy and not addresses.is_loopback(self.host)

    @property
    def own_address(self) -> str:
        """Where the machine itself opens it."""
        if self.proxy:
            return f"{self.proxy}/"
        host = "127.0.0.1" if self.host in addresses.EVERYWHERE else self.host
        return addresses.url("http", host, self.port)

    @property
    def hosts(self) -> list[str]:
        """What to type on a tablet, before the port."""
        return [*self.names, *addresses.in_the_hall(self.host)] if self.is_open else []

    def plain(self, path: str = "/") -> list[str]:
        return [addresses.url("http", host, self.port, path) for host in self.hosts]

    def secure(self, path: str = "/") -> list[str]:
        if self.secure_port is None:
            return []
        return [
            addresses.url("https", host, self.secure_port, path) for host in self.hosts if may_vouch_for(host)
        ]

    def vouch(self) -> bool:
        """Keep the certificate in step with the addresses; True when it was made anew."""
        if self.authority is None:
            return False
        hosts = [*self.hosts, addresses.local_name()]
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
    is for staff (`encrypted`) leads to the encrypted door where there is one.
    """
    here, host = current(), host_of(request)
    if here is None:
        return None
    if addresses.is_loopback(host):
        found = [*(here.secure(path) if encrypted else ()), *here.plain(path)]
        return found[0] if found else None
    if encrypted:
        return f"{door}{path}" if (door := secure_door(request)) else None
    return addresses.url("http", host, here.port, path) if _came_encrypted(request, here) else None


def secure_door(request: HttpRequest) -> str:
    """The encrypted origin of the host that a request came by in the clear; empty where there is none, or
    none is needed: what stays on this machine nobody reads."""
    here, host = current(), host_of(request)
    if here is None or here.secure_port is None or request.is_secure() or addresses.is_loopback(host):
        return ""
    return addresses.url("https", host, here.secure_port, "") if may_vouch_for(host) else ""


def is_in_the_clear(request: HttpRequest) -> bool:
    """Whether others in the network can read what is sent."""
    return not request.is_secure() and not addresses.is_loopback(host_of(request))


def fingerprint() -> str:
    """Of the hall's own certificate authority, as the desk shows it; empty where there is none."""
    here = current()
    return here.authority.fingerprint(datetime.datetime.now(datetime.UTC)) if here and here.authority else ""


def host_of(request: HttpRequest) -> str:
    return urlsplit(f"//{request.get_host()}").hostname or ""


def _came_encrypted(request: HttpRequest, here: Hall) -> bool:
    return request.is_secure() and here.secure_port is not None
