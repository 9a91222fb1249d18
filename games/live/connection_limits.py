"""Limit what one live connection may send, and how many connections an address may have.

The tokens come from `games.access.rate_limit`; docs/protocol.md names all figures.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from games.access.rate_limit import COSTS, counted_address, rate_limit
from games.protocol.upward import Frame, Since

LARGEST_MESSAGE = 16 * 1024  # bytes of one message upwards
REFUSALS = 100  # messages that are refused as too fast before the socket is closed
REFUSED_FOR_MS = 250  # after such a refusal, until the next message is read
MOST_ASKED = 200  # requests of one socket that wait to be recorded
MALFORMED = 20  # unreadable messages before the socket is closed
MOST_WAITING = 64  # messages a slow socket may be behind before it gets a fresh state instead
SECONDS_BEHIND = 30  # how long a socket may take for one message
BEATS_AFTER_CALL_OFF = 12  # a minute to learn that a game was called off, and to send what was played
EVENTS_A_TOKEN = 5  # of a `since`: they are read from the log and sent

# Closing codes.
MALFORMED_TOO_OFTEN = 4400
SIGNED_OUT = 4401  # or holds fewer rights than before: reconnect
OUTDATED = 4403
NO_SUCH_GAME = 4404
CALLED_OFF = 4410
TOO_MANY = 4429
TOO_BIG = 1009
BROKEN = 1011


class Close(Exception):
    """End one socket with a code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class OpenSockets:
    """Count the open sockets of each address in this process."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()

    @contextmanager
    def hold_place(self, address: str) -> Iterator[bool]:
        """Hold a place while the block runs; False if the address has no place left."""
        address = counted_address(address)
        if self._count[address] >= settings.SOCKETS_PER_ADDRESS:
            yield False
            return
        self._count[address] += 1
        try:
            yield True
        finally:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


class Allowance:
    """Take the tokens of one connection: from its address until its session turns out to be known."""

    def __init__(self, address: str, session_key: str) -> None:
        self._address, self._session = address, session_key
        self.is_known = False
        # Only a connection with a session can turn out to be known.
        self.is_sure = not session_key

    def note_session(self, is_known: bool) -> None:
        """Note whether the club knows this session here."""
        self.is_known, self.is_sure = is_known, True

    def wait_ms(self, cost: int) -> int:
        """Take the tokens and return 0, or take none and return the time until there are enough."""
        session = self._session if self.is_known else ""
        return rate_limit.wait_ms(cost, session=session, address=self._address)


def cost_of(frame: Frame, behind: int) -> int:
    """Return what a message costs besides `COSTS["message"]`; a `since` would bring `behind` events."""
    if isinstance(frame.ask, Since):
        return COSTS["since"] + behind // EVENTS_A_TOKEN
    return 0 if frame.verb in {"ping", "here"} else COSTS["request"]


open_sockets = OpenSockets()
