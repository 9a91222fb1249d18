"""Looking at a link changes nothing for any user; opening it is a form that is sent."""

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Action, Link, LinkDevice
from tests.databases import own_rows

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]


def test_a_head_request_of_a_link_preview_opens_nothing(client):
    made = links.make(SYSTEM, role="table", scope="table:3:4")
    assert client.head(made.path).status_code == 405
    assert own_rows(Link).get().used_ms is None


def test_a_link_changes_nothing_for_who_is_signed_in_before_a_press(client, someone):
    """Another page could have brought its address up."""
    client.force_login(someone(role="organiser"))
    made = links.make(SYSTEM, role="display", scope="club")
    before = dict(client.session.items())
    shown = client.get(made.path)
    assert (shown.status_code, "Open this link?" in shown.content.decode()) == (200, True)
    assert dict(client.session.items()) == before
    made.link.refresh_from_db()
    assert made.link.used_ms is None
    assert client.post(made.path).status_code == 302
    assert client.session["links"] == [made.link.pk]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("hold", {"role": "table", "scope": "table:3:4"}),
        ("hold", {"role": "player", "scope": "game:17", "seat": "X", "once": True}),
        ("hold", {"role": "player", "scope": "entrant:12", "stands_for": "entrant:12"}),
        ("invite", {"role": "arbiter", "scope": "club", "once": True}),
        ("reset", {"scope": "user:1", "once": True}),
    ],
)
def test_a_preview_of_a_link_opens_nothing(kind, wanted):
    """Messengers and mail scanners fetch an address before anyone has opened it, and do not say so.

    A table's card used to belong to the first of them, and an invitation was open in its session.
    """
    made = links.make(SYSTEM, kind=kind, **wanted)
    before = (own_rows(Link).values().get(), own_rows(Action).count(), own_rows(Session).count())
    for _again in range(2):
        previewer = Client()
        page = previewer.get(made.path)
        assert page.status_code == 200
        assert "data-opens-itself" in page.content.decode(), "a device without account needs no press"
        assert settings.SESSION_COOKIE_NAME not in previewer.cookies
    assert not own_rows(LinkDevice).exists()
    assert (own_rows(Link).values().get(), own_rows(Action).count(), own_rows(Session).count()) == before
    assert Client().post(made.path).status_code == 302


def test_a_spent_link_says_so_before_anybody_presses():
    once = links.make(SYSTEM, role="player", scope="game:17", seat="X", once=True)
    Client().post(once.path)
    answer = Client().get(once.path)
    assert (answer.status_code, "works once" in answer.content.decode()) == (410, True)
