"""Limit how much of the server each session or address uses: one token bucket each, in memory.

A token is about a millisecond of the server. A session that the club knows (staff, and devices that play or
show a board of a tournament) has a bucket of its own; all others at an address share the bucket of that
address. Live sockets, expensive pages and the API take from the same buckets. Guesses at secrets are counted
in the database instead (`games.access.throttle`), so that a restart forgives none.
"""

import math
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address

from django.conf import settings

from games.timekeeping import ticks_ms

# Every message of a socket costs `message`, and one of these on top unless it is a ping or a sign of life.
COSTS = {
    "connect": 20,
    "message": 1,
    "request": 11,
    "since": 4,
    "unreadable": 5,
    "page": 20,  # and one for each millisecond that making it takes
    "api": 100,
}
SOCKETS_PER_BUCKET = 300  # the connections of an address for which the rates below are set
MOST_BUCKETS = 10_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit of `most` tokens at once and `per_second` afterwards."""

    most: int
    per_second: float


# A tablet that was offline for the longest game sends 400 requests at once.
SESSION = Rate(5_000, 500)
# Behind one router: thirty phones with quick games take 80 tokens a second, 150 that reconnect after a
# restart 4,000 at once. 300 pages at once are 6,000, and so are 60 answers of the API.
ADDRESS = Rate(6_000, 200)


class RateLimit:
    """The buckets of this process; the one used longest ago is dropped first."""

    def __init__(self, most_buckets: int = MOST_BUCKETS) -> None:
        self._most_buckets = most_buckets
        # When each bucket will be full again: its whole state.
        self._full_at_ms: OrderedDict[tuple[Rate, str], float] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._full_at_ms)

    def wait_ms(self, cost: int, *, session: str = "", address: str = "") -> int:
        """Take the tokens and return 0, or take none and return the time until there are enough."""
        return self._take(cost, session, address, is_owed=False)

    def charge(self, cost: int, *, address: str) -> None:
        """Take the tokens for work that is done; what is missing is owed."""
        self._take(cost, "", address, is_owed=True)

    def _take(self, cost: int, session: str, address: str, *, is_owed: bool) -> int:
        rate, name = (SESSION, session) if session else (ADDRESS, counted_address(address))
        # An installation that allows an address more sockets expects more devices behind it.
        factor = max(1.0, settings.SOCKETS_PER_ADDRESS / SOCKETS_PER_BUCKET)
        token_ms = 1_000 / (rate.per_second * factor)
        now_ms = ticks_ms()
        with self._lock:
            full_at_ms = max(self._full_at_ms.get((rate, name), 0.0), now_ms) + cost * token_ms
            missing_ms = full_at_ms - now_ms - rate.most * factor * token_ms
            if missing_ms > 0 and not is_owed:
                return math.ceil(missing_ms)
            self._full_at_ms[rate, name] = full_at_ms
            self._full_at_ms.move_to_end((rate, name))
            if len(self._full_at_ms) > self._most_buckets:
                self._full_at_ms.popitem(last=False)
        return 0


@lru_cache(maxsize=4_096)  # called for each message of a socket
def counted_address(address: str) -> str:
    """Return the address as limits count it: the whole /64 network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, 64), strict=False).network_address)


rate_limit = RateLimit()
