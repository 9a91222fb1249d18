"""A club with people in every role, and requests for them."""

from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games import extension
from games.access import links
from games.access.permissions import SESSION_LINKS, SESSION_PINS, SYSTEM
from games.access.roles import Role
from games.models import Grant
from games.timekeeping import now_ms

ACCOUNTS = (Role.ORGANISER, Role.ARBITER, Role.SCORER)
DEVICES = (Role.DISPLAY, Role.TABLE, Role.PLAYER)
NEVER_MS = 10**15


@pytest.fixture(autouse=True)
def quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def hidden_club(django_db_setup, django_db_blocker):
    """Make rows for every address, once for all tests of a file."""
    from tests.rights.hidden_club import make_hidden_club

    with django_db_blocker.unblock(), transaction.atomic():
        yield make_hidden_club()
        transaction.set_rollback(True)


@pytest.fixture
def plain_refusals(monkeypatch):
    """Answer a refusal without its page, which is drawn and tested elsewhere."""
    monkeypatch.setattr(
        "tournament.views.pages._render_error", lambda request, status, why=None: HttpResponse(status=status)
    )


@pytest.fixture
def plain_scopes(monkeypatch):
    """Let scopes have no rows: these tests are about rights, not about tournaments."""
    monkeypatch.setattr("games.access.seeing.FINDERS", {})
    monkeypatch.setattr(extension, "installed", replace(extension.installed, finders={}))


@pytest.fixture
def someone(db):
    """Make an account: `someone("ada", role="arbiter", scope="tournament:3")`."""

    def make(name="ada", *, password="a long enough secret", role="", scope="club", **fields):
        user = get_user_model().objects.create_user(
            name, password=password, first_name=name.title(), **fields
        )
        if role:
            Grant.objects.create(subject=f"user:{user.pk}", role=role, scope=scope, created_ms=now_ms())
        return user

    return make


@pytest.fixture
def browser_of(db, someone):
    """Make a client with a role: an account for staff, an opened link for devices, neither for `anybody`."""

    def make(role, scope="club"):
        client = Client()
        if role in ACCOUNTS or role == Role.SIGNED_IN:
            client.force_login(someone(str(role), role="" if role == Role.SIGNED_IN else role, scope=scope))
        elif role in DEVICES or role == Role.TABLE_WITH_PIN:
            granted = Role.TABLE if role == Role.TABLE_WITH_PIN else role
            hold(client, links.make(SYSTEM, role=granted, scope=scope).link)
        if role == Role.TABLE_WITH_PIN:
            session = client.session
            session[SESSION_PINS] = {scope: NEVER_MS}
            session.save()
        return client

    return make


def hold(client, link):
    session = client.session
    session[SESSION_LINKS] = [*session.get(SESSION_LINKS, []), link.pk]
    session.save()
    client.cookies["sessionid"] = session.session_key
