"""The way out of one connection: whole messages in order, and never more of them waiting than a few.

Who cannot keep up loses what waits and gets a fresh state instead, which is never more than one message.
Frames are JSON text, strictly: NaN and Infinity are not JSON, whatever the parser says.
"""

import asyncio
import json
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import Any, NoReturn

from .connection_limits import MOST_WAITING, SECONDS_BEHIND, TOO_SLOW, Close

Send = Callable[[dict[str, Any]], Awaitable[None]]
Refresh = Callable[[], Awaitable[list[tuple[int, int, str]]]]

# Writes one frame if it can go now, and tells whether it did.
WriteFrame = Callable[[bytes], bool]

NOT_AN_EVENT = 0

# Then everybody else has a turn, and we hear whether the reader is still there: asyncio complains in the log
# from the fifth message on that goes to somebody who has left.
SENT_IN_A_ROW = 4


class UnreadableFrame(ValueError):
    """Not a JSON text."""


def encode(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


@lru_cache(maxsize=64)
def frame_of(text: str) -> bytes:
    """The WebSocket frame of a text, as a server sends it: made once for all who get it."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81" + bytes([size]) + data
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def decode(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise UnreadableFrame(str(error)) from error


def _no_constant(name: str) -> NoReturn:
    raise UnreadableFrame(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise UnreadableFrame(digits)
    return number


class Socket:
    """`tell` and `push` are called by the hub and never wait; `write` runs as long as the connection."""

    __slots__ = (
        "_asking",
        "_asleep",
        "_blocked_at",
        "_busy",
        "_held",
        "_refresh",
        "_seen",
        "_send",
        "_stale",
        "_waiting",
        "_write_frame",
        "ended",
        "looks_at",
        "sees_still",
        "session_key",
        "staff",
        "subjects",
        "tab",
    )

    def __init__(
        self,
        send: Send,
        refresh: Refresh,
        session_key: str | None = None,
        write_frame: WriteFrame | None = None,
    ) -> None:
        self._send, self._refresh, self._write_frame = send, refresh, write_frame
        self._busy = True  # until `write` sleeps for the first time: what was said before comes first
        self._waiting: deque[tuple[int, int, str]] = deque()
        self._asleep: asyncio.Future[None] | None = None
        self._seen: dict[int, int] = {}  # game -> the last seq that went out
        self._asking = False
        self._held: list[tuple[int, int, str]] = []
        self._stale = False
        self._blocked_at: float | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tab = ""  # the name of the tab that keeps the game, or wants to
        self.staff = False
        self.session_key = session_key
        self.subjects: frozenset[str] = frozenset()  # as whom it came, and the scopes of what it looks at
        self.looks_at: frozenset[str] = frozenset()
        self.sees_still: Callable[[], bool] = lambda: True  # asks the database

    @property
    def waiting(self) -> int:
        """How many messages have not gone out yet."""
        return len(self._waiting)

    def push(self, text: str) -> None:
        """A message that is no event."""
        self.tell(NOT_AN_EVENT, 0, text)

    def tell(self, game_id: int, seq: int, text: str) -> None:
        """An event of a game; dropped when this socket has seen it, or a state that is newer."""
        if self._goes_at_once(game_id, seq, text):
            return
        if len(self._waiting) >= MOST_WAITING:
            self.renew()
        if seq and self._stale:
            return
        if seq and self._asking:
            self._held.append((game_id, seq, text))
            return
        self._waiting.append((game_id, seq, text))
        self._wake()

    def _goes_at_once(self, game_id: int, seq: int, text: str) -> bool:
        """Straight to the network, where the server lets us and nothing waits: no task wakes for it."""
        if self._write_frame is None or self._busy or self._waiting or self._stale or (seq and self._asking):
            return False
        if not seq:
            return self._write_frame(frame_of(text))
        if seq > self._seen.get(game_id, 0):
            if not self._write_frame(frame_of(text)):
                return False
            self._seen[game_id] = seq
        return True

    @property
    def is_asking(self) -> bool:
        return self._asking

    def asks(self) -> None:
        """A request is under way: its answer comes before its event, so those of the hub wait for it."""
        self._asking = True

    def answer(self, text: str, seq: int = 0) -> None:
        """The answer, in its place among the events: right before its own, which has this `seq`."""
        self._asking = False
        held, self._held = self._held, []
        before = [parcel for parcel in held if parcel[1] < seq]
        after = [parcel for parcel in held if parcel[1] >= seq]
        for parcel in (*before, (NOT_AN_EVENT, 0, text), *after):
            self.tell(*parcel)

    def renew(self) -> None:
        """Drop the events that wait; a fresh state is read and sent as soon as something can be sent."""
        kept = [parcel for parcel in self._waiting if not parcel[1]]
        self._waiting.clear()
        # Answers wait on, unless even they are too many: then they are asked for again, by their nonce.
        self._waiting.extend(kept if len(kept) < MOST_WAITING else ())
        self._stale = True
        self._wake()

    def seen(self, game_id: int, seq: int) -> None:
        """A state of the game at `seq` goes out: what is older will not."""
        self._seen[game_id] = seq

    async def write(self) -> None:
        """Send what waits, until the connection ends."""
        waiting, seen, send = self._waiting, self._seen, self._send
        while True:
            if self._stale:
                await self._catch_up()
            in_a_row = 0
            while waiting:
                game_id, seq, text = waiting.popleft()
                if seq:
                    if seq <= seen.get(game_id, 0):
                        continue
                    seen[game_id] = seq
                self._blocked_at = time.monotonic()
                await send({"type": "websocket.send", "text": text})
                self._blocked_at = None
                in_a_row += 1
                if in_a_row % SENT_IN_A_ROW == 0:
                    await asyncio.sleep(0)
            if not self._stale:
                # A bare future: half the cost of an Event, and this is what every delivered message pays.
                self._asleep = asyncio.get_running_loop().create_future()
                self._busy = False
                await self._asleep
                self._busy = True

    def _wake(self) -> None:
        asleep = self._asleep
        if asleep is not None and not asleep.done():
            asleep.set_result(None)

    async def _catch_up(self) -> None:
        # First the mark, then the reading: an event that arrives in between is newer, or left out by `_seen`.
        self._stale = False
        for number, (game_id, seq, text) in enumerate(await self._refresh(), 1):
            self._seen[game_id] = seq
            self._blocked_at = time.monotonic()
            await self._send({"type": "websocket.send", "text": text})
            self._blocked_at = None
            if number % SENT_IN_A_ROW == 0:
                await asyncio.sleep(0)

    def check(self) -> None:
        """End the connection if one message has been on its way for too long."""
        blocked_at = self._blocked_at
        if blocked_at is not None and time.monotonic() - blocked_at > SECONDS_BEHIND:
            self.end(TOO_SLOW)

    def end(self, code: int) -> None:
        if not self.ended.done():
            self.ended.set_exception(Close(code))
