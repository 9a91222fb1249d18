"""The common part of all devices of a soak, and the arbiter who resumes games.

They follow docs/protocol.md. Each continues until its game is over, also after faults of the server.
"""

import asyncio
import itertools
import json
import random
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from games.protocol.downward import PROTOCOL
from tests.tools.soak.ledger import Json, Ledger

AGAIN_S = 2.0  # a request without an answer is sent again after this time
HERE_S = 2.0
CONNECT_WITHIN_S = 5.0  # as our pages (static/js/live/socket.js)
# Refusals after which a request is sent again under the same nonce.
PASSING = {"failed", "too-fast"}
NOTED = 30
_numbers = itertools.count(1)


def new_nonce() -> str:
    return f"soak-{next(_numbers)}"


def ticks_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass
class Seated:
    """One game that its devices share."""

    code: str
    ports: list[int]
    ledger: Ledger
    longest: int  # plies after which the player on the move resigns
    over: bool = False

    def address(self, port: int) -> str:
        return f"ws://127.0.0.1:{port}/ws/game/{self.code}/?v={PROTOCOL}"


class Device:
    """A connection that reconnects. `heard` gets every message, `connected` is called with each new state."""

    delay_s = 0.0  # latency in each direction

    def __init__(self, at: Seated, session: str, chance: random.Random) -> None:
        self.at, self.chance = at, chance
        self.headers = {"Cookie": f"sessionid={session}"}
        self.socket: ClientConnection | None = None
        self.offline_until = 0.0
        self.done = False
        self._sending: set[asyncio.Future[None]] = set()
        self._noted: deque[tuple[int, str]] = deque(maxlen=NOTED)
        self.port = chance.choice(at.ports)  # any of the processes, as through a proxy

    def note(self, what: str) -> None:
        """Note something for finding the cause of a charge."""
        self._noted.append((time.time_ns() // 1_000_000, what))

    def noted(self, before_ms: int) -> str:
        """Return the latest notes up to that time."""
        waited = [
            (at_ms, f"all devices have stood still for {ms} ms") for at_ms, ms in self.at.ledger.stood_still
        ]
        told = sorted([*self._noted, *(each for each in waited if each[0] >= self._noted[0][0])])
        return "\n".join(f"  {at_ms - before_ms:>7} ms {what}" for at_ms, what in told)

    async def run(self) -> None:
        beside = [asyncio.ensure_future(each) for each in (self._here(), self.act())]
        try:
            while not self.done:
                await asyncio.sleep(max(0.0, self.offline_until - time.monotonic()))
                with suppress(OSError, WebSocketException, InvalidHandshake, asyncio.TimeoutError):
                    async with connect(
                        self.at.address(self.port),
                        additional_headers=self.headers,
                        compression=None,
                        open_timeout=CONNECT_WITHIN_S,
                    ) as socket:
                        self.at.ledger.connections += 1
                        self.socket = socket
                        self.note(f"connected to {self.port}")
                        await self.send({"type": "here"})  # at once, as our pages do
                        await self._listen(socket)
                self.note(f"not connected to {self.port}")
                self.socket = None
                self.port = self.chance.choice(self.at.ports)
                await asyncio.sleep(0.1 + self.chance.random() * 0.3)
        finally:
            for each in beside:
                each.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _listen(self, socket: ClientConnection) -> None:
        """Deliver messages after the latency, which delays them but does not limit their number."""
        arrivals: asyncio.Queue[tuple[float, str | bytes | None]] = asyncio.Queue()
        receiving = asyncio.ensure_future(self._receive(socket, arrivals))
        try:
            await self._hear_all(arrivals)
        finally:
            receiving.cancel()

    async def _receive(self, socket: ClientConnection, arrivals: asyncio.Queue[Any]) -> None:
        try:
            async for text in socket:
                arrivals.put_nowait((time.monotonic() + self.delay_s, text))
        except WebSocketException:
            pass
        finally:
            arrivals.put_nowait((time.monotonic(), None))

    async def _hear_all(self, arrivals: asyncio.Queue[tuple[float, str | bytes | None]]) -> None:
        while True:
            at, text = await arrivals.get()
            await asyncio.sleep(max(0.0, at - time.monotonic()))
            if text is None:
                return
            message = json.loads(text)
            if message["type"] == "event":
                self.at.ledger.hears_event(self.at.code, message["seq"], message["event"])
            elif message["type"] == "pong":
                await self.send({"type": "ping", "mark": message["mark"]})
            self.hear(message)
            if self.done:
                return

    async def send(self, message: Json) -> None:
        """Send, or do nothing without a connection: important requests are stored and sent again."""
        if not self.delay_s:
            await self._send(message)
            return
        sending = asyncio.ensure_future(self._send(message))
        self._sending.add(sending)
        sending.add_done_callback(self._sending.discard)

    async def _send(self, message: Json) -> None:
        await asyncio.sleep(self.delay_s)
        if self.socket is not None:
            with suppress(WebSocketException):
                await self.socket.send(json.dumps(message))

    async def _here(self) -> None:
        while True:
            await self.send({"type": "here"})
            await self.send({"type": "ping", "t": ticks_ms()})
            await asyncio.sleep(HERE_S)

    def hear(self, message: Json) -> None:
        raise NotImplementedError

    async def act(self) -> None:
        raise NotImplementedError

    def go_offline(self, seconds: float) -> None:
        """Lose the Wi-Fi: disconnect, and allow no connection for that long."""
        self.offline_until = time.monotonic() + seconds
        if self.socket is not None:
            self.socket.transport.abort()


class Arbiter(Device):
    """Watches a game all the time, and resumes it after the server has paused it."""

    def hear(self, message: Json) -> None:
        stands: Any = message if message["type"] in {"state", "event"} else None
        if stands is None:
            return
        clock = stands["clock"] if "clock" in stands else stands["event"]["clock"]
        self.done = stands["status"] == "over"
        if "server" in clock["pauses"]:
            self.resuming = asyncio.ensure_future(self._resume())

    async def _resume(self) -> None:
        await asyncio.sleep(self.chance.uniform(0.2, 1.0))
        nonce = new_nonce()
        self.at.ledger.sends(self.at.code, nonce)
        await self.send({"type": "resume", "nonce": nonce, "reason": "server"})

    async def act(self) -> None:
        await asyncio.Event().wait()
