"""Guests name the players of quick games, and their words are on the club's wall: staff remove them."""

import pytest
from django.urls import reverse

from games.models import Action, Game
from games.services.opening import open_game
from tests.databases import own_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    names = {"X": {"name": "Words that"}, "O": {"name": "are rude"}}
    return open_game(rules="", control="5+0", first="X", seats=2, players=names, casual=True, keeper="server")


@pytest.mark.parametrize("role", ["organiser", "arbiter"])
def test_staff_of_the_club_call_a_guests_game_off(browser_of, game, role):
    desk = browser_of(role)
    assert "are rude" in desk.get(reverse("desk")).content.decode()
    desk.post(reverse("call-off-quick", args=[game.code]), {"next": "/desk/"})
    assert own_rows(Game).get().voided
    assert "are rude" not in desk.get(reverse("desk")).content.decode()
    desk.post(reverse("call-off-quick", args=[game.code]))
    logged = own_rows(Action).get(verb="void_game")
    assert (logged.target, logged.actor.partition(":")[0]) == (game.scope, "user")


@pytest.mark.parametrize(("role", "scope"), [("scorer", "club"), ("arbiter", "tournament:3")])
def test_others_do_not(browser_of, game, role, scope):
    browser = browser_of(role, scope)
    assert browser.post(reverse("call-off-quick", args=[game.code])).status_code == 403
    assert "are rude" not in browser.get(reverse("desk")).content.decode()
    assert not own_rows(Game).get().voided


def test_a_game_of_a_tournament_is_not_called_off_here(browser_of):
    game = open_game(
        rules="", control="5+0", first="X", seats=2, players={}, topic="tournament:3", keeper="server"
    )
    assert browser_of("organiser").post(reverse("call-off-quick", args=[game.code])).status_code == 404
