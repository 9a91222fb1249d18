"""After a quick game: a rematch with the sides changed, and a game that continues on another device."""

import re

from playwright.sync_api import Page, expect

from games.models import Game
from games.referee import requests as r
from games.rules import Seat
from tests.browser.boards.conftest import ask, said
from tests.browser.conftest import TABLET

# A worker needs a secure page; the hall's is not.
PLAIN = "sw.js|script evaluation"


def test_two_phones_want_a_rematch_and_sit_there_with_the_sides_changed(sit, played, axe):
    game = played("a1N")
    ask(game, r.Resign(Seat.O))
    mira, jonas = sit(game, "X"), sit(game, "O")
    mira.get_by_role("button", name="Rematch").tap()
    expect(mira.get_by_text("You want a rematch. Waiting for the others.")).to_be_visible()
    expect(jonas.get_by_text("Mira wants a rematch, sides changed.")).to_be_visible()
    axe(jonas)
    jonas.get_by_role("button", name="Accept the rematch").tap()
    for page in (mira, jonas):
        expect(page).not_to_have_url(re.compile(game.code))
        expect(said(page)).to_have_text("When everybody is here, start the game.")
    new = Game.objects.exclude(pk=game.pk).get()
    assert {seat: who["name"] for seat, who in new.players.items()} == {"X": "Jonas", "O": "Mira"}


def open_on_tablet(page: Page, hall: str) -> None:
    page.goto(f"{hall}/quick/")
    page.locator("#id_name_1").fill("Mira")
    page.locator("#id_name_2").fill("Jonas")
    page.get_by_role("button", name="On this tablet").click()
    page.locator("#pause:enabled").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "running")


def test_a_tablet_has_a_rematch_by_one_tap_and_keeps_the_names(hall, new_page, axe):
    page = new_page(size=TABLET, has_touch=True, allow=PLAIN)
    open_on_tablet(page, hall)
    page.locator("[data-seat=X] [data-do=offer]").tap()
    page.locator("[data-seat=O]").get_by_role("button", name="Accept").tap()
    expect(page.locator("#status")).to_have_text("Draw: agreed")
    expect(page.get_by_role("button", name="Confirm the result")).to_have_count(
        0
    )  # both have asked for it already
    axe(page)
    page.get_by_role("link", name="Replay").tap()
    page.get_by_role("link", name="Back to the table").tap()
    page.get_by_role("button", name="Rematch").tap()
    expect(page.locator("#status")).to_have_text("Jonas to start")
    page.goto(f"{hall}/quick/")
    expect(page.locator("#id_name_1")).to_have_value("Mira")


def test_a_game_goes_on_upon_another_tablet_by_its_code(hall, new_page):
    page, other = (new_page(size=TABLET, has_touch=True, allow=PLAIN) for _ in "12")
    open_on_tablet(page, hall)
    page.locator("#open-menu").tap()
    page.get_by_role("button", name="Play on another device").tap()
    code = page.locator("#move-code")
    expect(code).to_have_text(re.compile("....-...."))
    other.goto(f"{hall}/code/")
    other.get_by_label("Code", exact=True).fill(code.inner_text())
    other.get_by_role("button", name="Open").tap()
    other.get_by_role("button", name="Keep the game on this tablet").tap()
    other.get_by_role("button", name="Yes").tap()
    expect(page.locator("#blocked")).to_be_visible()
    other.locator("#pause:enabled").tap()
    expect(other.locator("#table")).to_have_attribute("data-phase", "running")
