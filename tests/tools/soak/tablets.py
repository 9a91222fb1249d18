"""The tablet that keeps a game itself: it plays on without Wi-Fi and sends its entries afterwards."""

import asyncio
import random
import time

from games.rules import Play, Position
from tests.tools.soak.devices import AGAIN_S, PASSING, Device, Seated, new_nonce, ticks_ms
from tests.tools.soak.ledger import Json


class Tablet(Device):
    """A tablet between two players, which keeps the game and sends its entries after it was offline."""

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
        nonce = new_nonce()
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
                self.play = self.play.move(move).after_passes()
            await asyncio.Event().wait()
        finally:
            handing.cancel()

    def _enter(self, request: Json) -> None:
        nonce = new_nonce()
        self.at.ledger.sends(self.at.code, nonce)
        place = {"epoch": self.epoch, "n": len(self.entries) + 1, "tab": self.tab}
        entry = {"nonce": nonce, **request, **place, "generation": self.generation}
        self.entries.append((entry, ticks_ms()))

    async def _hand_in(self) -> None:
        """Send the oldest entry without an answer again and again until it has one."""
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
