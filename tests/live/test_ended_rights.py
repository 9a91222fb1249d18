"""Test that open sockets end when their game is hidden from them, or their right is taken."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client as Browser

from games import signals
from games.access import devices, links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.live import connection_limits
from games.models import Link, LinkDevice
from tests.databases import own_rows
from tests.live.client import Client
from tournament.models import Tournament


@pytest.fixture
def open_sockets(server, new_game):
    """Make `open_sockets(session)`: all kinds of one tournament. Walls, desks and pages follow its topic."""
    game = new_game(topic="tournament:7", place="table:7:4")
    kinds = {"topic": "tournament:7", "game": game.code, "table": "table:7:4"}
    opened = []

    def connect(session=""):
        clients = [Client(server, kind, name, session).__enter__() for kind, name in kinds.items()]
        opened.extend(clients)
        for client in clients:
            client.receive()
        return clients

    yield connect
    for client in opened:
        client.__exit__()


def test_sockets_that_were_open_when_a_tournament_was_hidden_end(open_sockets):
    """Hide the tournament: before a fix, open sockets received every move until the page was closed."""
    made = links.make(SYSTEM, role="display", scope="tournament:7")
    session = SessionStore()
    session[SESSION_LINKS] = [made.link.pk]
    session.save()
    strangers, let_in = open_sockets(), open_sockets(session.session_key)
    Tournament.objects.filter(pk=7).update(public=False)
    assert [each.closed_with() for each in strangers] == [connection_limits.NO_SUCH_GAME] * 3
    for each in let_in:
        each.send({"type": "ping", "t": 1})
        assert each.wait("pong")
    # Written past every page: a right may be taken in another process, too.
    Link.objects.filter(pk=made.link.pk).update(revoked_ms=1)
    assert [each.closed_with() for each in let_in] == [connection_limits.NO_SUCH_GAME] * 3


@pytest.fixture
def taken():
    """Collect the subjects whose rights were taken, from the signal."""
    subjects = []

    def note(**news):
        subjects.extend(news["subjects"])

    signals.rights_taken.connect(note)
    yield subjects
    signals.rights_taken.disconnect(note)


@pytest.mark.django_db
def test_a_withdrawn_link_a_signed_out_device_and_a_replaced_tablet_are_announced(
    taken, django_capture_on_commit_callbacks
):
    card = links.make(SYSTEM, role="table", scope="table:7:4", topic="tournament:7")
    tablet, other = Browser(), Browser()
    for each in (tablet, other):
        each.post(card.path)
    ways = (
        lambda: devices.admit(SYSTEM, own_rows(LinkDevice).waiting().get()),
        lambda: devices.sign_out(SYSTEM, card.link.devices.all(), card.link),
        lambda: links.revoke(SYSTEM, card.link),
    )
    for number, take in enumerate(ways, 1):
        with django_capture_on_commit_callbacks(execute=True):
            take()
        assert taken == [card.link.subject] * number
