"""Links that give a right: make them, open them on a device, renew and revoke them.

The secret is shown once, as QR and as a short code, and stored only as a hash. The rights of a link are the
grants of its subject (`link:7`), as for any other subject.
"""

import hashlib
import secrets
from dataclasses import dataclass

from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import get_random_string, salted_hmac

from games import audit_log, extension
from games.access import devices, throttle
from games.access.permissions import SESSION_DEVICE, SESSION_LINKS, Actor, PageRequest
from games.accounts import sessions
from games.accounts.second_factor import CODE_ALPHABET
from games.audit_log import path_of_link
from games.faults import Fault
from games.models import Game, Grant, Link, LinkKind
from games.qr import qr_code
from games.timekeeping import now_ms

CODE_LENGTH = 8
CODE_SALT = "games.links.code"  # part of every printed code: it must never change
HOUR_MS = 3_600_000
LIFETIMES_MS = {
    LinkKind.HOLD: 90 * 24 * HOUR_MS,  # a season; a tournament's end may be named instead
    LinkKind.INVITE: 7 * 24 * HOUR_MS,
    LinkKind.RESET: 24 * HOUR_MS,
}


class LinkRefused(Fault):
    sentences = {
        "unknown": "This link or code is not known here. Check it letter by letter, or ask for a new one.",
        "expired": "This link has expired. Ask whoever gave it to you for a new one.",
        "revoked": "This link was withdrawn. Ask an organiser if you still need it.",
        "spent": "This link works once, and it was used already. Ask for a new one.",
        "too-many-devices": "Many devices opened this just now. Try again at {time}, or ask for a new one.",
    }


@dataclass(frozen=True, slots=True)
class LinkCard:
    """A link to hand over (templates/links/_code_card.html): to scan, to type, to send."""

    link: Link
    qr: str
    code: str
    address: str
    code_address: str


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link with its two secrets, known only at this moment."""

    link: Link
    token: str
    code: str

    @property
    def path(self) -> str:
        return reverse("link", args=[self.token])

    @property
    def shown_code(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"

    def card(self, request: HttpRequest) -> LinkCard:
        # A role or a password must not cross the hall's Wi-Fi in the clear.
        address = address_for_others(request, self.path, encrypted=self.link.kind != LinkKind.HOLD)
        return LinkCard(
            link=self.link,
            qr=qr_code(address),
            code=self.shown_code,
            address=address,
            code_address=address_for_others(request, reverse("code")).partition("://")[2],
        )


def address_for_others(request: HttpRequest, path: str, *, encrypted: bool = False) -> str:
    """Return the address at which another device finds a path."""
    found = extension.installed.reach(request, path, encrypted=encrypted)
    return found or request.build_absolute_uri(path)


def share_card(request: HttpRequest, game: Game) -> dict[str, str]:
    """Return the address of a game for others, to send and to scan (templates/games/_share.html)."""
    address = address_for_others(request, reverse("game", args=[game.code]))
    return {"address": address, "qr": qr_code(address)}


@transaction.atomic
def make(
    actor: Actor,
    *,
    role: str = "",
    scope: str,
    topic: str = "",
    seat: str = "",
    stands_for: str = "",
    kind: LinkKind = LinkKind.HOLD,
    label: str = "",
    once: bool = False,
    expires_ms: int | None = None,
) -> NewLink:
    """Make a link. `topic` is the wider scope (`tournament:3`) whose staff manage the link."""
    now = now_ms()
    token, code = _new_secrets()
    link = Link.objects.create(
        kind=kind,
        role=role,
        scope=scope,
        topic=topic,
        seat=seat,
        stands_for=stands_for,
        token_hash=_token_hash(token),
        code_hash=_code_hash(code),
        label=label,
        once=once,
        created_ms=now,
        created_by=actor.who,
        expires_ms=expires_ms or now + LIFETIMES_MS[kind],
    )
    if kind == LinkKind.HOLD:
        Grant.objects.create(
            subject=link.subject, role=role, scope=scope, seat=seat, created_ms=now, created_by=actor.who
        )
    if _is_club_link(link):
        audit_log.write(actor, "make_link", path_of_link(link), after=_link_facts(link))
    return NewLink(link, token, code)


@transaction.atomic
def renew(actor: Actor, link: Link) -> NewLink:
    """Make new secrets for a link whose card was lost: the old ones end, devices stay signed in."""
    token, code = _new_secrets()
    now = now_ms()
    link.token_hash, link.code_hash = _token_hash(token), _code_hash(code)
    link.expires_ms, link.used_ms = now + LIFETIMES_MS[LinkKind(link.kind)], None
    link.save(update_fields=["token_hash", "code_hash", "expires_ms", "used_ms"])
    audit_log.write(actor, "renew_link", path_of_link(link))
    return NewLink(link, token, code)


@transaction.atomic
def revoke(actor: Actor, link: Link) -> None:
    """End the link and its grants, on every device that opened it."""
    if link.revoked_ms is not None:
        return
    link.revoked_ms = now_ms()
    link.save(update_fields=["revoked_ms"])
    Grant.objects.filter(subject=link.subject).delete()
    audit_log.write(actor, "revoke_link", path_of_link(link), before=_link_facts(link))
    sessions.disconnect_sockets_of(link.subject)


def find_by_token(token: str) -> Link:
    return _require_valid(Link.objects.filter(token_hash=_token_hash(token)).first())


def find_by_code(typed: str, *, address: str) -> Link:
    """Find the link of a typed code. Guesses are counted for the address and for all together.

    Strangers can fill the count of all, so it refuses wrong codes only: a right one still opens.
    """
    throttle.count_attempt(code_address=address)
    code = "".join(each for each in typed.upper() if each.isalnum())
    found = Link.objects.filter(code_hash=_code_hash(code)).first()
    if found is None:
        throttle.count_attempt(code_all="all")
    link = _require_valid(found)
    throttle.uncount_attempt(code_address=address)
    return link


@transaction.atomic
def open_on_device(request: PageRequest, link: Link) -> bool:
    """Give this device the link's right (kind HOLD); return False if it has to wait for admission."""
    before = devices.find_device(request.session, link)
    was_in = before is not None and before.is_in
    if before is None and _is_club_link(link):
        _count_device(request.actor, link)
    device = devices.note_opening(request, link)
    is_in = device.admitted_ms is not None
    actor, after = request.actor.with_subject(link.subject), {"device": device.device}
    if not is_in:
        audit_log.write(actor, "ask_for_table", path_of_link(link), after=after)
    elif not was_in and _is_club_link(link):
        audit_log.write(actor, "open_link", path_of_link(link), after=after)
    if is_in:
        mark_used(link)
        remember_link(request, link)
    return is_in


def _is_club_link(link: Link) -> bool:
    """Tell whether log and limits cover the link: not those of quick games, which are open to all."""
    return bool(link.topic) or not link.scope.startswith("game:")


def _count_device(actor: Actor, link: Link) -> None:
    """Limit new devices: each costs a session and a line of the log, for good."""
    try:
        throttle.count_attempt(link_devices=link.subject, link_address=actor.address)
    except throttle.TooManyTries as fault:
        raise LinkRefused("too-many-devices", **fault.params) from fault


def remember_link(request: PageRequest, link: Link) -> None:
    """Store the link in the session of a device that was admitted.

    The session keeps its key: requests under way with an old key would lose the rights of the device.
    """
    opened = [known for known in request.session.get(SESSION_LINKS, []) if known != link.pk]
    request.session[SESSION_LINKS] = [*opened, link.pk]


def mark_used(link: Link) -> None:
    """Mark the link as used. Of several devices at once, one gets a link that works once."""
    usable = Link.objects.unspent(now_ms()).filter(pk=link.pk)
    if not usable.update(used_ms=now_ms()):
        raise LinkRefused("spent")


def require_unspent(link: Link) -> None:
    """Refuse a link that works once and was used."""
    if link.once and link.used_ms is not None:
        raise LinkRefused("spent")


def links_of_device(request: HttpRequest) -> list[Link]:
    """List the live links that this device opened, the last one first."""
    opened = request.session.get(SESSION_LINKS, [])
    here = Link.objects.live(now_ms()).on_device(request.session.get(SESSION_DEVICE, ""))
    known = {link.pk: link for link in here.filter(pk__in=opened)}
    return [known[pk] for pk in reversed(opened) if pk in known]


def leave(request: PageRequest, link_id: int) -> None:
    """Give the right back on this device; the link itself stays."""
    opened = request.session.get(SESSION_LINKS, [])
    request.session[SESSION_LINKS] = [known for known in opened if known != link_id]
    if link_id in opened and (link := Link.objects.filter(pk=link_id).first()):
        devices.leave(request.session, link)
        audit_log.write(request.actor.with_subject(link.subject), "leave_link", path_of_link(link))


def _require_valid(link: Link | None) -> Link:
    """Return the link, or refuse it as unknown, revoked or expired."""
    if link is None:
        raise LinkRefused("unknown")
    if link.revoked_ms is not None:
        raise LinkRefused("revoked")
    if link.expires_ms is not None and link.expires_ms <= now_ms():
        raise LinkRefused("expired")
    return link


def _new_secrets() -> tuple[str, str]:
    return secrets.token_urlsafe(32), get_random_string(CODE_LENGTH, CODE_ALPHABET)


def _token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _code_hash(code: str) -> str:
    # A reader of the table could try all codes, so the hash is keyed with the secret of this installation.
    return salted_hmac(CODE_SALT, code, algorithm="sha256").hexdigest()


def _link_facts(link: Link) -> dict[str, str]:
    return {name: getattr(link, name) for name in ("kind", "role", "scope", "seat", "stands_for")}
