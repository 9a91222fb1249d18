"""What somebody's live connections may take together: one allowance for all sockets of a session or address.

Tokens are about milliseconds of the server. Whoever is known to the house has an allowance of their own, so
that nobody beside them, not even behind the same router, can use it up.
"""

from collections import OrderedDict
from enum import Enum, auto

from django.conf import settings

from games.access.limits import LIMITS, Bucket, Buckets, wait_for_all
from games.messages import Frame, Since
from games.timekeeping import ticks_ms

SOCKETS_MEANT = 300  # the connections of an address that the figures in `LIMITS` are for

# What a message costs beside the one token that every frame does, by its type; a request is one write.
CONNECTING = 20
REQUEST = 11
COSTS = {"ping": 0, "here": 0, "since": 4}
EVENTS_A_TOKEN = 5  # of a `since`: they are read from the log and sent
UNREADABLE = 5


class Acquaintance(Enum):
    """How well the house knows who is connected."""

    STRANGER = auto()  # holds nothing
    GUEST = auto()  # a device that plays a quick game, or holds a link to something else
    HOUSE = auto()  # an account; or plays, keeps or looks after this board of an event


MOST_REMEMBERED = 10_000


class Allowances:
    """All buckets of this process, and the sessions known to hold nothing but a quick game."""

    def __init__(self) -> None:
        self.guests: OrderedDict[str, None] = OrderedDict()
        # Whoever lets an address have more connections means a larger house.
        size = max(1.0, settings.SOCKETS_PER_ADDRESS / SOCKETS_MEANT)
        self.house = Buckets(LIMITS["socket-house"].times(size))
        self.sessions = Buckets(LIMITS["socket-session"].times(size))
        self.strangers = Buckets(LIMITS["socket-strangers"].times(size))
        self.addresses = Buckets(LIMITS["socket-address"].times(size))


class Allowance:
    """One connection's share in them; a stranger's until more is known."""

    def __init__(self, allowances: Allowances, address: str, session_key: str) -> None:
        self._all, self._address, self._session = allowances, address, session_key
        was_guest = session_key in allowances.guests
        self.acquaintance = Acquaintance.GUEST if was_guest else Acquaintance.STRANGER
        # Whoever brings a session that nobody knows may be of the house, which takes a look.
        self.is_sure = was_guest or not session_key

    def meet(self, acquaintance: Acquaintance) -> None:
        """Who it is turned out. A session that opens another link gets another key."""
        self.acquaintance, guests = acquaintance, self._all.guests
        if acquaintance is Acquaintance.GUEST:
            guests[self._session] = None
            if len(guests) > MOST_REMEMBERED:
                guests.popitem(last=False)
        else:
            guests.pop(self._session, None)

    def wait_ms(self, tokens: int) -> int:
        """Take them and give 0; or take none and give the time until they are there."""
        return wait_for_all(self._buckets(), ticks_ms(), tokens)

    def _buckets(self) -> list[Bucket]:
        if self.acquaintance is Acquaintance.HOUSE:
            return [self._all.house.of(self._session)]
        own = (
            self._all.sessions.of(self._session)
            if self.acquaintance is Acquaintance.GUEST
            else self._all.strangers.of(self._address)
        )
        return [own, self._all.addresses.of(self._address)]


def cost_of(frame: Frame, behind: int) -> int:
    """`behind`: how many events a `since` would bring."""
    cost = COSTS.get(frame.verb, REQUEST)
    return cost + behind // EVENTS_A_TOKEN if isinstance(frame.ask, Since) else cost


allowances = Allowances()
