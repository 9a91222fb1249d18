"""Many cheap watchers in one process: they count frames and store none."""

import asyncio
import base64
import os

AT_THE_DOOR = 100  # number of watchers that connect at once; a server refuses a larger crowd


class Watcher(asyncio.Protocol):
    """Open a WebSocket by hand and count the text frames that contain `marker`."""

    def __init__(self, path: str, marker: bytes, crowd: "Crowd") -> None:
        self.path, self.marker, self.crowd = path, marker, crowd
        self.open = False
        self.buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.open, self.buffer = True, rest
            self.crowd.opened()
        while (frame := self._frame()) is not None:
            if self.marker in frame:
                self.crowd.heard()

    def _frame(self) -> bytes | None:
        """Return the next whole frame; servers do not mask."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 127, 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        frame, self.buffer = buffer[start : start + size], buffer[start + size :]
        return frame


class Crowd:
    """`await crowd.gather(port, path, 500)`, then `await crowd.all_heard()` after each message."""

    def __init__(self, marker: bytes) -> None:
        self.marker = marker
        self.watchers: list[Watcher] = []
        self._open = self._heard = 0
        self._news = asyncio.Event()

    def opened(self) -> None:
        self._open += 1
        self._news.set()

    def heard(self) -> None:
        self._heard += 1
        if self._heard % len(self.watchers) == 0:
            self._news.set()

    async def gather(self, port: int, path: str, count: int) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(count):
            _, watcher = await loop.create_connection(
                lambda: Watcher(path, self.marker, self), "127.0.0.1", port
            )
            self.watchers.append(watcher)
            while self._open < len(self.watchers) - AT_THE_DOOR:
                await self._next()
        while self._open < count:
            await self._next()

    async def all_heard(self, times: int) -> None:
        """Wait until every watcher has received this number of messages."""
        while self._heard < times * len(self.watchers):
            await self._next()

    async def _next(self) -> None:
        self._news.clear()
        await asyncio.wait_for(self._news.wait(), timeout=60)

    def disperse(self) -> None:
        for watcher in self.watchers:
            watcher.transport.abort()
