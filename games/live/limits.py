"""What one live connection may take: its messages, what waits for it, and how many an address has.

How much all of somebody's connections take together is `allowance`. Nothing here is about rights; the figures
leave a hall behind one address in peace, and docs/protocol.md names them.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from games.access.limits import counted_address

LARGEST_MESSAGE = 16 * 1024  # bytes of one message upwards
REFUSALS = 100  # messages over the allowance that are answered before the socket is closed
REFUSED_FOR_MS = 250  # then the next message is read: a shout costs those who shout
MOST_ASKED = 200  # requests of one socket that wait to be recorded
MALFORMED = 20  # unreadable messages before the socket is closed
MOST_WAITING = 64  # messages a slow socket may be behind before it gets a fresh state instead
SECONDS_BEHIND = 30  # how long a socket may take for one message
BEATS_AFTER_CALL_OFF = 12  # a minute to hear that a game was called off, and to hand in what was played

MALFORMED_TOO_OFTEN = 4400
SIGNED_OUT = 4401  # or holds less than before: come back as who you are now
OUTDATED = 4403
NO_SUCH_GAME = 4404
CALLED_OFF = 4410
TOO_MANY = 4429
TOO_BIG = 1009
BROKEN = 1011


class Close(Exception):
    """Ends one socket with a code; nobody else notices."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Crowd:
    """How many sockets each address has open in this process."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def place_for(self, address: str) -> Iterator[bool]:
        """Whether there is room for one more, as long as the block lasts."""
        address = counted_address(address)
        if self._open[address] >= settings.SOCKETS_PER_ADDRESS:
            yield False
            return
        self._open[address] += 1
        try:
            yield True
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


crowd = Crowd()
