"""A player on their own device: the server keeps the time, and the phone keeps its own account of it."""

import asyncio
import random
import sys
from contextlib import suppress

from games.rules import Position
from tests.tools.soak.devices import AGAIN_S, PASSING, Device, Seated, new_nonce, ticks_ms
from tests.tools.soak.ledger import OVERCHARGED_MS, Json


def _moves(position: str) -> list[str]:
    return [str(move) for move in Position.parse(position).moves()]


class Phone(Device):
    """A player on a phone. A sleeper stops thinking of the clock in the middle of a game."""

    def __init__(self, at: Seated, session: str, chance: random.Random, seat: str, sleeps_at: int) -> None:
        super().__init__(at, session, chance)
        self.seat, self.sleeps_at = seat, sleeps_at
        self.port = at.ports["XO".index(seat) % len(at.ports)]  # the two players begin at different processes
        self.delay_s = chance.choice((0.0, 0.0, 0.02, 0.15))
        at.ledger.slow_phones += self.delay_s > 0
        self.stands: Json = {"seq": -1}
        self.turn_began_ms = 0
        self.paused_ms = 0
        self.stood_since_ms: int | None = None
        self.turn = (-1, -1)
        self.left_ms = 0
        self.asleep = False
        self.claimed_ms = 0
        self.asked: Json | None = None
        self.made_seq = 0  # of the last answered request: until its event arrives, the phone asks nothing new
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
        kind = stands["event"]["kind"] if stands["type"] == "event" else "state"
        self.note(f"{kind} {stands['seq']}, ply {stands['ply']}, {stands['now_ms']}, runs {clock['since']}")
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
            which = f"{self.at.code}/{self.stands['ply'] - 1} after {self.at.ledger.suffered}"
            self._tell_charge(charged - self.claimed_ms, which)

    def _tell_charge(self, beyond_ms: int, which: str) -> None:
        ledger = self.at.ledger
        (ledger.slow_charges_ms if self.delay_s else ledger.charges_ms).append((beyond_ms, which))
        if beyond_ms > OVERCHARGED_MS + 2_000 * self.delay_s:  # more than the latency itself
            told = f"charged {beyond_ms} ms at {which}\n{self.noted(self.stands['now_ms'])}"
            print(told, file=sys.stderr, flush=True)

    async def act(self) -> None:
        while not self.done:
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
        nonce = new_nonce()
        self.asked = {"nonce": nonce, **request}
        self.at.ledger.sends(self.at.code, nonce)
        await self._ask_until_answered()

    async def _ask_until_answered(self) -> None:
        while self.asked is not None and not self.done:
            sent_on = self.socket
            self.note(f"sends {self.asked['nonce']}, {self.claimed_ms} ms used")
            await self.send(self.asked)
            with suppress(asyncio.TimeoutError):
                async with asyncio.timeout(AGAIN_S):
                    # Send it again at once on a new connection, as our pages do.
                    while self.asked is not None and sent_on is not None and self.socket is sent_on:
                        self.changed.clear()
                        await self.changed.wait()
            if self.socket is None:
                await asyncio.sleep(0.1)
        self.changed.set()
