"""Guessing takes time: so many failures within a window lock a key for a while. Kept in the database.

An attempt counts before it is judged, so that a hundred at once are not all judged first; one that succeeds
is taken off again and thereby costs nothing.
"""

import hashlib
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.formats import time_format

from games.access.limits import LIMITS, counted_address
from games.faults import Fault
from games.models import Throttle
from games.timekeeping import MINUTE_MS, now_ms

FORGOTTEN_AFTER_MS = 24 * 60 * MINUTE_MS


class TooManyTries(Fault):
    sentences = {"too-many-tries": "Too many wrong tries. Please wait: the next one is possible at {time}."}


def key_of(kind: str, what: str) -> str:
    """Hashed, so that the table holds neither names nor addresses."""
    if kind.endswith("-address"):
        what = counted_address(what)
    return f"{kind}:{hashlib.sha256(what.casefold().encode()).hexdigest()[:40]}"


@transaction.atomic
def attempt(**keys: str) -> None:
    """Count one attempt against each key (`code_address="10.0.0.7"`), or refuse it, counting nothing."""
    now = now_ms()
    for name, what in keys.items():
        kind = name.replace("_", "-")
        limit = LIMITS[kind]
        row = _locked_row(key_of(kind, what), now)
        if row.until_ms > now:
            raise TooManyTries("too-many-tries", time=_clock_time(row.until_ms))
        if now - row.since_ms > limit.window_ms:
            row.since_ms, row.failures = now, 0
        row.failures += 1
        row.until_ms = now + limit.lock_ms if row.failures >= limit.most else 0
        row.save(update_fields=["since_ms", "failures", "until_ms"])


@transaction.atomic
def succeeded(**keys: str) -> None:
    """Take the last attempt off again. Earlier failures stay: an own code buys no guesses at others."""
    for name, what in keys.items():
        kind = name.replace("_", "-")
        row = Throttle.objects.select_for_update().filter(key=key_of(kind, what)).first()
        if row is not None and row.failures:
            row.failures -= 1
            if row.failures < LIMITS[kind].most:
                row.until_ms = 0
            row.save(update_fields=["failures", "until_ms"])


def left(**keys: str) -> int:
    """How many attempts the tightest of these keys still allows."""
    kinds = {key_of(name.replace("_", "-"), what): name.replace("_", "-") for name, what in keys.items()}
    used = dict(Throttle.objects.filter(key__in=kinds).values_list("key", "failures"))
    return min(LIMITS[kind].most - used.get(key, 0) for key, kind in kinds.items())


def _locked_row(key: str, now: int) -> Throttle:
    row, made = Throttle.objects.select_for_update().get_or_create(key=key, defaults={"since_ms": now})
    if made:
        Throttle.objects.filter(since_ms__lt=now - FORGOTTEN_AFTER_MS, until_ms__lt=now).delete()
    return row


def _clock_time(instant_ms: int) -> str:
    # Rounded up to the minute: a wait that is said to be over is over.
    instant = datetime.fromtimestamp(-(-instant_ms // MINUTE_MS) * 60, timezone.get_current_timezone())
    return time_format(instant, "TIME_FORMAT")
