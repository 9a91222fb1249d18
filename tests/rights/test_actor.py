"""Who is behind a request or a socket, read fresh each time."""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as django_settings

from games.access import links
from games.access.permissions import SYSTEM, actor_of, may
from games.live.sessions import with_session
from games.models import Link

pytestmark = pytest.mark.django_db


def scope_of(client, headers=()):
    """What a connection is handed: its address, and the session as it was when the socket opened."""
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
    client.get(made.path)
    client.force_login(ada)
    actor = actor_of(scope_of(client))
    assert actor.subjects == {f"user:{ada.pk}", made.link.subject}
    assert (actor.user_id, actor.address) == (ada.pk, "10.0.0.7")


def test_a_right_taken_away_ends_on_an_open_socket(client):
    made = links.make(SYSTEM, role="table", scope="table:3:4", topic="tournament:3")
    client.get(made.path)
    scope = scope_of(client)
    assert may(actor_of(scope), "start", made.link)
    links.revoke(SYSTEM, made.link)
    assert not may(actor_of(scope), "start", made.link)


def test_an_ended_session_speaks_for_nobody_on_an_open_socket(client, someone):
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


def test_a_closed_account_speaks_for_nobody(client, someone):
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


def test_nobody_has_a_power_that_was_not_granted(client, someone):
    client.force_login(someone("root", is_superuser=True, is_staff=True))
    assert not may(actor_of(scope_of(client)), "manage_staff")


def test_asking_who_it_is_costs_a_bounded_number_of_queries(client, someone, django_assert_max_num_queries):
    client.force_login(someone(role="arbiter", scope="tournament:3"))
    for number in range(5):
        client.get(links.make(SYSTEM, role="table", scope=f"table:3:{number}").path)
    scope = scope_of(client)
    with django_assert_max_num_queries(4):
        actor = actor_of(scope)
        for number in range(5):
            may(actor, "start", Link(scope=f"table:3:{number}"))
