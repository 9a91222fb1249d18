"""How long an account stays signed in on a device.

A desk in use is never signed out in the middle of a round: a page that follows the hall counts as use, and a
long day ends in its first pause. Devices that only opened links (tablets, players) are exempt.
"""

from games.models import SessionInfo
from games.timekeeping import MINUTE_MS, now_ms

HOUR_MS = 60 * MINUTE_MS
IDLE_MS = 4 * HOUR_MS  # longer than any round
DAY_MS = 12 * HOUR_MS  # after which a pause is enough
PAUSE_MS = 30 * MINUTE_MS
LONGEST_MS = 24 * HOUR_MS
# The most sensitive pages need the password again after this long.
FRESH_MS = 15 * MINUTE_MS


def ends_ms(created_ms: int, seen_ms: int) -> int:
    """Return the end of a session that began then and was last used then."""
    return min(created_ms + LONGEST_MS, seen_ms + IDLE_MS, max(created_ms + DAY_MS, seen_ms + PAUSE_MS))


def session_of(key: str | None) -> SessionInfo | None:
    """Return a signed-in session; None for one that has grown too old."""
    info = SessionInfo.objects.filter(session_key=key).first()
    return None if info is None or now_ms() > ends_ms(info.created_ms, info.seen_ms) else info
