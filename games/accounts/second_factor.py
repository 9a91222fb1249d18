"""The second factor of an account: codes of an app, and recovery codes for when the phone is lost.

The app's secret is encrypted with the key of this installation, so that a backup elsewhere does not hold it
in the clear. Recovery codes are long enough for a plain hash.
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
CODE_COUNT = 10
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


def is_required_of(user: User) -> bool:
    """Tell whether the club requires one of this account by now."""
    from_ms = extension.installed.second_factor_from_ms()
    return from_ms is not None and from_ms <= now_ms() and _is_staff(user)


def required_from_ms(user: User) -> int | None:
    """Return from when the club requires one of this account, in future or past; None for never."""
    return extension.installed.second_factor_from_ms() if _is_staff(user) else None


def _is_staff(user: User) -> bool:
    return Grant.objects.filter(subject=f"user:{user.pk}").exists()


def offer_secret(user: User) -> str:
    """Make a secret to scan. It counts only after a code of it was typed; the old one counts until then."""
    factor, _made = SecondFactor.objects.get_or_create(user=user)
    secret = base64.b32encode(secrets.token_bytes(20)).decode()
    factor.offered = _cipher().encrypt(secret.encode()).decode()
    factor.save(update_fields=["offered"])
    return secret


def offered_secret(user: User) -> str:
    """Return the secret that was offered last and waits for its first code, or ""."""
    factor = SecondFactor.objects.filter(user=user).first()
    return _decrypt(factor.offered) if factor else ""


@transaction.atomic
def switch_on(actor: Actor, user: User, typed: str) -> list[str]:
    """Switch the offered secret on once the app shows the right code. Return new recovery codes."""
    factor = SecondFactor.objects.select_for_update().filter(user=user).first()
    secret = _decrypt(factor.offered) if factor else ""
    step = matching_step(secret, _normalise(typed), now_ms()) if secret else None
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
    """Make recovery codes, known only at this moment; the old ones end."""
    made = [get_random_string(CODE_LENGTH, CODE_ALPHABET) for _ in range(CODE_COUNT)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash_code(code)) for code in made)
    return ["-".join(code[start : start + 4] for start in range(0, CODE_LENGTH, 4)) for code in made]


def codes_left(user: User) -> int:
    return RecoveryCode.objects.filter(user=user, used_ms=None).count()


@transaction.atomic
def switch_off(actor: Actor, user: User) -> None:
    """Switch the second factor off: by the owner unless the club requires it, or by an organiser."""
    if actor.user_id == user.pk and is_required_of(user):
        raise FactorRefused("factor-required")
    deleted, _rows = SecondFactor.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    if deleted:
        audit_log.write(actor, "factor_off", f"user:{user.pk}")


def check_code(actor: Actor, user: User, typed: str) -> None:
    """Check a code of the app, or a recovery code, each once. Guesses count."""
    tries = {"factor_account": f"user:{user.pk}", "factor_address": actor.address}
    throttle.count_attempt(**tries)
    plain = _normalise(typed)
    if _use_app_code(user, plain):
        throttle.uncount_attempt(**tries)
    elif RecoveryCode.objects.filter(user=user, code_hash=_hash_code(plain), used_ms=None).update(
        used_ms=now_ms()
    ):
        throttle.uncount_attempt(**tries)
        audit_log.write(actor, "recovery_used", f"user:{user.pk}", after={"left": codes_left(user)})
    else:
        audit_log.write(actor, "factor_wrong", f"user:{user.pk}")
        raise FactorRefused("factor-wrong")


def _use_app_code(user: User, plain: str) -> bool:
    factor = SecondFactor.objects.filter(user=user).first()
    secret = _decrypt(factor.secret) if factor else ""
    step = matching_step(secret, plain, now_ms()) if secret else None
    if step is None:
        return False
    # Of two requests with the same code at once, one signs in.
    return bool(SecondFactor.objects.filter(user=user, last_step__lt=step).update(last_step=step))


def _normalise(typed: str) -> str:
    return "".join(each for each in typed.upper() if each.isascii() and each.isalnum())


def _hash_code(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _cipher() -> Fernet:
    key = salted_hmac("games.second_factor", "key", algorithm="sha256").digest()
    return Fernet(base64.urlsafe_b64encode(key))


def _decrypt(sealed: str) -> str:
    """Decrypt the secret. Empty if the key of the installation has changed: recovery codes work then."""
    try:
        return _cipher().decrypt(sealed.encode()).decode() if sealed else ""
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
    """Return the step of a code that is valid now, or None."""
    current, found = now_ms // STEP_MS, None
    for step in range(current - STEPS_BESIDE, current + STEPS_BESIDE + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed.encode()):
            found = step
    return found


def setup_address(secret: str, *, account: str, issuer: str) -> str:
    """Return the address that the QR code gives to the app."""
    label = quote(f"{issuer}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"
