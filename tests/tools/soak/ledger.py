"""The accounts of the devices of a soak, to be compared with the log of the server."""

import asyncio
import time
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
LOOK_S = 0.01
LATE_MS = 25
OVERCHARGED_MS = 250  # more than this beyond the player's own device is counted in the table


@dataclass
class Ledger:
    sent: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """By game: the nonces of requests, in the order in which they were first sent."""
    answered: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))
    """By game and nonce: the seqs that were told. More than one is a fault."""
    seen: dict[tuple[str, int], Json] = field(default_factory=dict)
    differing: list[tuple[str, int]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    wrong_flags: list[str] = field(default_factory=list)
    flags_meant: set[str] = field(default_factory=set)
    charges_ms: list[tuple[int, str]] = field(default_factory=list)
    """What each move of a phone was charged beyond the time that its own device measured, and which."""
    slow_charges_ms: list[tuple[int, str]] = field(default_factory=list)
    """The same of phones with a slow way, of which only a part is made good (lag)."""
    suffered: str = "nothing"
    """The last thing that happened, and when."""
    stood_still: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=20))
    """When all devices, which are one program, were kept waiting for the processor, and for how long."""
    connections: int = 0
    times_offline: int = 0
    slow_phones: int = 0
    repeated: int = 0

    async def watch_own_loop(self) -> None:
        while True:
            began = time.monotonic()
            await asyncio.sleep(LOOK_S)
            late_ms = round((time.monotonic() - began - LOOK_S) * 1_000)
            if late_ms > LATE_MS:
                self.stood_still.append((time.time_ns() // 1_000_000, late_ms))

    def sends(self, game: str, nonce: str) -> None:
        self.sent[game].append(nonce)

    def hears_answer(self, game: str, nonce: str, seq: int) -> None:
        self.repeated += seq in self.answered[game, nonce]
        self.answered[game, nonce].add(seq)

    def hears_event(self, game: str, seq: int, event: Json) -> None:
        if self.seen.setdefault((game, seq), event) != event:
            self.differing.append((game, seq))
