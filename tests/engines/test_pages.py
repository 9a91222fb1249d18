"""The other pages of an evening in every engine: they fit, and follow what happens without a reload."""

import pytest

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.rules import Seat
from tests.browser.conftest import LAPTOP, PROJECTOR, scrolls_sideways
from tests.browser.desk.conftest import ask, publish
from tests.browser.test_brackets import LONG
from tournament.models import Match

pytestmark = pytest.mark.browser

UNTOUCHED = "(window.untouched = true)"
LINKED = "document.getElementById('live').dataset.linked === 'yes'"
OUTSIDE = """[...document.querySelectorAll('.wall-card')].filter((card) => {
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}).length"""


@pytest.fixture
def round_of_three(evening):
    """Publish the first round: two boards are being played, the third waits for a table."""
    publish(evening)
    for game in Game.objects.order_by("pk")[:2]:
        ask(game, r.Start())
    return evening


def first_board_ends() -> str:
    """End the game of the first board, and return the winner's name."""
    game = Game.objects.order_by("pk").first()
    ask(game, r.Resign(Seat.O))
    return game.players["X"]["name"]


def test_the_desk_follows_the_boards_and_takes_a_result(server, round_of_three, new_page, picture):
    page = new_page(LAPTOP)
    page.open(server.url + links.make(SYSTEM, role="arbiter", scope=round_of_three.scope).path)
    page.wait_for("!location.pathname.startsWith('/l/')")  # the link opens itself
    page.open(f"{server.url}/desk/{round_of_three.pk}/")
    page.wait_for_text("#what-now", "3 of 3 results are missing (2 being played)")
    picture("desk")
    page.evaluate(UNTOUCHED)
    first_board_ends()
    page.wait_for_text("#what-now", "(1 being played)")
    third = Match.objects.get(board=3)
    page.tap(f"#b{third.pk}-1")
    page.wait_for_text("#what-now", "1 of 3 results is missing (1 being played)")
    picture("desk-boards")
    third.refresh_from_db()
    assert third.outcome == "first-wins"
    assert page.evaluate("window.untouched")
    assert not scrolls_sideways(page)


def test_the_standings_follow_a_game(server, round_of_three, new_page, picture):
    page = new_page(LAPTOP)
    page.open(f"{server.url}/e/{round_of_three.code}/standings/")
    page.wait_for(LINKED)
    page.evaluate(UNTOUCHED)
    winner = first_board_ends()
    page.wait_for("document.querySelector('#live tbody tr .strong').innerText === '1'")
    assert winner in page.text("#live tbody tr")
    picture("standings")
    assert page.evaluate("window.untouched")
    assert not scrolls_sideways(page)


def test_the_wall_follows_its_boards(server, round_of_three, new_page, picture):
    page = new_page(PROJECTOR)
    page.open(f"{server.url}/wall/{round_of_three.scope}/")
    page.wait_for("document.querySelectorAll('.wall-card[data-status=running]').length === 2")
    first_board_ends()
    page.wait_for("document.querySelectorAll('.wall-card[data-status=running]').length === 1")
    picture("wall")
    assert page.evaluate(OUTSIDE) == 0


def test_the_projector_follows_the_round_and_turns_its_pages(server, round_of_three, new_page, picture):
    page = new_page(PROJECTOR)
    page.open(f"{server.url}/e/{round_of_three.code}/projector/")
    page.tap("[data-pause]")
    page.wait_for_text(".slide:not([hidden])", "0 of 3 results")
    page.evaluate(UNTOUCHED)
    first_board_ends()
    page.wait_for_text(".slide:not([hidden])", "1 of 3 results")
    picture("projector")
    page.tap("[data-on]")
    page.wait_for_text(".slide:not([hidden])", "Standings")
    picture("projector-standings")
    assert page.evaluate("window.untouched")
    assert not scrolls_sideways(page)


def test_a_bracket_shows_every_name_in_full(club_settings, server, cup, new_page, picture):
    page = new_page(LAPTOP)
    page.open(f"{server.url}/e/{cup.tournament.code}/bracket/")
    picture("bracket")
    assert LONG in page.text("#live")
    names = "[...document.querySelectorAll('.bracket-name')]"
    assert page.evaluate(f"{names}.length") == 8
    assert page.evaluate(f"{names}.filter((each) => each.scrollWidth > each.clientWidth).length") == 0
    assert not scrolls_sideways(page)
