"""Where a request comes from."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest


def address_of(carrier: HttpRequest | Mapping[str, Any]) -> str:
    """The address of a page request or of a socket's scope; empty when there is none (a unix socket).

    The peer's, or, behind a proxy we were told to trust, what that proxy says.
    """
    peer: str
    forwarded: str
    if isinstance(carrier, HttpRequest):
        peer, forwarded = carrier.META.get("REMOTE_ADDR", ""), carrier.headers.get("X-Forwarded-For", "")
    else:
        peer = (carrier.get("client") or ("",))[0]
        headers = dict(carrier.get("headers", ()))
        forwarded = headers.get(b"x-forwarded-for", b"").decode("latin-1")
    trusted = set(settings.TRUSTED_PROXIES)
    # Read from the right: the nearest proxies add last, and what a client invents stands on the left.
    for hop in reversed([*forwarded.split(","), peer]):
        address = hop.strip()[:45]
        if address and address not in trusted:
            return address
    return peer
