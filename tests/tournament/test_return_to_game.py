"""The start page knows which running game is played on this device, and leads back to it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from tests.databases import own_rows
from tournament.models import Club, ClubSettings

CHOSEN = {"seats": "2", "rules": "standard", "clock": "10+5", "name_1": "Mira", "where": "tablet"}


@pytest.fixture(autouse=True)
def club_settings(db):
    club = Club.objects.create(name="Cube Club")
    return ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)


def test_ones_own_game_is_marked_and_found_again(client):
    client.post(reverse("quick-game"), CHOSEN)
    table = reverse("table", args=[own_rows(Game).get().code])
    assert table in client.get(reverse("home")).content.decode()
    assert table not in Client().get(reverse("home")).content.decode()


def test_a_game_that_is_over_is_nobodys_way_back(client):
    client.post(reverse("quick-game"), CHOSEN)
    own_rows(Game).update(status="over")
    assert "own-games" not in client.get(reverse("home")).content.decode()
