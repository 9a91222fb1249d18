"""A hall of boards as a load: each moves once a second and is watched; the delay of each move is measured.

    python -m tests.tools.load.hall < what.json    plays the games of its input, and prints the delays
    python -m tests.tools.load.hall echo PORT      a bare `websockets` server that sends back each message

It runs in its own process and is cheap, because it shares the machine with the server that it measures. A
move is due at its moment even if the one before has no answer, so that a slow server cannot hide its delay.
"""

import asyncio
import base64
import json
import os
import random
import sys
import time
from contextlib import suppress
from typing import Any

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

WARM_S = 2.0  # moves that do not count, while caches and connections warm up
SETTLE_S = 3.0  # how long after the end to wait for an answer
AT_THE_DOOR = 100  # number of connections at once; a server refuses a larger crowd
LOST_MS = 10_000.0  # the delay that is noted for a message that never came
SEQ = b'"seq":'


class Line(asyncio.Protocol):
    """A WebSocket opened by hand; `take` gets the payload of every frame."""

    def __init__(self, hall: "Hall", path: str, session: str = "") -> None:
        self.hall, self.path, self.session = hall, path, session
        self.open = False
        self.buffer = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        cookie = f"Cookie: sessionid={self.session}\r\n" if self.session else ""
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"{cookie}Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        if not self.open:
            end = buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert b" 101 " in buffer.split(b"\r\n")[0], bytes(buffer[:200])
            del buffer[: end + 4]
            self.open = True
            self.opened()
        while len(buffer) >= 2:
            size, start = buffer[1] & 127, 2
            if size == 126:
                size, start = int.from_bytes(buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(buffer[2:10], "big"), 10
            if len(buffer) < start + size:
                return
            payload = bytes(buffer[start : start + size])
            del buffer[: start + size]
            self.take(payload)

    def send(self, text: str) -> None:
        """Send one frame. Its mask is zero, which is allowed and changes nothing."""
        data = text.encode()
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def opened(self) -> None:
        """Act after the handshake."""

    def take(self, payload: bytes) -> None:
        """Handle one message."""


class Watcher(Line):
    def __init__(self, board: "Board") -> None:
        super().__init__(board.hall, board.path)
        self.board = board

    def take(self, payload: bytes) -> None:
        if payload.startswith(b'{"type":"event"'):
            self.board.seen_at[_seq(payload)] = time.perf_counter()
        elif payload.startswith(b'{"type":"state"'):
            self.hall.arrive()


class Player(Line):
    """A player of both seats of a game, or, without moves, a client of the echo server."""

    def __init__(self, board: "Board") -> None:
        super().__init__(board.hall, board.path, board.session)
        self.board = board
        self.due_at = 0.0
        self.waits = False
        self.ply = 0

    def opened(self) -> None:
        if not self.board.moves:
            self.hall.arrive()

    def ask(self, due_at: float) -> None:
        """Send the next move, due at that moment, unless the one before has no answer yet."""
        if self.waits or (self.board.moves and self.ply >= len(self.board.moves)):
            self.hall.skipped += self.waits
            return
        self.due_at, self.waits = due_at, True
        self.send(self._next())

    def _next(self) -> str:
        if not self.board.moves:
            return "x" * self.hall.echo_bytes
        nonce = f"{self.hall.name}-{self.board.code}-{self.ply}"
        move = {
            "type": "move",
            "seat": "XO"[self.ply % 2],
            "ply": self.ply,
            "move": self.board.moves[self.ply],
        }
        return json.dumps({**move, "nonce": nonce})

    def take(self, payload: bytes) -> None:
        if not self.board.moves:
            self._answered(time.perf_counter(), 0)
        elif payload.startswith(b'{"type":"answer"'):
            seq = json.loads(payload)["seq"]
            if self.ply < 0:
                self.ply = 0
                self.hall.arrive()
                return
            self.ply += 1
            self._answered(time.perf_counter(), seq)
        elif payload.startswith(b'{"type":"refused"'):
            self.hall.refused.append(json.loads(payload)["code"])
            self.waits = False
        elif payload.startswith(b'{"type":"state"') and not self.hall.began:
            state = json.loads(payload)
            self.ply = state["ply"]
            if state["status"] == "waiting":
                self.ply = -1
                self.send(json.dumps({"type": "start", "nonce": f"{self.board.code}-start"}))
            else:
                self.hall.arrive()

    def _answered(self, at: float, seq: int) -> None:
        if self.waits:
            self.waits = False
            self.hall.answered += 1
            if self.due_at >= self.hall.counts_from:
                self.hall.answers_ms.append((at - self.due_at) * 1000)
                if seq:
                    self.board.asked_at[seq] = self.due_at


class Board:
    def __init__(self, hall: "Hall", told: dict[str, Any], path: str) -> None:
        self.hall, self.path = hall, path
        self.code, self.session, self.moves = told["code"], told["session"], told["moves"]
        self.asked_at: dict[int, float] = {}
        self.seen_at: dict[int, float] = {}  # by the last of the watchers


class Hall:
    def __init__(self, what: dict[str, Any]) -> None:
        self.what = what
        self.echo_bytes = what["echo_bytes"]
        self.name = base64.b32encode(os.urandom(5)).decode()
        self.began = False
        self.counts_from = float("inf")
        self.answered = self.skipped = 0
        self.refused: list[str] = []
        self.answers_ms: list[float] = []
        self._arrived = asyncio.Semaphore(0)

    def arrive(self) -> None:
        self._arrived.release()

    async def run(self) -> dict[str, Any]:
        """Connect all players and watchers, then move on all boards at their own second."""
        loop, lines, players, boards = asyncio.get_running_loop(), 0, [], []
        for told in self.what["boards"]:
            board = Board(self, told, self.what["path"].replace("CODE", told["code"]))
            boards.append(board)
            for _ in range(self.what["watchers"]):
                await loop.create_connection(
                    lambda board=board: Watcher(board), "127.0.0.1", told["watched_at"]
                )
                lines += 1
            _, player = await loop.create_connection(
                lambda board=board: Player(board), "127.0.0.1", told["played_at"]
            )
            players.append(player)
            lines += 1
            if lines >= AT_THE_DOOR:
                lines = await self._all_here(lines)
        await self._all_here(lines)
        self.began = True
        print("began", flush=True)
        begin = time.perf_counter() + 0.2
        self.counts_from = begin + WARM_S
        chance = random.Random(1)
        await asyncio.gather(*(self._play(player, begin + chance.random()) for player in players))
        print("ended", flush=True)
        give_up = time.perf_counter() + SETTLE_S
        while time.perf_counter() < give_up and any(player.waits for player in players):
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        lost = sum(player.waits for player in players)
        seen_ms = [
            (board.seen_at[seq] - at) * 1000 if seq in board.seen_at else LOST_MS
            for board in boards
            for seq, at in board.asked_at.items()
        ]
        return {
            "answers_ms": self.answers_ms + [LOST_MS] * (lost + self.skipped),
            "seen_ms": seen_ms,
            "answered": self.answered,
            "late": lost + self.skipped,
            "refused": self.refused,
        }

    async def _all_here(self, lines: int) -> int:
        for _ in range(lines):
            await asyncio.wait_for(self._arrived.acquire(), 60)
        return 0

    async def _play(self, player: Player, at: float) -> None:
        until = at + self.what["seconds"] + WARM_S
        while at < until:
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            player.ask(at)
            at += 1.0


def _seq(payload: bytes) -> int:
    """Return the sequence number of an event; the first message has the state instead."""
    start = payload.index(SEQ) + len(SEQ)
    return int(payload[start : payload.index(b",", start)])


async def echo(port: int) -> None:
    async def answer(socket: ServerConnection) -> None:
        with suppress(ConnectionClosed):  # they close without a handshake
            async for text in socket:
                await socket.send(text)

    async with serve(answer, "127.0.0.1", port, compression=None):
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    if sys.argv[1:2] == ["echo"]:
        asyncio.run(echo(int(sys.argv[2])))
    else:
        print(json.dumps(asyncio.run(Hall(json.load(sys.stdin)).run())))
