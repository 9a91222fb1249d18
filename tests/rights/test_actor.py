"""The actor of a request or a socket, read from the database each time."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as django_settings

from games.access import links, permissions
from games.access.permissions import SESSION_PINS, SYSTEM, actor_of, may
from games.live.sessions import with_session
from games.models import Grant, Link
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.games.race import run_together

pytestmark = pytest.mark.django_db


def scope_of(client, headers=()):
    """Return what a connection gets: its address, and the session as it was when the socket opened."""
    handed = []

    async def application(scope, receive, send):
        handed.append(scope)

    cookie = f"{django_settings.SESSION_COOKIE_NAME}={client.session.session_key}".encode()
    scope = {"type": "websocket", "client": ("10.0.0.7", 4711), "headers": [(b"cookie", cookie), *headers]}
    async_to_sync(with_session(application))(scope, None, None)
    (scope,) = handed
    return scope


def test_a_socket_speaks_for_the_account_and_the_links_of_its_session(client, someone):
    ada = someone(role="arbiter", scope="tournament:3")
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    client.force_login(ada)
    actor = actor_of(scope_of(client))
    assert actor.subjects == {f"user:{ada.pk}", made.link.subject}
    assert (actor.user_id, actor.address) == (ada.pk, "10.0.0.7")


def test_a_right_taken_away_ends_on_an_open_socket(client):
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    scope = scope_of(client)
    assert may(actor_of(scope), "start", made.link)
    links.revoke(SYSTEM, made.link)
    assert not may(actor_of(scope), "start", made.link)


def test_a_right_ends_however_its_row_went_away(client):
    """Rows are also removed in bulk, by hand, and by another process."""
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    scope = scope_of(client)
    for change in (
        lambda: own_rows(Grant).all().delete(),
        lambda: Grant.objects.bulk_create(
            [Grant(subject=made.link.subject, role="table", scope="table:3:4", created_ms=0)]
        ),
        lambda: own_rows(Grant).update(scope="table:3:5"),
        lambda: own_rows(Grant).update(scope="table:3:4"),
        lambda: own_rows(Link).update(expires_ms=1),
    ):
        before = may(actor_of(scope), "start", made.link)
        change()
        assert may(actor_of(scope), "start", made.link) is not before


def test_the_arbiters_pin_locks_again_on_an_open_socket(client, monkeypatch):
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    session, now = client.session, now_ms()
    session[SESSION_PINS] = {"table:3:4": now + 60_000}
    session.save()
    scope = scope_of(client)
    assert may(actor_of(scope), "adjust", made.link)
    monkeypatch.setattr("games.access.permissions.now_ms", lambda: now + 60_000)
    assert not may(actor_of(scope), "adjust", made.link)


@pytest.mark.django_db(transaction=True)
def test_what_is_revoked_while_it_is_read_ends_with_the_next_message(client, monkeypatch):
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.post(made.path)
    scope = scope_of(client)
    holding = permissions.Holding

    def revoke_once_it_is_read(*row):
        monkeypatch.undo()
        run_together(lambda: links.revoke(SYSTEM, made.link))
        return holding(*row)

    monkeypatch.setattr(permissions, "Holding", revoke_once_it_is_read)
    assert may(actor_of(scope), "start", made.link)  # as of the moment in which it was asked
    assert not own_rows(Grant).exists()
    assert not may(actor_of(scope), "start", made.link)


def test_an_ended_session_has_no_account_on_an_open_socket(client, someone):
    client.force_login(someone(role="organiser"))
    scope = scope_of(client)
    assert may(actor_of(scope), "manage_club")
    client.logout()
    assert not actor_of(scope).subjects


def test_a_changed_password_ends_the_rights_of_open_sockets_elsewhere(client, someone):
    ada = someone(role="organiser")
    client.force_login(ada)
    scope = scope_of(client)
    ada.set_password("another long secret")
    ada.save()
    assert not actor_of(scope).subjects


def test_a_closed_account_has_no_rights(client, someone):
    ada = someone(role="organiser")
    client.force_login(ada)
    scope = scope_of(client)
    ada.is_active = False
    ada.save()
    assert not may(actor_of(scope), "manage_club")


def test_a_socket_without_a_session_is_anybody():
    actor = actor_of({"type": "websocket", "client": None, "headers": []})
    assert actor.who == "anybody"
    assert actor.address == ""


def test_a_socket_behind_a_trusted_proxy_comes_from_where_the_proxy_says(client, settings):
    settings.TRUSTED_PROXIES = ["10.0.0.7"]
    headers = [(b"x-forwarded-for", b"6.6.6.6, 192.168.1.20")]
    assert actor_of(scope_of(client, headers=headers)).address == "192.168.1.20"


def test_no_actor_has_a_right_that_was_not_granted(client, someone):
    client.force_login(someone("root", is_superuser=True, is_staff=True))
    assert not may(actor_of(scope_of(client)), "manage_staff")


@pytest.mark.django_db(transaction=True)
def test_asking_who_it_is_costs_a_bounded_number_of_queries(client, someone, django_assert_max_num_queries):
    for number in range(5):
        client.post(links.make(SYSTEM, role="table", scope=f"table:3:{number}").path)
    client.force_login(someone(role="arbiter", scope="tournament:3"))
    scope = scope_of(client)
    with django_assert_max_num_queries(5):  # session, account, its session's age, links, grants
        actor = actor_of(scope)
        for number in range(5):
            assert may(actor, "start", Link(scope=f"table:3:{number}"))
