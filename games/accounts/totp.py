"""Codes that change every half minute (TOTP, RFC 6238), as apps on a phone show them. Pure."""

import base64
import hashlib
import hmac
import struct
from urllib.parse import quote, urlencode

STEP_MS = 30_000
DIGITS = 6
STEPS_BESIDE = 1  # a phone's clock may be half a minute off


def code_at(secret: str, step: int) -> str:
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    offset = digest[-1] & 15
    number = struct.unpack(">I", digest[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def matching_step(secret: str, typed: str, now_ms: int) -> int | None:
    """The step of which the code is, if it is one of now."""
    current, found = now_ms // STEP_MS, None
    for step in range(current - STEPS_BESIDE, current + STEPS_BESIDE + 1):
        if hmac.compare_digest(code_at(secret, step).encode(), typed.encode()):
            found = step
    return found


def setup_address(secret: str, *, account: str, issuer: str) -> str:
    """What the QR code says to the app."""
    label = quote(f"{issuer}:{account}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': issuer})}"
