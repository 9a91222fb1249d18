"""One connection from its handshake to its end: a reader, a writer, and whoever comes first to an end.

Plain ASGI: a watcher costs no thread and no database while it only listens. Subclasses say what is joined,
what a fresh state is, and what a message means.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import parse_qs

from django.utils import translation

from games.access.rate_limit import COSTS
from games.faults import Fault
from games.live.round_trip import RoundTrip
from games.messages import PROTOCOL, BadMessage, Frame, Ping, nonce_of, parse
from games.timekeeping import stamp_ms
from games.wording import sentence

from . import connection_limits
from .connection_limits import Allowance, Close, cost_of, open_sockets
from .database_threads import reading
from .reads import Visit
from .sessions import language_of
from .sockets import SENT_IN_A_ROW, Send, Socket, UnreadableFrame, decode, encode
from .stalls import loop_watch

logger = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_TYPE = 20
FRAMES = "fiveline.frames"  # the extension of our own server: a frame goes straight to the network


class NotServed(Fault):
    """The server's own "no" to a message."""

    sentences = {
        "unreadable": "This is not JSON text.",
        "too-fast": "Too many messages at once; wait a moment.",
        "read-only": "This connection only shows; requests go to the connection of a game.",
        "failed": "The server could not do this. Try again, or call the arbiter.",
    }


class Connection:
    def __init__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.scope, self._receive, self._send = scope, receive, send
        self.captured: dict[str, str] = scope["url_route"]["kwargs"]
        self.language = language_of(scope)
        session_key = getattr(scope.get("session"), "session_key", None)
        # Servers of other makers have no such extension, and are asked to send as ASGI says.
        write_frame = scope.get("extensions", {}).get(FRAMES)
        self.socket = Socket(send, self.states, session_key, write_frame)
        self.round_trip = RoundTrip(session_key or scope.get("address", ""))
        self.allowance = Allowance(scope["address"], session_key or "")
        self._refusals = 0
        self._malformed = 0

    @classmethod
    async def serve(cls, scope: dict[str, Any], receive: Any, send: Send) -> None:
        """The ASGI application."""
        if (await receive())["type"] != "websocket.connect":
            return
        with open_sockets.place_for(scope["address"]) as admitted:
            await send({"type": "websocket.accept"})
            if not admitted:
                await send({"type": "websocket.close", "code": connection_limits.TOO_MANY})
            elif parse_qs(scope["query_string"]).get(b"v") != [b"%d" % PROTOCOL]:
                await send({"type": "websocket.close", "code": connection_limits.OUTDATED})
            else:
                await cls(scope, receive, send)._run()

    # ---- what a kind of connection says about itself

    async def join(self) -> None:
        """Listen from now on; Close if there is nothing to listen to."""

    def leave(self) -> None:
        """Listen no longer; called even when `join` failed."""

    async def states(self) -> list[tuple[int, int, str]]:
        """Everything this connection shows, afresh: (game, seq, text) each."""
        return []

    async def take(self, frame: Frame, stamp: int) -> None:
        """Anything but a ping."""
        raise NotServed("read-only")

    def behind(self, frame: Frame) -> int:
        """How many events the frame asks for."""
        return 0

    async def look_at(self, see: Callable[[Mapping[str, Any], str], tuple[T | None, Visit]], name: str) -> T:
        """What is there under the name, for whoever this is; Close if nothing is. It is asked again later."""
        found, visit = await reading.run(see, self.scope, name)
        self.allowance.meet(visit.is_known)
        if not found:
            raise Close(connection_limits.NO_SUCH_GAME)
        self.socket.subjects, self.socket.looks_at = visit.subjects, visit.scopes
        self.socket.sees_still = lambda: bool(see(self.scope, name)[0])
        return found

    # ---- from beginning to end

    async def _run(self) -> None:
        tasks: list[asyncio.Future[None]] = []
        try:
            await self._come_in()
            self.socket.renew()
            tasks = [
                asyncio.ensure_future(self.socket.write()),
                asyncio.ensure_future(self._read()),
                self.socket.ended,
            ]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
        except Close as end:
            await self._close(end.code)
        except OSError:
            pass  # gone without a word
        except Exception:
            logger.exception("A connection failed.")
            await self._close(connection_limits.BROKEN)
        finally:
            self.leave()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _come_in(self) -> None:
        """Join, within the allowance; a session that the club may know is looked up first."""
        is_sure = self.allowance.is_sure
        if not is_sure:
            await self.join()
        if self.allowance.wait_ms(COSTS["connect"]):
            raise Close(connection_limits.TOO_MANY)
        if is_sure:
            await self.join()

    async def _close(self, code: int) -> None:
        # A client that reads nothing does not read this either.
        with suppress(OSError, TimeoutError):
            await asyncio.wait_for(self._send({"type": "websocket.close", "code": code}), timeout=1)

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            # The instant that counts: before any queue or lock.
            stamp = loop_watch.arrival_ms()
            await self._admit(message.get("text"), stamp)
            # A bunch of frames is there at once: the others, and our own answers, come in between.
            await asyncio.sleep(0)

    async def _admit(self, text: str | None, stamp: int) -> None:
        if text is not None and len(text) > connection_limits.LARGEST_MESSAGE:
            raise Close(connection_limits.TOO_BIG)
        if wait_ms := self.allowance.wait_ms(COSTS["message"]):
            await self._refuse_a_flood(text or "", wait_ms)
            return
        data: Any = None
        try:
            data = decode(text or "")
            frame = parse(data)
        except (UnreadableFrame, BadMessage) as error:
            self.allowance.wait_ms(COSTS["unreadable"])
            self.refuse(nonce_of(data), error if isinstance(error, Fault) else NotServed("unreadable"))
            self._malformed += 1
            if self._malformed >= connection_limits.MALFORMED:
                raise Close(connection_limits.MALFORMED_TOO_OFTEN) from error
            return
        if wait_ms := self.allowance.wait_ms(cost_of(frame, self.behind(frame))):
            await self._refuse_a_flood(text or "", wait_ms)
            return
        if isinstance(frame.ask, Ping):
            self._pong(frame.ask)
            return
        try:
            await self.take(frame, stamp)
        except Fault as fault:
            self.refuse(frame.nonce, fault)

    async def _refuse_a_flood(self, text: str, wait_ms: int) -> None:
        """Name what is dropped, and read no further for a moment."""
        self._refusals += 1
        if self._refusals > connection_limits.REFUSALS:
            raise Close(connection_limits.TOO_MANY)
        try:
            data = decode(text)
        except UnreadableFrame:
            data = None
        dropped = data.get("type") if isinstance(data, dict) else None
        named = dropped if isinstance(dropped, str) and len(dropped) <= LONGEST_TYPE else None
        self.refuse_too_fast(nonce_of(data), named, wait_ms)
        await asyncio.sleep(connection_limits.REFUSED_FOR_MS / 1_000)

    def _pong(self, ping: Ping) -> None:
        if ping.mark is not None:
            self.round_trip.returned(ping.mark)
        if ping.t is not None:
            pong = {"type": "pong", "t": ping.t, "mark": self.round_trip.mark(), "now_ms": stamp_ms()}
            self.socket.push(encode(pong))

    async def send_at_once(self, texts: Iterable[str]) -> None:
        """Past the queue, and no further message is read meanwhile: who asks for much has to read it."""
        for number, text in enumerate(texts, 1):
            await self._send({"type": "websocket.send", "text": text})
            if number % SENT_IN_A_ROW == 0:
                await asyncio.sleep(0)

    def refuse_too_fast(self, nonce: str, dropped: str | None, wait_ms: int) -> None:
        self.socket.push(self.refusal(nonce, NotServed("too-fast"), dropped=dropped, wait_ms=wait_ms))

    def refuse(self, nonce: str, fault: Fault) -> None:
        self.socket.push(self.refusal(nonce, fault))

    def refusal(self, nonce: str, fault: Fault, **more: Any) -> str:
        with translation.override(self.language):
            text = sentence(fault)
        return encode({"type": "refused", "nonce": nonce, "code": fault.code, "text": text, **more})
