"""The arbiter's PIN: unlocks arbiter actions for ten minutes on a tablet that already serves a table.

Stored twice, differently on purpose: the server's slow hash never leaves it; the offline verifier goes to the
tables, cut to ten bits, so that a reader of the tablet still has a thousand six-digit PINs to choose from,
with the server's counter in the way.
"""

import hashlib
import secrets
from itertools import pairwise
from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from games import audit_log
from games.access import throttle
from games.access.permissions import SESSION_DEVICE, SESSION_PINS, Actor, Thing
from games.faults import Counted, Fault
from games.models import Link, LinkDevice, Pin
from games.timekeeping import MINUTE_MS, now_ms

UNLOCKED_FOR_MS = 10 * MINUTE_MS
SHORTEST, LONGEST = 6, 12
# Plain JavaScript (plain HTTP has no crypto.subtle) takes 0.2 s for these under node on a server's core.
OFFLINE_ITERATIONS = 50_000
OFFLINE_BITS = 10
OFFLINE_TRIES = 5


class PinRefused(Fault):
    sentences = {
        "pin-form": Counted(
            "A PIN has {shortest} to {longest} digit.",
            "A PIN has {shortest} to {longest} digits.",
            by="longest",
        ),
        "pin-short": "The PIN has at least six digits.",
        "pin-easy": "This PIN is guessed first. Choose one that is not a run or a repetition.",
        "pin-missing": "No PIN is set for this event. An organiser or arbiter sets one at the desk.",
        "pin-wrong": "That is not the arbiter's PIN. Tries left: {left}.",
    }


@transaction.atomic
def set_pin(actor: Actor, scope: str, pin: str) -> None:
    if not (pin.isascii() and pin.isdigit() and SHORTEST <= len(pin) <= LONGEST):
        raise PinRefused("pin-form", shortest=SHORTEST, longest=LONGEST)
    if _is_easy(pin):
        raise PinRefused("pin-easy")
    Pin.objects.update_or_create(
        scope=scope,
        defaults={"hash": make_password(pin), "offline": _make_verifier(pin), "set_ms": now_ms()},
    )
    audit_log.write(actor, "set_pin", scope)


def unlock(session: SessionBase, actor: Actor, link: Link, pin: str) -> int:
    """Unlock arbiter actions on the tablet that holds this link; return until when, in ms.

    Tries count for the link, independent of other links of the device, and for all tablets of the place.
    Others can fill the second count, so it does not apply to a tablet on which this PIN was right before. A
    device that waits for admission counts apart: it locks no admitted device.
    """
    row = pin_of(link)
    if row is None:
        raise PinRefused("pin-missing")
    if len(pin) < SHORTEST:
        raise PinRefused("pin-short")  # a slip of the finger, not a guess: it costs no try
    device = link.devices.filter(device=session.get(SESSION_DEVICE, "")).first()
    keys = _throttle_keys(link, device, row, actor.address)
    throttle.count_attempt(**keys)
    if not check_password(pin, row.hash):
        audit_log.write(actor, "pin_wrong", row.scope)
        raise PinRefused("pin-wrong", left=throttle.attempts_left(**keys))
    throttle.uncount_attempt(**keys)
    if device is not None:
        device.pin_set_ms = row.set_ms
        device.save(update_fields=["pin_set_ms"])
    until = now_ms() + UNLOCKED_FOR_MS
    session[SESSION_PINS] = {**session.get(SESSION_PINS, {}), row.scope: until}
    session.save()
    audit_log.write(actor, "unlock", row.scope)
    return until


def _throttle_keys(link: Link, device: LinkDevice | None, row: Pin, address: str) -> dict[str, str]:
    """Return the keys under which a try is counted."""
    if device is not None and not device.is_in:
        return {"pin_waiting": f"{link.subject}|{address}", "pin_waiting_scope": row.scope}
    keys = {"pin_link": f"{link.subject}|{row.scope}"}
    if device is None or device.pin_set_ms != row.set_ms:
        keys["pin_scope"] = row.scope
    return keys


def pin_of(thing: Thing) -> Pin | None:
    """Return the narrowest PIN that is set for a thing. None for quick games: they have no arbiter."""
    if getattr(thing, "casual", False) or getattr(thing, "is_of_game", False):
        return None
    scopes = [scope for scope in thing.scopes if scope]
    known = {row.scope: row for row in Pin.objects.filter(scope__in=scopes)}
    return next((known[scope] for scope in scopes if scope in known), None)


def lock(session: SessionBase) -> None:
    """Lock this tablet again at once."""
    session.pop(SESSION_PINS, None)
    session.save()


def offline_verifier(thing: Thing) -> dict[str, Any] | None:
    """Return what a table needs to check the PIN offline, as `static/js/table/pin_check.js` reads it."""
    row = pin_of(thing)
    return row.offline if row else None


def _make_verifier(pin: str) -> dict[str, Any]:
    salt = secrets.token_hex(16)
    return {
        "salt": salt,
        "iterations": OFFLINE_ITERATIONS,
        "bits": OFFLINE_BITS,
        "tries": OFFLINE_TRIES,
        "check": _short_hash(pin, salt, OFFLINE_ITERATIONS, OFFLINE_BITS),
    }


def _short_hash(pin: str, salt: str, iterations: int, bits: int) -> int:
    long = hashlib.pbkdf2_hmac("sha256", pin.encode(), salt.encode(), iterations)
    return int.from_bytes(long[:4], "big") >> (32 - bits)


def _is_easy(pin: str) -> bool:
    steps = {(int(b) - int(a)) % 10 for a, b in pairwise(pin)}
    half = len(pin) // 2
    return len(steps) == 1 or pin[:half] * 2 == pin or len(set(pin)) <= 2
