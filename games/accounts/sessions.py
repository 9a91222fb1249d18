"""The sessions of an account: list them for the owner, and end them."""

from functools import partial

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.models import Session
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from games import signals
from games.access.permissions import address_of
from games.accounts import second_factor
from games.models import SessionInfo
from games.timekeeping import MINUTE_MS, now_ms

_DEVICES = ("iPad", "iPhone", "Android", "CrOS", "Windows", "Macintosh", "Linux")
_BROWSERS = ("Edg", "OPR", "SamsungBrowser", "Firefox", "Chrome", "Safari")
_PLAIN = {
    "CrOS": "Chromebook",
    "Macintosh": "Mac",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung",
}


def device_of(request: HttpRequest) -> str:
    """Describe the device so that a person recognises it: "iPad · Safari"."""
    agent = request.headers.get("User-Agent", "")
    found = [next((word for word in words if word in agent), "") for words in (_DEVICES, _BROWSERS)]
    return " · ".join(_PLAIN.get(word, word) for word in found if word)


SEEN_EVERY_MS = 5 * MINUTE_MS  # finer would cost a write per page and tell the owner nothing more

_last_noted: dict[str, int] = {}


@receiver(user_logged_in)
def note_sign_in(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Note the session of an account. Every way of signing in sends this signal, so none stays unlisted."""
    if request.session.session_key is None:
        request.session.save()
    now = now_ms()
    fields = {
        "user": user,
        "device": device_of(request),
        "address": address_of(request),
        "seen_ms": now,
        "lacks_factor": second_factor.is_required_of(user) and not second_factor.is_on(user),
        "password_ms": now,  # each way of signing in either asks for it or sets it
    }
    SessionInfo.objects.update_or_create(
        session_key=request.session.session_key,
        defaults=fields,
        create_defaults={**fields, "created_ms": now},
    )


def rotate(request: HttpRequest) -> None:
    """Give the session a new key, so that the old one is worthless."""
    old = request.session.session_key
    request.session.cycle_key()
    SessionInfo.objects.filter(session_key=old).update(session_key=request.session.session_key)


def sessions_of(user_id: int) -> list[SessionInfo]:
    """List the open sessions of an account, the one used last first."""
    open_keys = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return list(SessionInfo.objects.filter(user_id=user_id, session_key__in=open_keys).order_by("-seen_ms"))


def end_sessions(infos: list[SessionInfo]) -> int:
    """End these sessions, and their sockets at once; a page of them is signed out with the next request."""
    keys = [info.session_key for info in infos]
    Session.objects.filter(session_key__in=keys).delete()
    SessionInfo.objects.filter(session_key__in=keys).delete()
    _announce_change(keys)
    return len(keys)


def disconnect_sockets_of(subject: str) -> None:
    """Close this subject's sockets so that they authenticate again: it has lost a right."""
    kind, _colon, number = subject.partition(":")
    if kind == "user":
        _announce_change([info.session_key for info in sessions_of(int(number))])
    else:
        taken = partial(signals.rights_taken.send, sender=SessionInfo, subjects=[subject])
        transaction.on_commit(taken, robust=True)


def _announce_change(keys: list[str]) -> None:
    if keys:
        transaction.on_commit(partial(signals.sessions_changed.send, sender=SessionInfo, keys=keys))


def note_seen(key: str | None, address: str) -> None:
    """Note that the session is in use: one write per session, process and five minutes."""
    if not key:
        return
    now = now_ms()
    if now - _last_noted.get(key, 0) < SEEN_EVERY_MS:
        return
    if len(_last_noted) > 10_000:
        _last_noted.clear()
    _last_noted[key] = now
    SessionInfo.objects.filter(session_key=key).update(seen_ms=now, address=address)
