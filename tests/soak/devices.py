"""The devices of a soak: phones of players, tablets that keep their tables, and the arbiter who lets go on.

Written from docs/protocol.md. Each goes on until its game is over, whatever happens to the server.
"""

import asyncio
import itertools
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from games.messages import PROTOCOL
from games.rules import Play, Position
from tests.soak.ledger import Json, Ledger

AGAIN_S = 2.0  # without an answer a request is sent once more
HERE_S = 2.0
# What a request that stays unanswered may be told and is tried again for, under the same nonce.
PASSING = {"failed", "too-fast"}
_numbers = itertools.count(1)


def ticks_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass
class Seated:
    """One game as the devices at it share it."""

    code: str
    port: int
    ledger: Ledger
    longest: int  # plies after which whoever is on the move resigns
    over: bool = False

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws/game/{self.code}/?v={PROTOCOL}"


class Device:
    """A connection that comes back. `heard` gets every message, `connected` is called with each new state."""

    delay_s = 0.0  # of the way, each way

    def __init__(self, at: Seated, session: str, chance: random.Random) -> None:
        self.at, self.chance = at, chance
        self.headers = {"Cookie": f"sessionid={session}"}
        self.socket: ClientConnection | None = None
        self.offline_until = 0.0
        self.done = False

    async def run(self) -> None:
        beside = [asyncio.ensure_future(each) for each in (self._here(), self.act())]
        try:
            while not self.done:
                await asyncio.sleep(max(0.0, self.offline_until - time.monotonic()))
                with suppress(OSError, WebSocketException, InvalidHandshake, asyncio.TimeoutError):
                    async with connect(
                        self.at.address, additional_headers=self.headers, compression=None, open_timeout=10
                    ) as socket:
                        self.at.ledger.connections += 1
                        self.socket = socket
                        await self._listen(socket)
                self.socket = None
                await asyncio.sleep(0.1 + self.chance.random() * 0.3)
        finally:
            for each in beside:
                each.cancel()
            await asyncio.gather(*beside, return_exceptions=True)

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            if self.delay_s:
                await asyncio.sleep(self.delay_s)
            message = json.loads(text)
            if message["type"] == "event":
                self.at.ledger.hears_event(self.at.code, message["seq"], message["event"])
            elif message["type"] == "pong":
                await self.send({"type": "ping", "mark": message["mark"]})
            self.hear(message)
            if self.done:
                return

    async def send(self, message: Json) -> None:
        """Into the void where there is no connection: what matters is kept and sent again."""
        if self.delay_s:
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
        """Without Wi-Fi: the connection is gone, and none can be made for so long."""
        self.offline_until = time.monotonic() + seconds
        if self.socket is not None:
            self.socket.transport.abort()


def _moves(position: str) -> list[str]:
    return [str(move) for move in Position.parse(position).moves()]


class Phone(Device):
    """A player on a device of their own. A sleeper stops thinking of the clock in the middle of a game."""

    def __init__(self, at: Seated, session: str, chance: random.Random, seat: str, sleeps_at: int) -> None:
        super().__init__(at, session, chance)
        self.seat, self.sleeps_at = seat, sleeps_at
        self.delay_s = chance.choice((0.0, 0.0, 0.02, 0.15))
        self.stands: Json = {"seq": -1}
        self.turn_began_ms = 0
        self.paused_ms = 0
        self.stood_since_ms: int | None = None
        self.turn = (-1, -1)
        self.left_ms = 0
        self.asleep = False
        self.claimed_ms = 0
        self.asked: Json | None = None
        self.made_seq = 0  # of the last answered request: until its event is here, nothing new is asked
        self.changed = asyncio.Event()

    def hear(self, message: Json) -> None:
        kind = message["type"]
        if kind in {"state", "event"} and message["seq"] > self.stands["seq"] - (kind == "state"):
            self._stand(message)
            if kind == "event":
                self._check(message["event"])
        elif kind in {"answer", "refused"} and self.asked and message["nonce"] == self.asked["nonce"]:
            if kind == "answer":
                self.at.ledger.hears_answer(self.at.code, message["nonce"], message["seq"])
                self.made_seq, self.asked = message["seq"], None
            elif message["code"] not in PASSING:
                self.at.ledger.refused[message["code"]] += 1
                self.asked = None
        self.changed.set()

    def _stand(self, stands: Json) -> None:
        self.stands = stands
        clock = stands["clock"] if "clock" in stands else stands["event"]["clock"]
        now, runs = ticks_ms(), clock["since"] is not None
        turn = (stands["ply"], clock["turn"][0])
        if turn != self.turn:
            self.turn, self.turn_began_ms, self.paused_ms = turn, now, 0
            self.stood_since_ms = None if runs else now
            self.left_ms = clock["accounts"][clock["seats"].index(self.seat)][0]
        elif runs and self.stood_since_ms is not None:
            self.paused_ms += now - self.stood_since_ms
            self.stood_since_ms = None
        elif not runs and self.stood_since_ms is None:
            self.stood_since_ms = now
        if stands["status"] == "over":
            self.at.over = self.done = True

    def _spent_ms(self) -> int:
        standing = ticks_ms() - self.stood_since_ms if self.stood_since_ms is not None else 0
        return max(0, ticks_ms() - self.turn_began_ms - self.paused_ms - standing)

    def _check(self, event: Json) -> None:
        if event["kind"] == "flagged" and event.get("seat") == self.seat:
            if self.asleep:
                self.at.ledger.flags_meant.add(self.at.code)
            else:
                self.at.ledger.wrong_flags.append(
                    f"{self.at.code} {self.seat}: {self._spent_ms()} of {self.left_ms} ms used"
                )
        elif event["kind"] == "moved" and event["seat"] == self.seat:
            charged = event["elapsed_ms"] - event["lag_ms"]
            self.at.ledger.charges_ms.append(charged - self.claimed_ms)

    async def act(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            stands = self.stands
            if self.asked is not None:
                await self._ask_until_answered()
            elif stands["seq"] < self.made_seq:
                continue
            elif stands.get("status") == "waiting" and self.seat == "X":
                await self._ask({"type": "start"})
            elif stands.get("status") == "running" and stands["seat"] == self.seat and not self._is_paused():
                await self._move()

    def _is_paused(self) -> bool:
        return self.stood_since_ms is not None

    async def _move(self) -> None:
        ply = self.stands["ply"]
        if ply >= self.sleeps_at:
            self.asleep = True
            return
        thinks_s = self.chance.uniform(0.05, 0.9)
        while self._spent_ms() < thinks_s * 1000:
            await asyncio.sleep(0.02)
            if self.stands["ply"] != ply or self._is_paused() or self.done:
                self.changed.set()
                return
        if ply >= self.at.longest:
            await self._ask({"type": "resign", "seat": self.seat})
            return
        move = self.chance.choice(_moves(self.stands["position"]))
        self.claimed_ms = spent = self._spent_ms()
        await self._ask({"type": "move", "seat": self.seat, "ply": ply, "move": move, "spent_ms": spent})

    async def _ask(self, request: Json) -> None:
        nonce = f"soak-{next(_numbers)}"
        self.asked = {"nonce": nonce, **request}
        self.at.ledger.sends(self.at.code, nonce)
        await self._ask_until_answered()

    async def _ask_until_answered(self) -> None:
        while self.asked is not None and not self.done:
            await self.send(self.asked)
            with suppress(asyncio.TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    while self.asked is not None and self.socket is not None:
                        self.changed.clear()
                        await self.changed.wait()
            if self.socket is None:
                await asyncio.sleep(0.1)
        self.changed.set()


class Tablet(Device):
    """Between two players, keeping the game itself: it plays on without Wi-Fi and hands its entries in."""

    def __init__(self, at: Seated, session: str, chance: random.Random) -> None:
        super().__init__(at, session, chance)
        self.tab = f"tab-{at.code}"
        self.play: Play | None = None
        self.epoch = self.generation = 0
        self.entries: list[tuple[Json, int]] = []
        self.handed_in = 0
        self.resigned = False

    def hear(self, message: Json) -> None:
        kind = message["type"]
        if kind == "state":
            self.generation = message["generation"]
            if self.play is None:
                self.play = Play.begin(Position.parse(message["position"]))
            self.taking = asyncio.ensure_future(self._take())
        elif kind == "custody" and message["mine"]:
            self.epoch = message["epoch"]
        elif kind in {"answer", "refused"} and self.handed_in < len(self.entries):
            waiting = self.entries[self.handed_in][0]
            if message["nonce"] == waiting["nonce"] and message.get("code") not in PASSING:
                if kind == "answer":
                    self.at.ledger.hears_answer(self.at.code, message["nonce"], message["seq"])
                else:
                    self.at.ledger.refused[message["code"]] += 1
                self.handed_in += 1
        is_over = self.resigned or (self.play and self.play.outcome)
        if is_over and self.handed_in == len(self.entries):
            self.at.over = self.done = True

    async def _take(self) -> None:
        nonce = f"soak-{next(_numbers)}"
        await self.send({"type": "custody", "nonce": nonce, "tab": self.tab, "take": self.epoch == 0})

    async def act(self) -> None:
        handing = asyncio.ensure_future(self._hand_in())
        try:
            while self.epoch == 0 or self.play is None:
                await asyncio.sleep(0.05)
            self._enter({"type": "start"})
            while self.play.outcome is None and not self.resigned:
                thinks_s = self.chance.uniform(0.1, 1.5)
                await asyncio.sleep(thinks_s)
                position = self.play.position
                seat, ply, spent = str(position.seat), self.play.ply, round(thinks_s * 1000)
                if ply >= self.at.longest:
                    self._enter({"type": "resign", "seat": seat, "spent_ms": spent})
                    self.resigned = True
                    continue
                move = self.chance.choice(position.moves())
                self._enter({"type": "move", "seat": seat, "ply": ply, "move": str(move), "spent_ms": spent})
                self.play = self.play.move(move).settled()
            await asyncio.Event().wait()
        finally:
            handing.cancel()

    def _enter(self, request: Json) -> None:
        nonce = f"soak-{next(_numbers)}"
        self.at.ledger.sends(self.at.code, nonce)
        place = {"epoch": self.epoch, "n": len(self.entries) + 1, "tab": self.tab}
        entry = {"nonce": nonce, **request, **place, "generation": self.generation}
        self.entries.append((entry, ticks_ms()))

    async def _hand_in(self) -> None:
        """The oldest entry that has no answer, again and again until it has one."""
        while True:
            handed = self.handed_in
            if handed < len(self.entries) and self.socket is not None:
                entry, at_ms = self.entries[handed]
                await self.send({**entry, "ago_ms": ticks_ms() - at_ms})
                again = time.monotonic() + AGAIN_S
                while self.handed_in == handed and self.socket is not None and time.monotonic() < again:
                    await asyncio.sleep(0.01)
            else:
                await asyncio.sleep(0.02)


class Arbiter(Device):
    """Looks at a game all the time, and lets it go on where the server has paused it."""

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
        nonce = f"soak-{next(_numbers)}"
        self.at.ledger.sends(self.at.code, nonce)
        await self.send({"type": "resume", "nonce": nonce, "reason": "server"})

    async def act(self) -> None:
        await asyncio.Event().wait()
