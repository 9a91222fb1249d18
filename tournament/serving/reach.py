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
    the club's own network knows the machine by."""

    host: str
    port: int
    secure_port: int | None = None
    authority: Authority | None = None
    names: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether anybody but this machine can come in."""
        return not addresses.is_loopback(self.host)

    @property
    def own_address(self) -> str:
        """Where the machine itself opens it."""
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


def in_the_hall(request: HttpRequest, path: str) -> str | None:
    """The path at the first address of the hall, when the desk that prints the code sits at 127.0.0.1;
    nothing when the desk came by an address that others can use."""
    here = current()
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    if here is None or not addresses.is_loopback(host):
        return None
    return next(iter(here.plain(path)), None)
