"""The start page repeats a quick game with one press: the button names the settings that it uses."""

import re
from html import unescape

import pytest
from django.urls import reverse

from games.models import Game
from games.quick_games import services as quick_games
from games.quick_games.services import QuickGameRefused
from tests.databases import own_rows
from tournament.models import Club, ClubSettings


@pytest.fixture
def club_settings(db):
    club = Club.objects.create(name="Cube Club")
    return ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)


def pressed(client):
    """Press the button of the page as a browser without script would."""
    shown = client.get(reverse("home")).content.decode()
    found = re.search(r'<form class="at-once".*?</form>', shown, re.DOTALL)
    assert found
    words = unescape(" ".join(re.sub(r"<[^>]*>", " ", found[0]).split()))
    fields = re.findall(r'<(?:input type="hidden"|button[^>]*) name="(\w+)" value="([^"]*)"', found[0])
    return words, dict(fields)


def test_the_start_page_opens_the_usual_game_with_one_press(club_settings, client):
    words, form = pressed(client)
    assert words == "Play at once on this device, 10 min + 5 s"
    answer = client.post(reverse("quick-game"), form)
    game = own_rows(Game).get()
    assert answer.url == reverse("table", args=[game.code])
    assert (game.control, game.seats, game.input, game.keeper) == ("10+5", 2, "moves", "table")


def test_one_press_repeats_what_this_device_chose_last_but_not_who_sat_there(club_settings, client):
    fours = {"seats": "4", "rules": "call", "clock": "own", "control": "2h", "cubes": "wood"}
    client.post(reverse("quick-game"), {**fours, "clock": "10+5", "name_1": "Mira", "where": "phones"})
    words, form = pressed(client)
    assert words.endswith("device, 10 min + 5 s · Wooden cubes · Four, in two teams · Call your line")
    client.post(reverse("quick-game"), form)
    game = own_rows(Game).latest("pk")
    assert (game.seats, game.input, "announce=required" in game.rules) == (4, "presses", True)
    assert "Mira" not in str(game.players)
    assert client.get(reverse("quick-game")).context["form"]["name_1"].value() == "Mira"


@pytest.mark.parametrize(
    "kept", [{"clock": "own", "control": "soon"}, {"clock": "7+7"}, {"seats": 3}, {"rules": "chess"}]
)
def test_what_is_no_longer_offered_gives_way_to_the_usual_game(club_settings, client, kept):
    session = client.session
    session["quick"] = kept
    session.save()
    assert pressed(client)[0] == "Play at once on this device, 10 min + 5 s"


def test_one_press_too_many_is_answered_in_words(club_settings, client, monkeypatch):
    def refuse(*args, **kwargs):
        raise QuickGameRefused("too-many-games", time="18:31")

    monkeypatch.setattr(quick_games, "count_opened", refuse)
    answer = client.post(reverse("quick-game"), pressed(client)[1])
    assert answer.status_code == 422
    assert "has to wait until 18:31" in answer.content.decode()
