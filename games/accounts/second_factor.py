"""The second factor of an account: codes of an app, and recovery codes for when the phone is lost.

The app's secret is encrypted with the key of this installation, so that a backup that leaves the house does
not carry it along. Recovery codes are long enough that a plain hash keeps them.
"""

import base64
import hashlib
import hmac
import secrets
import struct
from urllib.parse import quote, urlencode

from cryptography.fernet import Fernet, InvalidToken
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.crypto import get_random_string, salted_hmac

from games import audit_log, extension
from games.access import throttle
from games.access.permissions import Actor
from games.faults import Fault
from games.models import Grant, RecoveryCode, SecondFactor, SessionInfo
from games.timekeeping import now_ms

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # to read off paper: 0 O 1 I L look alike
HOW_MANY_CODES = 10
CODE_LENGTH = 16  # of 31 characters: 79 bits
# The codes of the app (TOTP, RFC 6238) change every half minute.
STEP_MS = 30_000
DIGITS = 6
STEPS_BESIDE = 1  # a phone's clock may be half a minute off


class FactorRefused(Fault):
    sentences = {
        "factor-wrong": "This code is not right, or it was used already. Wait for the next one and type it.",
        "factor-required": "This club wants a second factor of its staff. Renew it instead of ending it.",
    }


def is_on(user: User) -> bool:
    return SecondFactor.objects.filter(user=user).exclude(secret="").exists()


def is_wanted_of(user: User) -> bool:
    """Whether the club wants one of this account by now."""
    from_ms = extension.installed.second_factor_from_ms()
    return from_ms is not None and from_ms <= now_ms() and _is_staff(user)


def wanted_from_ms(user: User) -> int | None:
    """From when the club will want one of this account, or wants it already."""
    return extension.installed.second_factor_from_ms() if _is_staff(user) else None


def _is_staff(user: User) -> bool:
    return Grant.objects.filter(subject=f"user:{user.pk}").exists()


def offer(user: User) -> str:
    """The secret to scan; it counts only after a code of it was typed, and the one until now until then."""
    factor, _made = SecondFactor.objects.get_or_create(user=user)
    secret = base64.b32encode(secrets.token_bytes(20)).decode()
    factor.offered = _box().encrypt(secret.encode()).decode()
    factor.save(update_fields=["offered"])
    return secret


def offered(user: User) -> str:
    """The secret that was shown last and waits for its first code, or nothing."""
    factor = SecondFactor.objects.filter(user=user).first()
    return _opened(factor.offered) if factor else ""


@transaction.atomic
def switch_on(actor: Actor, user: User, typed: str) -> list[str]:
    """The app shows the right code: from now on it is asked for. Gives new recovery codes."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    secret = _opened(factor.offered) if factor else ""
    step = matching_step(secret, _plain(typed), now_ms()) if secret else None
    if factor is None or step is None:
        raise FactorRefused("factor-wrong")
    factor.secret, factor.offered, factor.last_step, factor.set_ms = factor.offered, "", step, now_ms()
    factor.save()
    SessionInfo.objects.filter(user=user).update(lacks_factor=False)
    audit_log.write(actor, "factor_on", f"user:{user.pk}")
    return new_codes(user)


@transaction.atomic
def renew_codes(actor: Actor, user: User) -> list[str]:
    audit_log.write(actor, "recovery_made", f"user:{user.pk}")
    return new_codes(user)


def new_codes(user: User) -> list[str]:
    """Fresh recovery codes, known only at this moment; those until now are worth nothing any more."""
    made = [get_random_string(CODE_LENGTH, CODE_ALPHABET) for _ in range(HOW_MANY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash(code)) for code in made)
    return ["-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4)) for code in made]


def codes_left(user: User) -> int:
    return RecoveryCode.objects.filter(user=user, used_ms=None).count()


@transaction.atomic
def switch_off(actor: Actor, user: User) -> None:
    """By whoever may: the owner, unless the club wants it; an organiser for who lost phone and codes."""
    if actor.user_id == user.pk and is_wanted_of(user):
        raise FactorRefused("factor-required")
    deleted, _rows = SecondFactor.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    if deleted:
        audit_log.write(actor, "factor_off", f"user:{user.pk}")


def check(actor: Actor, user: User, typed: str) -> None:
    """The code of the app, or one of the recovery codes, each once. Guesses count."""
    tries = {"factor_account": f"user:{user.pk}", "factor_address": actor.address}
    throttle.attempt(**tries)
    plain = _plain(typed)
    if _takes_code(user, plain):
        throttle.succeeded(**tries)
    elif RecoveryCode.objects.filter(user=user, code_hash=_hash(plain), used_ms=None).update(
        used_ms=now_ms()
    ):
        throttle.succeeded(**tries)
        audit_log.write(actor, "recovery_used", f"user:{user.pk}", after={"left": codes_left(user)})
    else:
        audit_log.write(actor, "factor_wrong", f"user:{user.pk}")
        raise FactorRefused("factor-wrong")


def _takes_code(user: User, plain: str) -> bool:
    factor = SecondFactor.objects.filter(user=user).first()
    secret = _opened(factor.secret) if factor else ""
    step = matching_step(secret, plain, now_ms()) if secret else None
    if step is None:
        return False
    # Of two who send the same code at once, one gets in.
    return bool(SecondFactor.objects.filter(user=user, last_step__lt=step).update(last_step=step))


def _plain(typed: str) -> str:
    return "".join(each for each in typed.upper() if each.isascii() and each.isalnum())


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _box() -> Fernet:
    key = salted_hmac("games.second_factor", "key", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def _opened(sealed: str) -> str:
    """Empty also where the key of the installation is another one: recovery codes open then."""
    try:
        return _box().decrypt(sealed.encode()).decode() if sealed else ""
    except InvalidToken:
        return ""


def code_at(secret: str, step: int) -> str:
    """Return the code that the app shows in this half minute."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, typed: str, now_ms: int) -> int | None:
    """Return the step of which the code is, if it is one of now."""
    current, found = now_ms // STEP_MS, None
    for step in range(current - STEPS_BESIDE, current + STEPS_BESIDE + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed.encode()):
            found = step
    return found


def setup_address(secret: str, *, account: str, issuer: str) -> str:
    """Return what the QR code says to the app."""
    label = quote(f"{issuer}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"
