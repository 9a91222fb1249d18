"""How often one address may ask. Kept in memory by each server process: against haste, not about rights."""

import time
from collections import OrderedDict
from dataclasses import dataclass

BURST = 60  # a page full of pairings at once
PER_MINUTE = 120  # afterwards: a look every half second
MOST_ADDRESSES = 10_000


@dataclass(slots=True)
class Bucket:
    tokens: float
    at: float


class Limiter:
    """Token buckets by address, the oldest forgotten first."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait_s(self, address: str, now: float | None = None) -> int:
        """0 if the address may ask now, else the seconds until it may."""
        now = time.monotonic() if now is None else now
        bucket = self._buckets.pop(address, None) or Bucket(BURST, now)
        bucket.tokens = min(BURST, bucket.tokens + (now - bucket.at) * PER_MINUTE / 60)
        bucket.at = now
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        if bucket.tokens < 1:
            return int((1 - bucket.tokens) * 60 / PER_MINUTE) + 1
        bucket.tokens -= 1
        return 0

    def forget(self) -> None:
        self._buckets.clear()


limiter = Limiter()
