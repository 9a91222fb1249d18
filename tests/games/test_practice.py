"""Test the practice page: open to all, recording nothing, closed to players of a tournament game."""

import pytest
from django.templatetags.static import static
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import Event, Game
from games.referee import requests as r
from games.rules import Seat
from tests.databases import own_rows


@pytest.fixture
def device(db):
    """Make `device(live, "X")`: a client that has this seat of the game, or its table."""

    def make(live, seat):
        client = Client()
        if seat == "table":
            link = links.make(SYSTEM, role="table", scope=live.game.place).link
        else:
            link = links.make(SYSTEM, role="player", scope=live.game.scope, seat=seat).link
        session = client.session
        session[SESSION_LINKS] = [link.pk]
        session.save()
        client.cookies["sessionid"] = session.session_key
        return client

    return make


@pytest.mark.django_db
def test_all_may_practise_and_nothing_is_recorded(client):
    page = client.get(reverse("practice"))
    assert page.status_code == 200
    assert static("js/workers/engine.js") in page.content.decode()
    assert (own_rows(Game).count(), own_rows(Event).count()) == (0, 0)


def test_practice_is_closed_to_players_of_a_tournament_game_until_it_is_over(opened, device):
    live = opened(topic="tournament:3").start()
    player = device(live, "X")
    page = player.get(reverse("practice"))
    assert page.status_code == 403
    assert "engine.js" not in page.content.decode()
    assert Client().get(reverse("practice")).status_code == 200
    live.granted(r.Resign(Seat.X))
    assert player.get(reverse("practice")).status_code == 200


def test_the_tablet_of_a_table_is_no_way_to_the_computer_either(opened, device):
    live = opened(topic="tournament:3", place="table:3:1").start()
    tablet = device(live, "table")
    assert tablet.get(reverse("practice")).status_code == 403
    live.granted(r.Resign(Seat.X))
    assert tablet.get(reverse("practice")).status_code == 200


def test_a_game_among_friends_shuts_nothing(opened, device):
    player = device(opened(casual=True).start(), "X")
    assert player.get(reverse("practice")).status_code == 200
