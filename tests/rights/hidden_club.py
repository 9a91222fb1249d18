"""One club for every walk through all addresses: what each page needs, made once, and all of it hidden.

Every name here carries a mark of its owner. No mark may show to strangers.
"""

import re
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from games.access import links
from games.access.permissions import SESSION_LINKS, SESSION_PINS, SYSTEM
from games.access.roles import RIGHTS, Role
from games.models import Game, Grant, Link, Notice
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.rights.samples import SAMPLES
from tournament.models import (
    Category,
    Club,
    ClubSettings,
    Evening,
    HallScreen,
    Parcel,
    Player,
    Prize,
    Stage,
    Table,
    Team,
    Tournament,
)

ROLES = (
    Role.ANYBODY,
    Role.SIGNED_IN,
    Role.ORGANISER,
    Role.ARBITER,
    Role.SCORER,
    Role.DISPLAY,
    Role.TABLE,
    Role.TABLE_WITH_PIN,
    Role.PLAYER,
)
ACCOUNTS = (Role.SIGNED_IN, Role.ORGANISER, Role.ARBITER, Role.SCORER)
NEVER_MS = 10**15

# A hyphen, which no token has: chance must not make a name.
MARK = re.compile(r"Zq-[a-z]+|Bystander")
# Model and field of every name; none of a hidden tournament is public.
NAMES = (
    (Tournament, "name"),
    (Tournament, "city"),
    (Tournament, "about"),
    (Stage, "name"),
    (Player, "first_name"),
    (Player, "family_name"),
    (Player, "note"),
    (Team, "name"),
    (Category, "name"),
    (Prize, "title"),
    (Table, "label"),
    (Evening, "name"),
    (Evening, "season"),
    (Parcel, "text"),
    (Link, "label"),
    (Notice, "text"),
    (HallScreen, "text"),
)


def pages(resolver=None):
    """List every page but the admin's, which checks its own rights."""
    for pattern in (resolver or get_resolver("tournament.urls")).url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from pages(pattern)
        else:
            yield pattern


PAGES = list(pages())
GUARDED = [page for page in PAGES if getattr(page.callback, "right", None) in RIGHTS]


@dataclass
class HiddenClub:
    captured: dict[str, dict[str, object]]
    shown_scope: str
    clients: dict[tuple[str, str], Client]

    def address(self, page):
        return reverse(page.name, kwargs=self.captured.get(page.name))

    def client(self, role, scope="club"):
        """Return a client with the role there, in the state of its first request."""
        made = self.clients[role, scope]
        client = Client()
        client.cookies = SimpleCookie(made.cookies.output(header=""))
        return client


def make_hidden_club():
    """Make rows for every address with arguments; a page that `samples.py` does not know fails here."""
    captured = {}
    for page in PAGES:
        if page.pattern.converters:
            assert page.name in SAMPLES, (
                f"tests/rights/samples.py does not say what to fill in for {page.name!r}"
            )
            captured[page.name] = SAMPLES[page.name]()
    club = Club.objects.create(name="The Cubes")
    ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
    links.make(SYSTEM, role="display", scope="club", label="a link")
    _hide()
    shown = Tournament.objects.create(name="Open Cup")
    clients = {(role, scope): _client(role, scope) for role in ROLES for scope in ("club", shown.scope)}
    return HiddenClub(captured, shown.scope, clients)


def _hide():
    own_rows(Tournament).update(public=False)
    for model, name in NAMES:
        for row in own_rows(model):
            mark = f"Zq-{model.__name__.lower()}{name.replace('_', '')}"
            # Numbers make names unique; only the letters are searched for.
            value = f"{mark} {row.pk}"[: model._meta.get_field(name).max_length]
            model.objects.filter(pk=row.pk).update(**{name: value})
    for game in own_rows(Game).exclude(topic=""):
        game.players = {seat: {"name": f"Zq-seat {game.pk}"} for seat in ("X", "O")}
        game.save(update_fields=["players"])
    account = get_user_model().objects.create_user("zq", first_name="Zq-account", last_name="Zq-account")
    Grant.objects.create(subject=f"user:{account.pk}", role=Role.ORGANISER, scope="club", created_ms=1)


def _client(role, scope):
    client = Client()
    if role in ACCOUNTS:
        user = get_user_model().objects.create(username=f"{role} of {scope}")
        if role != Role.SIGNED_IN:
            Grant.objects.create(subject=f"user:{user.pk}", role=role, scope=scope, created_ms=now_ms())
        client.force_login(user)
    elif role != Role.ANYBODY:
        granted = Role.TABLE if role == Role.TABLE_WITH_PIN else role
        session = client.session
        session[SESSION_LINKS] = [links.make(SYSTEM, role=granted, scope=scope).link.pk]
        if role == Role.TABLE_WITH_PIN:
            session[SESSION_PINS] = {scope: NEVER_MS}
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


@contextmanager
def rolled_back():
    """Roll back what happens inside: rows are made once and requested in every role."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def marks_in(response):
    """Find the marked names in any part of an answer."""
    body = b"".join(response) if response.streaming else response.content
    return set(MARK.findall(body.decode(errors="replace"))) | set(MARK.findall(str(response.headers)))
