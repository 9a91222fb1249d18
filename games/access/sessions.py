"""From where a request comes; the sessions of an account, as its owner sees them, and ending them."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from games.models import SessionInfo
from games.timekeeping import MINUTE_MS, now_ms

SEEN_EVERY_MS = 5 * MINUTE_MS  # finer would cost a write per page and tell the owner nothing more

_DEVICES = ("iPad", "iPhone", "Android", "CrOS", "Windows", "Macintosh", "Linux")
_BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari")
_PLAIN = {
    "CrOS": "Chromebook",
    "Macintosh": "Mac",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
}

_last_noted: dict[str, int] = {}


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


def device_of(request: HttpRequest) -> str:
    """Enough for a person to recognise the device: "iPad · Safari"."""
    agent = request.headers.get("User-Agent", "")
    found = [next((word for word in words if word in agent), "") for words in (_DEVICES, _BROWSERS)]
    return " · ".join(_PLAIN.get(word, word) for word in found if word)


@receiver(user_logged_in)
def note_sign_in(sender: object, request: HttpRequest, user: object, **_: object) -> None:
    """Every way of signing in comes by here, so no session of an account stays unlisted."""
    if request.session.session_key is None:
        request.session.save()
    now = now_ms()
    fields = {"user": user, "device": device_of(request), "address": address_of(request), "seen_ms": now}
    SessionInfo.objects.update_or_create(
        session_key=request.session.session_key,
        defaults=fields,
        create_defaults={**fields, "created_ms": now},
    )


def rotate(request: HttpRequest) -> None:
    """A new key for the same session: what was known of the old one is worth nothing any more."""
    old = request.session.session_key
    request.session.cycle_key()
    SessionInfo.objects.filter(session_key=old).update(session_key=request.session.session_key)


def note_seen(request: HttpRequest) -> None:
    """Remember that the session is in use: one write per session, process and five minutes."""
    key = request.session.session_key
    if key is None or "_auth_user_id" not in request.session:
        return
    now = now_ms()
    if now - _last_noted.get(key, 0) < SEEN_EVERY_MS:
        return
    if len(_last_noted) > 10_000:
        _last_noted.clear()
    _last_noted[key] = now
    SessionInfo.objects.filter(session_key=key).update(seen_ms=now, address=address_of(request))


def sessions_of(user_id: int) -> list[SessionInfo]:
    """Those still open, the one used last first."""
    open_keys = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return list(SessionInfo.objects.filter(user_id=user_id, session_key__in=open_keys).order_by("-seen_ms"))


def end(infos: list[SessionInfo]) -> int:
    """End these sessions; whoever uses one is signed out with the next request."""
    keys = [info.session_key for info in infos]
    Session.objects.filter(session_key__in=keys).delete()
    SessionInfo.objects.filter(session_key__in=keys).delete()
    return len(keys)
