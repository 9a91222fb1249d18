"""Lock a key for a while after too many failed guesses, counted in the database.

An attempt counts before it is judged, so that a hundred at once are not all judged first; one that succeeds
is uncounted and so costs nothing. `games.access.rate_limit` limits how fast requests may come.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.formats import time_format

from games.access.rate_limit import counted_address
from games.faults import Fault
from games.models import Throttle
from games.timekeeping import MINUTE_MS, now_ms

FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE_MS


@dataclass(frozen=True, slots=True)
class Limit:
    """A lock of `lock_ms` after `most` attempts within a window."""

    most: int
    window_ms: int
    lock_ms: int


LIMITS = {
    # Per device or account a handful, enough for slips of the finger. Overall far more: no guest locks
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
    # Players who enter themselves: an evening's guests behind one router, and a tournament's rush.
    "enter-address": Limit(30, 15 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
    "enter-event": Limit(150, 60 * MINUTE_MS, lock_ms=15 * MINUTE_MS),
}


class TooManyTries(Fault):
    sentences = {"too-many-tries": "Too many wrong tries. Please wait: the next one is possible at {time}."}


def key_of(kind: str, what: str) -> str:
    """Hash the key, so that the table holds neither names nor addresses."""
    if kind.endswith("-address"):
        what = counted_address(what)
    return f"{kind}:{hashlib.sha256(what.casefold().encode()).hexdigest()[:40]}"


@transaction.atomic
def count_attempt(**keys: str) -> None:
    """Count one attempt for each key (`code_address="10.0.0.7"`), or refuse it and count nothing."""
    now = now_ms()
    for name, what in keys.items():
        kind = name.replace("_", "-")
        limit = LIMITS[kind]
        row, is_new = Throttle.objects.select_for_update().get_or_create(
            key=key_of(kind, what), defaults={"since_ms": now}
        )
        if is_new:
            Throttle.objects.filter(since_ms__lt=now - FORGOTTEN_AFTER_MS, until_ms__lt=now).delete()
        if row.until_ms > now:
            raise TooManyTries("too-many-tries", time=_clock_time(row.until_ms))
        if now - row.since_ms > limit.window_ms:
            row.since_ms, row.failures = now, 0
        row.failures += 1
        row.until_ms = now + limit.lock_ms if row.failures >= limit.most else 0
        row.save(update_fields=["since_ms", "failures", "until_ms"])


@transaction.atomic
def uncount_attempt(**keys: str) -> None:
    """Uncount the last attempt. Earlier failures stay: a right code of one's own buys no guesses."""
    for name, what in keys.items():
        kind = name.replace("_", "-")
        row = Throttle.objects.select_for_update().filter(key=key_of(kind, what)).first()
        if row is not None and row.failures:
            row.failures -= 1
            if row.failures < LIMITS[kind].most:
                row.until_ms = 0
            row.save(update_fields=["failures", "until_ms"])


def attempts_left(**keys: str) -> int:
    """Return how many attempts the tightest of these keys still allows."""
    kinds = {key_of(name.replace("_", "-"), what): name.replace("_", "-") for name, what in keys.items()}
    used = dict(Throttle.objects.filter(key__in=kinds).values_list("key", "failures"))
    return min(LIMITS[kind].most - used.get(key, 0) for key, kind in kinds.items())


def _clock_time(instant_ms: int) -> str:
    # Rounded up to the minute, so that the wait is over at the time shown.
    instant = datetime.fromtimestamp(-(-instant_ms // MINUTE_MS) * 60, timezone.get_current_timezone())
    return time_format(instant, "TIME_FORMAT")
