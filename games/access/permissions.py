"""Rights are checked here: `may(actor, verb, thing)`, and `@right` / `@public` for pages.

An actor is the origin of a request, with the roles held at that moment. It is read again for each page
request (`request.actor`) and each message of a socket (`actor_of(scope)`): a revoked right ends at once.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import wraps
from types import SimpleNamespace
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from games.access.roles import FRESH, PERSONAL, RIGHTS, Role
from games.accounts import session_age
from games.faults import Fault
from games.models import Grant, Link, SessionInfo
from games.referee import Keeper
from games.timekeeping import now_ms

# Keys of a device's session.
SESSION_LINKS = "links"  # ids of the links this device has opened
SESSION_DEVICE = "device"  # the short id by which lists and logs tell this device from others
SESSION_PINS = "pins"  # scope -> until when the arbiter's PIN unlocks it, in ms


class NotAllowed(Fault, PermissionDenied):
    """A missing right. Becomes a 403 page, or a refusal on a socket."""

    sentences = {
        "not-allowed": "You have no right to do this here. Ask an organiser for a link or an invitation.",
        "pin-needed": "This needs the arbiter's PIN on this tablet.",
        "before-the-round": "The round has not started yet. Until then only the arbiter can start this game.",
        "opponent-missing": "Your opponent is not here yet. Wait, or ask the arbiter to start this game.",
        "undeclared": "This page says nothing about who may see it, so nobody may.",
    }


class PasswordRequired(Exception):
    """A right that needs the password again. `ActorMiddleware` asks for it."""


class Thing(Protocol):
    """Anything that a right can be asked on: it has the scopes it lies in, the narrowest first."""

    @property
    def scopes(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class ScopedPlace:
    """A thing that is only its scopes."""

    scopes: tuple[str, ...]


CLUB = ScopedPlace(("club",))


@dataclass(frozen=True, slots=True)
class Holding:
    role: str
    scope: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class Actor:
    """The origin of a request: accounts, links and entrants spoken for, and their grants."""

    subjects: frozenset[str] = frozenset()
    user_id: int | None = None
    session_key: str = ""
    address: str = ""
    device: str = ""
    holdings: frozenset[Holding] = frozenset()
    unlocked: frozenset[str] = frozenset()  # the scopes that the arbiter's PIN has opened to this device
    lacks_factor: bool = False  # the club requires one: until it is set up, the account has no rights

    @property
    def who(self) -> str:
        """Return the one subject that the log names: the account, or the newest link, or anybody."""
        for kind in ("system", "user", "link", "entrant"):
            if named := [subject for subject in self.subjects if subject.partition(":")[0] == kind]:
                return max(named, key=lambda subject: int(subject.partition(":")[2] or 0))
        return "anybody"

    def with_subject(self, subject: str) -> "Actor":
        """Return the actor with one subject more, whose grants are not looked up."""
        return replace(self, subjects=self.subjects | {subject})


SYSTEM = Actor(subjects=frozenset({"system"}))


def address_of(carrier: HttpRequest | Mapping[str, Any]) -> str:
    """Return the address of a page request or of a socket's scope, or "" for a unix socket.

    It is the address of the peer, or what a proxy says that the settings trust.
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
    # Read from the right: the nearest proxies add last, and a client's inventions are on the left.
    for hop in reversed([*forwarded.split(","), peer]):
        address = hop.strip()[:45]
        if address and address not in trusted:
            return address
    return peer


def actor_of(carrier: HttpRequest | Mapping[str, Any]) -> Actor:
    """Read the actor behind a page request or a socket's scope, as the database has it at this moment."""
    if isinstance(carrier, HttpRequest):
        info = getattr(carrier, "account_session", None)
        lacks = info is not None and info.lacks_factor
        return _actor_in(carrier.session, carrier.user, address_of(carrier), lacks_factor=lacks)
    address = carrier.get("address", "")
    # The session that Channels put into the scope is as old as the connection.
    if not (key := getattr(carrier.get("session"), "session_key", None)):
        return Actor(address=address)
    asking: Any = SimpleNamespace(session=SessionStore(key))  # all that `get_user` reads of a request
    session, user = asking.session, get_user(asking)
    # A session that is too old represents no account. For pages `ActorMiddleware` checks that.
    info = session_age.session_of(key) if user.is_authenticated else None
    if info is None:
        return _actor_in(session, AnonymousUser(), address)
    return _actor_in(session, user, address, lacks_factor=info.lacks_factor)


def _actor_in(session: SessionBase, user: Any, address: str, *, lacks_factor: bool = False) -> Actor:
    now, device, pins = now_ms(), session.get(SESSION_DEVICE, ""), session.get(SESSION_PINS, {})
    # Django makes no query where the list is empty, here and below.
    links = list(Link.objects.live(now).on_device(device).filter(pk__in=session.get(SESSION_LINKS, [])))
    subjects = {link.subject for link in links} | {link.stands_for for link in links if link.stands_for}
    if user.is_authenticated:
        subjects.add(f"user:{user.pk}")
    holders = subjects - {f"user:{user.pk}"} if lacks_factor else subjects
    granted = Grant.objects.filter(subject__in=holders).values_list("role", "scope", "seat")
    return Actor(
        subjects=frozenset(subjects),
        user_id=user.pk,
        lacks_factor=lacks_factor,
        session_key=session.session_key or "",
        address=address,
        device=device,
        holdings=frozenset(Holding(*row) for row in granted),
        unlocked=frozenset(scope for scope, until_ms in pins.items() if until_ms > now),
    )


def _requires_password(request: HttpRequest, verb: str) -> bool:
    """Tell whether the verb needs a fresh password and the session's is too old."""
    if verb not in FRESH or (request.method in {"GET", "HEAD"} and not FRESH[verb]):
        return False
    info = session_age.session_of(request.session.session_key)
    return info is None or now_ms() - info.password_ms > session_age.FRESH_MS


def roles_on(actor: Actor, thing: Thing, seat: str = "") -> frozenset[Role]:
    """Return every role the actor has on this thing; the holder of a seat is no other seat's player."""
    scopes = {scope for scope in thing.scopes if scope}
    roles = {
        Role(holding.role)
        for holding in actor.holdings
        if holding.scope in scopes and (not seat or not holding.seat or holding.seat == seat)
    }
    roles.add(Role.ANYBODY)
    if actor.user_id is not None:
        roles.add(Role.SIGNED_IN)
    if Role.TABLE in roles and scopes & actor.unlocked:
        roles.add(Role.TABLE_WITH_PIN)
    # A casual game has no arbiter: its players have those rights.
    if getattr(thing, "casual", False):
        roles |= {_CASUAL[role] for role in roles & _CASUAL.keys()}
    # Where the server keeps the game there is no tablet between the players: they start it.
    if Role.PLAYER in roles and getattr(thing, "keeper", "") == Keeper.SERVER:
        roles.add(Role.OWN_DEVICE)
    return frozenset(roles)


_CASUAL = {Role.TABLE: Role.CASUAL_TABLE, Role.PLAYER: Role.CASUAL_PLAYER}


def may(actor: Actor, verb: str, thing: Thing = CLUB, *, seat: str = "") -> bool:
    """Tell whether the actor may do this to the thing (for that seat, when one is named)."""
    if actor is SYSTEM:
        return True
    if Holding(Role.ORGANISER, "club") in actor.holdings and verb not in PERSONAL:
        return True
    return not RIGHTS[verb].isdisjoint(roles_on(actor, thing, seat))


def require(actor: Actor, verb: str, thing: Thing = CLUB, *, seat: str = "") -> None:
    if may(actor, verb, thing, seat=seat):
        return
    on_a_tablet = Role.TABLE_WITH_PIN in RIGHTS[verb] and Role.TABLE in roles_on(actor, thing, seat)
    raise NotAllowed("pin-needed" if on_a_tablet else "not-allowed")


def seats_of(actor: Actor, thing: Thing, seats: Iterable[str]) -> tuple[str, ...]:
    """Return the seats for which the actor may move."""
    return tuple(seat for seat in seats if may(actor, "move", thing, seat=seat))


ThingT = TypeVar("ThingT", bound=Thing)
ThingT_co = TypeVar("ThingT_co", bound=Thing, covariant=True)
Captured = ParamSpec("Captured")
ResponseT = TypeVar("ResponseT", bound=HttpResponseBase)


class PageRequest(HttpRequest):
    """A page request as a view gets it. For the type checker: the object is of Django's own class."""

    actor: Actor
    account_session: SessionInfo | None


class PageRequestOn(PageRequest, Generic[ThingT_co]):
    """The same for a page whose `right` names a thing."""

    thing: ThingT_co


View = Callable[..., HttpResponse]
ViewOn = Callable[Concatenate[PageRequestOn[ThingT], ...], HttpResponse]


def public(
    view: Callable[Concatenate[PageRequest, Captured], ResponseT],
) -> Callable[Concatenate[PageRequest, Captured], ResponseT]:
    """Open this page to all."""
    view.right = "watch"  # type: ignore[attr-defined]  # the mark that `ActorMiddleware` looks for
    return view


@overload
def right(verb: str) -> Callable[[Callable[Concatenate[PageRequest, ...], HttpResponse]], View]: ...
@overload
def right(verb: str, thing: Callable[..., ThingT]) -> Callable[[ViewOn[ThingT]], View]: ...
def right(verb: str, thing: Callable[..., Thing] | None = None) -> Callable[[View], View]:
    """Close a page to all without the right on `thing(**captured)` (default: the club), its `request.thing`.

    A visitor who is signed out and only looks is led to the sign-in page; a tablet without the arbiter's PIN
    gets that as the reason; others are refused. A right that is declared `fresh` needs the password again.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def guarded(request: PageRequestOn[Thing], *args: Any, **captured: Any) -> HttpResponse:
            request.thing = thing(**captured) if thing else CLUB
            try:
                require(request.actor, verb, request.thing)
            except NotAllowed as refused:
                if request.actor.lacks_factor:
                    return redirect("second-factor")
                only_looks = request.actor.user_id is None and request.method == "GET"
                if only_looks and refused.code == "not-allowed":
                    return redirect_to_login(request.get_full_path())
                raise
            # A thing may need a right to be seen at all, such as a round that is a draft.
            seen_by = getattr(request.thing, "seen_by", "")
            if seen_by and not may(request.actor, seen_by, request.thing):
                raise Http404
            if _requires_password(request, verb):
                raise PasswordRequired
            return view(request, *args, **captured)

        guarded.right = verb  # type: ignore[attr-defined]  # as in `public`
        return guarded

    return guard
