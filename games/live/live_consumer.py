"""Serve one socket from its handshake to its end: the base of the live consumers.

`dispatch` handles frames and group messages one after the other and never waits for the database. Requests
and states, which have to wait, are left to one worker task, in order; group messages that come meanwhile wait
for it. So an answer is sent before its event, and a frame is stamped when it arrives.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, ClassVar, TypeVar
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.utils import translation

from games.access.rate_limit import COSTS
from games.faults import Fault
from games.protocol.downward import PROTOCOL
from games.protocol.json_text import UnreadableFrame, decode, encode
from games.protocol.upward import BadMessage, Frame, Ping, nonce_of, parse
from games.timekeeping import stamp_ms
from games.wording import sentence

from . import connection_limits
from .channel_layer import LocalChannelLayer
from .connection_limits import Allowance, Close, cost_of, open_sockets
from .database_threads import reading
from .live_boards import live_boards
from .open_boards import open_consumers, watched_games
from .reads import Visit
from .round_trip import RoundTrip
from .sessions import language_of
from .this_process import loop_watch

LONGEST_TYPE = 20
SECONDS_TO_CLOSE = 1
SENT_IN_A_ROW = 4  # asyncio complains in the log from the fifth message on that goes to a closed socket

Json = dict[str, Any]
State = tuple[int | None, int, str]  # a game or None, its seq, the message as text
T = TypeVar("T")

logger = logging.getLogger(__name__)


class NotServed(Fault):
    """The refusal of a message that the server does not take."""

    sentences = {
        "unreadable": "This is not JSON text.",
        "too-fast": "Too many messages at once; wait a moment.",
        "read-only": "This connection only shows; requests go to the connection of a game.",
        "failed": "The server could not do this. Try again, or call the arbiter.",
    }


class LiveConsumer(AsyncWebsocketConsumer):
    """One socket. Subclasses join its group, read its fresh state and handle its requests."""

    kind: ClassVar[str]
    channel_layer: LocalChannelLayer
    topic: str | None = None  # of a wall or a desk
    place: str | None = None  # of a tablet that serves a table
    table_game: str | None = None  # the code of the game on that table, as it was sent
    is_staff = False
    connected_seats: frozenset[str] = frozenset()  # of the players behind a socket of a game

    def __init__(self) -> None:
        super().__init__()
        self.subjects: frozenset[str] = frozenset()  # of the client, and the scopes of what it shows
        self.scopes: frozenset[str] = frozenset()
        self.may_still_see: Callable[[], bool] = lambda: True  # asks the database
        self.seen: dict[int, int] = {}  # game -> the last seq that was sent
        self._joined: list[str] = []
        self._waiting: deque[Json] = deque()  # group messages that wait for the worker
        self._is_stale = self._has_state = self._is_closed = False
        self._refusals = self._malformed = 0
        self._task: asyncio.Task[Any] | None = None
        self._worker: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None

    # ---- for subclasses

    async def join(self) -> None:
        """Join a group; Close if there is nothing to show."""

    async def leave(self) -> None:
        """Clean up; called even when `join` failed."""

    async def read_states(self) -> list[State]:
        """Read everything that this socket shows."""
        raise NotImplementedError

    async def handle_frame(self, frame: Frame, stamp: int) -> None:
        """Handle a frame that is no ping."""
        raise NotServed("read-only")

    async def answer_next(self) -> bool:
        """Answer one waiting request; return whether there was one."""
        return False

    def count_missed(self, frame: Frame) -> int:
        """Count the events that the frame asks for."""
        return 0

    # ---- from beginning to end

    async def __call__(self, scope: Json, receive: Any, send: Any) -> None:  # type: ignore[override]
        self.captured: dict[str, str] = scope["url_route"]["kwargs"]
        self.language = language_of(scope)
        self.session_key: str | None = getattr(scope.get("session"), "session_key", None)
        self.round_trip = RoundTrip(self.session_key or scope["address"])
        self.allowance = Allowance(scope["address"], self.session_key or "")
        self._task = asyncio.current_task()

        async def receive_stamped() -> Json:
            """Take the instant that counts: before any queue or lock."""
            message: Json = await receive()
            message["stamp"] = loop_watch.look()
            return message

        with open_sockets.hold_place(scope["address"]) as self._is_admitted:
            try:
                await super().__call__(scope, receive_stamped, send)  # type: ignore[arg-type]
            except asyncio.CancelledError:
                if self._ending is None:
                    raise
            finally:
                await self._clean_up()

    async def dispatch(self, message: Any) -> None:
        """Call the handler as Channels does, but check no database connections in a thread."""
        if not self._is_closed or message["type"] == "websocket.disconnect":
            await self._close_on_failure(getattr(self, get_handler_name(message))(message))

    async def _close_on_failure(self, work: Awaitable[None]) -> None:
        """Do it; close this socket, and no other, if that fails."""
        try:
            await work
        except Close as end:
            await self.close(end.code)
        except OSError:
            pass  # the client is gone; the disconnect follows
        except StopConsumer:
            raise
        except Exception:
            logger.exception("A connection failed.")
            await self.close(connection_limits.BROKEN)

    async def connect(self) -> None:
        await self.accept()
        if not self._is_admitted:
            raise Close(connection_limits.TOO_MANY)
        if parse_qs(self.scope["query_string"]).get(b"v") != [b"%d" % PROTOCOL]:
            raise Close(connection_limits.OUTDATED)
        # A session that the club may know is looked up before tokens are taken.
        is_sure = self.allowance.is_sure
        if not is_sure:
            await self.join()
        if self.allowance.wait_ms(COSTS["connect"]):
            raise Close(connection_limits.TOO_MANY)
        if is_sure:
            await self.join()
        self.renew()

    async def websocket_disconnect(self, message: Any) -> None:
        raise StopConsumer

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        if not self._is_closed:
            self._is_closed = True
            # A client that reads nothing does not read the closing code either.
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(SECONDS_TO_CLOSE):
                    await super().close(code, reason)

    def end(self, code: int) -> None:
        """Close the socket from outside, even while it waits for a client that reads nothing."""
        if self._ending is None:
            self._ending = asyncio.ensure_future(self._end(code))

    async def _end(self, code: int) -> None:
        await self.close(code)
        await asyncio.sleep(SECONDS_TO_CLOSE)
        if self._task is not None:
            self._task.cancel()

    async def _clean_up(self) -> None:
        self._task = None
        self._is_closed = True
        if self._worker is not None:
            self._worker.cancel()
        for group in self._joined:
            await open_consumers.leave(group, self)
        if hasattr(self, "channel_name"):
            self.channel_layer.remove_channel(self.channel_name)
        await self.leave()

    async def join_group(self, group: str) -> None:
        self._joined.append(group)
        await open_consumers.join(group, self)

    def count_waiting(self) -> int:
        """Count the group messages that were not sent yet."""
        return len(self._waiting) + self.channel_layer.count_waiting(self.channel_name)

    async def find(self, see: Callable[[Mapping[str, Any], str], tuple[T | None, Visit]], name: str) -> T:
        """Find what has this name, if this client may see it; Close if not."""
        found, visit = await reading.run(see, self.scope, name)
        self.allowance.note_session(visit.is_known)
        if not found:
            raise Close(connection_limits.NO_SUCH_GAME)
        self.subjects, self.scopes = visit.subjects, visit.scopes
        self.may_still_see = lambda: bool(see(self.scope, name)[0])
        return found

    # ---- frames of the client

    async def websocket_receive(self, message: Any) -> None:
        text: str = message.get("text") or ""
        if len(text) > connection_limits.LARGEST_MESSAGE:
            raise Close(connection_limits.TOO_BIG)
        if wait_ms := self.allowance.wait_ms(COSTS["message"]):
            await self._refuse_too_fast(text, wait_ms)
            return
        data: Any = None
        try:
            data = decode(text)
            frame = parse(data)
        except (UnreadableFrame, BadMessage) as error:
            self.allowance.wait_ms(COSTS["unreadable"])
            await self.refuse(nonce_of(data), error if isinstance(error, Fault) else NotServed("unreadable"))
            self._malformed += 1
            if self._malformed >= connection_limits.MALFORMED:
                raise Close(connection_limits.MALFORMED_TOO_OFTEN) from error
            return
        if wait_ms := self.allowance.wait_ms(cost_of(frame, self.count_missed(frame))):
            await self._refuse_too_fast(text, wait_ms)
        elif isinstance(frame.ask, Ping):
            await self._answer_ping(frame.ask)
        else:
            try:
                await self.handle_frame(frame, message["stamp"])
            except Fault as fault:
                await self.refuse(frame.nonce, fault)

    async def _refuse_too_fast(self, text: str, wait_ms: int) -> None:
        """Refuse the message, and read no further for a moment."""
        self._refusals += 1
        if self._refusals > connection_limits.REFUSALS:
            raise Close(connection_limits.TOO_MANY)
        try:
            data = decode(text)
        except UnreadableFrame:
            data = None
        dropped = data.get("type") if isinstance(data, dict) else None
        named = dropped if isinstance(dropped, str) and len(dropped) <= LONGEST_TYPE else None
        await self.refuse(nonce_of(data), NotServed("too-fast"), dropped=named, wait_ms=wait_ms)
        await asyncio.sleep(connection_limits.REFUSED_FOR_MS / 1_000)

    async def _answer_ping(self, ping: Ping) -> None:
        if ping.mark is not None:
            self.round_trip.note_mark(ping.mark)
        if ping.t is not None:
            pong = {"type": "pong", "t": ping.t, "mark": self.round_trip.new_mark(), "now_ms": stamp_ms()}
            await self._reply(encode(pong))

    async def refuse(self, nonce: str, fault: Fault, **more: Any) -> None:
        await self._reply(self.refusal(nonce, fault, **more))

    def refusal(self, nonce: str, fault: Fault, **more: Any) -> str:
        with translation.override(self.language):
            text = sentence(fault)
        return encode({"type": "refused", "nonce": nonce, "code": fault.code, "text": text, **more})

    async def _reply(self, text: str) -> None:
        """Send at once, but not before the first state."""
        if self._has_state:
            await self.send(text)
        else:
            self._hold({"type": "plain.text", "text": text})

    # ---- messages of groups

    async def game_event(self, message: Json) -> None:
        """Send an event of a game."""
        if game := watched_games.get(message["game"]):
            game.note_event(message)
        await self._send_or_hold(message)

    async def game_state(self, message: Json) -> None:
        """Send the state of a game that is new to a wall, or that has changed without an event."""
        await self._send_or_hold(message)

    async def plain_text(self, message: Json) -> None:
        """Send a message that is no event."""
        await self._send_or_hold(message)

    async def game_late(self, message: Json) -> None:
        """Send staff that a former tablet has sent late entries."""
        if self.is_staff:
            await self._send_or_hold(message)

    async def game_changed(self, message: Json) -> None:
        """Let fresh states be sent: something changed without an event."""
        live_boards.note_change(message["game"])

    async def channel_overflowed(self, message: Json) -> None:
        """Send a fresh state: the client reads too slowly, and what waited for it was dropped."""
        self.renew()

    async def _send_or_hold(self, message: Json) -> None:
        if self._worker is None:
            await self._send_message(message)
        else:
            self._hold(message)

    def _hold(self, message: Json) -> None:
        self._waiting.append(message)
        if len(self._waiting) > connection_limits.MOST_WAITING:
            self._waiting.clear()
            self.renew()

    async def _send_message(self, message: Json) -> None:
        """Send it unless it is older than what was sent; let the log be read if one before it is missing."""
        if game_id := message.get("game"):
            seq, last = message["seq"], self.seen.get(game_id)
            if message["type"] == "game.state":
                if last is not None and seq < last:
                    live_boards.note_change(game_id)  # an event overtook this state
                    return
            elif last is None or seq > last + 1:
                live_boards.look_soon()
                return
            elif seq <= last:
                return
            self.seen[game_id] = seq  # no await since `seen` was read: the worker and `dispatch` both send
        await self.send(message["text"])

    # ---- the worker

    def renew(self) -> None:
        """Send a fresh state as soon as the worker gets to it."""
        self._is_stale = True
        self.start_worker()

    def start_worker(self) -> None:
        if self._worker is None and not self._is_closed:
            self._worker = asyncio.ensure_future(self._close_on_failure(self._work()))

    async def _work(self) -> None:
        try:
            while self._is_stale or self._waiting or await self.answer_next():
                if self._is_stale:
                    await self._send_states()
                elif self._waiting:
                    await self._send_message(self._waiting.popleft())
        finally:
            self._worker = None

    async def _send_states(self) -> None:
        self._is_stale = False  # before the reading: what changes meanwhile makes it stale again
        states = await self.read_states()
        for game_id, seq, _text in states:
            if game_id is not None:
                self.seen[game_id] = seq
        await self.send_texts([text for _game_id, _seq, text in states])
        self._has_state = True

    async def send_texts(self, texts: list[str]) -> None:
        for number, text in enumerate(texts, 1):
            await self.send(text)
            if number % SENT_IN_A_ROW == 0:
                await asyncio.sleep(0)
