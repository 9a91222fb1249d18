"""How many connections an address may hold, and how long it may take to say what it wants.

A connection costs an open file, and a process has so many of them. Uvicorn waits for the first request for
ever: a thousand visitors who say nothing would keep everybody else out.
"""

import asyncio
import socket
import sys
from collections import Counter
from typing import ClassVar

from django.conf import settings
from h11 import IDLE, Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from games.access.limits import counted_address

SECONDS_TO_ASK = 10
# All devices of a hall may come from one address, each with a handful of connections. Sockets are counted
# by themselves (`games.live.limits`).
MOST_OF_AN_ADDRESS = 300
OPEN_FILES = 65_536


class Door:
    """Who is inside, by address. Proxies that are trusted stand for many and are not counted."""

    def __init__(self, most: int = MOST_OF_AN_ADDRESS) -> None:
        self.most = most
        self.inside: Counter[str] = Counter()

    def lets_in(self, address: str) -> bool:
        if self.inside[address] >= self.most and address not in settings.TRUSTED_PROXIES:
            return False
        self.inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.inside[address] -= 1
        if not self.inside[address]:
            del self.inside[address]


class HallProtocol(H11Protocol):
    """Uvicorn's, with a door: too many of one address, and those who never ask, are shown out."""

    door: ClassVar[Door] = Door()
    _inside: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        send_without_delay(transport)
        super().connection_made(transport)
        address = counted_address(self.client[0] if self.client else "")
        if not self.door.lets_in(address):
            transport.abort()
            return
        self._inside = address
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is IDLE:
            self._wait_for_request()  # a part of the headers, perhaps one letter at a time
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: Request) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._stop_waiting()
        if self._inside is not None:
            self.door.leave(self._inside)
            self._inside = None

    def _wait_for_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(SECONDS_TO_ASK, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def send_without_delay(transport: asyncio.BaseTransport) -> None:
    """Asyncio leaves it out where the listener was made by somebody else; then a second small message waits
    until the first is acknowledged: 40 ms, which is long for a move.
    """
    connected = transport.get_extra_info("socket")
    if connected is not None and connected.family in (socket.AF_INET, socket.AF_INET6):
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def allow_open_files() -> None:
    """As many as the system lets us have; where there is no such limit, nothing is to do."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
