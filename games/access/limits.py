"""How much is enough: the one table of limits, and the buckets that hold those against haste.

Two ideas share the table. Guesses at secrets, and games opened by strangers, are counted in the database and
lock for a while (`games.access.throttle`), so that a restart forgives nothing. Haste (a limit that locks
nobody) is a bucket of tokens in the memory of each server process: it is not about rights.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from games.timekeeping import MINUTE_MS

SECOND_MS = 1_000


@dataclass(frozen=True, slots=True)
class Limit:
    """So many within a window. Who reaches it is locked out for `lock_ms`; without a lock the window refills
    evenly, so that `most` may come at once and `most` per window afterwards."""

    most: int
    window_ms: int
    lock_ms: int = 0

    @property
    def each_ms(self) -> int:
        """What one takes out of the window."""
        return self.window_ms // self.most

    def times(self, factor: float) -> "Limit":
        """So many times as much in the same window."""
        return replace(self, most=max(1, round(self.most * factor)))


LIMITS = {
    # Per device or account a handful, enough for slips of the finger. Overall far more, so that nobody locks
    # out a whole hall, yet hopeless: a short code is one of 31^8 (8.5e11), against 3,000 guesses an hour.
    "code-address": Limit(10, 15 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
    "code-all": Limit(500, 10 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "sign-in-here": Limit(6, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "sign-in-account": Limit(40, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "sign-in-address": Limit(60, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "own-password": Limit(6, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "factor-account": Limit(8, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "factor-address": Limit(40, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "pin-link": Limit(5, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "pin-scope": Limit(25, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    # A device that found a table's card and is not in yet.
    "pin-waiting": Limit(5, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "pin-waiting-scope": Limit(25, 15 * MINUTE_MS, lock_ms=10 * MINUTE_MS),
    "reset-mail": Limit(3, 60 * MINUTE_MS, lock_ms=60 * MINUTE_MS),
    "reset-address": Limit(10, 60 * MINUTE_MS, lock_ms=60 * MINUTE_MS),
    # A whole hall may share one address; a script that opens games for ever does not need more than a hall.
    "quick-address": Limit(60, 15 * MINUTE_MS, lock_ms=5 * MINUTE_MS),
    "quick-all": Limit(600, 15 * MINUTE_MS, lock_ms=5 * MINUTE_MS),
    # Devices that open the same slip or card: a slip is for one phone, a table's for one tablet. And new ones
    # at an address: a hall that opens its slips when the round is published.
    "link-devices": Limit(20, 15 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
    "link-address": Limit(200, 15 * MINUTE_MS, lock_ms=5 * MINUTE_MS),
    # Entering oneself: an evening's guests behind one router, and an event's rush.
    "enter-address": Limit(30, 15 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
    "enter-event": Limit(150, 60 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
    # What live connections may take, in tokens (`games.live.allowance` says what costs how many; one is about
    # a millisecond of the server). Whoever the house knows, staff and those who play or keep a board of an
    # event: a tablet that was offline for the longest game sends 400 entries at once.
    "socket-house": Limit(5_000, 10 * SECOND_MS),
    # The device of a quick game: 150 entries at once after an outage, afterwards eight a second.
    "socket-session": Limit(2_000, 20 * SECOND_MS),
    # All at one address who hold nothing: they only watch, and a watcher takes one token in five seconds.
    "socket-strangers": Limit(2_000, 20 * SECOND_MS),
    # Both together: thirty phones with quick games behind one router take eighty a second, 150 that come back
    # after a restart 4,000 at once. All four grow with the connections that an address may have.
    "socket-address": Limit(4_000, 20 * SECOND_MS),
    # Pages that take time to make, at one address: a hall of phones looks at new pairings at once; afterwards
    # ten a second, or a fifth of a second of making them.
    "page-address": Limit(300, 30 * SECOND_MS),
    # Requests of a program at one address: a page full of pairings at once; afterwards two a second.
    "api-address": Limit(60, 30 * SECOND_MS),
}


@lru_cache(maxsize=4_096)  # asked several times for each message of a socket
def counted_address(address: str) -> str:
    """The address as limits count it: whoever has one IPv6 address has a whole network of them (/64)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False).network_address)


@dataclass(slots=True)
class Bucket:
    """A bucket of tokens, kept as the one instant at which it will be full again."""

    limit: Limit
    full_at_ms: int = 0

    def wait_ms(self, now_ms: int, count: int = 1) -> int:
        """Take so many tokens and give 0; or take none and give the time until there are enough."""
        return wait_for_all([self], now_ms, count)

    def lacking_ms(self, now_ms: int, count: int) -> int:
        """How long until so many tokens are there; nothing is taken."""
        return max(0, self._full_without(now_ms, count) - now_ms - self.limit.window_ms)

    def take(self, now_ms: int, count: int) -> None:
        self.full_at_ms = self._full_without(now_ms, count)

    def _full_without(self, now_ms: int, count: int) -> int:
        return max(self.full_at_ms, now_ms) + count * self.limit.each_ms


def wait_for_all(buckets: Collection[Bucket], now_ms: int, count: int = 1) -> int:
    """Take so many tokens from each of them and give 0; or, where one lacks them, from none."""
    lacking_ms = max(bucket.lacking_ms(now_ms, count) for bucket in buckets)
    if not lacking_ms:
        for bucket in buckets:
            bucket.take(now_ms, count)
    return lacking_ms


class Buckets:
    """A bucket for each address (or session), the one used longest ago forgotten first."""

    def __init__(self, limit: Limit, most_addresses: int = 10_000) -> None:
        self._limit, self._most_addresses = limit, most_addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, address: str) -> Bucket:
        """To be asked for anew each time: what is kept aside would not be forgotten."""
        address = counted_address(address)
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._limit)
            if len(self._buckets) > self._most_addresses:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        return bucket

    def wait_ms(self, address: str, now_ms: int) -> int:
        """0 if the address may ask now, else the time until it may."""
        return self.of(address).wait_ms(now_ms)

    def forget(self) -> None:
        self._buckets.clear()
