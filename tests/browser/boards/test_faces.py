"""Clocks on the wall, on the page of a game and on phones: nothing covers them, and they can be heard."""

from playwright.sync_api import expect

from games.referee import requests as r
from games.rules import Seat
from tests.browser.boards.conftest import ask, game_of, said
from tests.browser.by_keys import take_by_keys
from tests.browser.conftest import PHONE, PROJECTOR, TABLET_LANDSCAPE
from tests.browser.faces import covered, mark_low_and_running

TWOS = "a2N a3E b5S a2S e4W b5S a2S a2E a3N"


def test_neither_wedge_nor_corner_covers_a_digit_or_a_name(played, hall, new_page, sit):
    games = [played("a1N"), played("a1N.N", seats=4), played("a1N", control="5 m20 g9")]
    wall = new_page(size=PROJECTOR)
    wall.goto(f"{hall}/wall/")
    expect(wall.locator(".wall-card")).to_have_count(len(games))
    for size in (PROJECTOR, PHONE):
        wall.set_viewport_size(size)
        mark_low_and_running(wall)
        assert covered(wall) == [], size
    for game in games:
        page = new_page(size=TABLET_LANDSCAPE)
        page.goto(f"{hall}/game/{game.code}/")
        expect(page.locator(".connection")).to_have_attribute("data-status", "live")
        for size in (TABLET_LANDSCAPE, PHONE):
            page.set_viewport_size(size)
            mark_low_and_running(page)
            assert covered(page) == [], (game.seats, size)
        phone = sit(game, "X" if game.seats == 2 else "N")
        mark_low_and_running(phone)
        assert covered(phone) == [], game.seats


def test_the_limit_that_kills_is_large_for_those_who_watch(played, hall, page):
    game = played("a1N", control="5 m20")
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.locator("[data-face=X] [data-limit]")).to_have_text("this move")
    expect(page.locator("[data-face=X] .clock-time")).to_have_text("0:20")
    expect(page.locator("[data-face=X] [data-note]")).to_contain_text("time 5:00")


def test_whoever_watches_hears_times_moves_and_offers(played, hall, page):
    game = played("a1N")
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.locator(".connection")).to_have_attribute("data-status", "live")
    heard = page.locator("[data-part=say]")
    page.keyboard.press("t")
    expect(heard).to_be_empty()
    page.locator("[data-cell][tabindex='0']").focus()
    page.keyboard.press("t")
    expect(heard).to_contain_text("Jonas to move. Mira: 10 minutes")
    ask(game, r.Offer(Seat.O))
    expect(heard).to_have_text("Jonas offers a draw")


def test_a_whole_game_is_played_on_phones_by_the_keyboard_alone(played, sit):
    game = played()
    phones = {"X": sit(game, "X"), "O": sit(game, "O")}
    phones["X"].get_by_role("button", name="Start the game").focus()
    phones["X"].keyboard.press("Enter")
    for number, move in enumerate(TWOS.split()):
        seat = "XO"[number % 2]
        phone = phones[seat]
        expect(said(phone)).to_contain_text("Your turn")
        if not phone.evaluate("document.activeElement.dataset.cell"):
            phone.locator("[data-cell][tabindex='0']").focus()
        take_by_keys(phone, move, turned=seat == "O")
    for phone in phones.values():
        expect(said(phone)).to_have_text("Mira won: five in a line")
    assert game_of(game).winner == "X"
    phones["O"].keyboard.press("T")
    expect(phones["O"].locator("[data-part=told]")).to_contain_text("Mira: ")
