"""A newcomer's first game: from the start page to the first push in at most six taps, at once in four."""

import re

from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.boards.conftest import expect_cube
from tests.browser.conftest import PHONE, TABLET

SIX, FOUR = 6, 4


class Finger:
    """A finger that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, what) -> None:
        what.click()
        self.taps += 1


def test_on_this_tablet_the_first_push_takes_at_most_six_taps(hall, new_page):
    page = new_page(size=TABLET, has_touch=True)
    page.goto(hall + "/")
    finger = Finger(page)
    finger.tap(page.get_by_role("link", name="Start a quick game"))
    finger.tap(page.get_by_role("button", name="On this tablet"))
    expect(page).to_have_url(re.compile("/table/"))
    start = page.get_by_role("button", name=re.compile("start", re.IGNORECASE)).first
    finger.tap(start)
    finger.tap(page.locator("[data-cell=c1][data-takeable]"))
    finger.tap(page.locator("[data-end=E]"))
    expect_cube(page, "e1", "e1, cross")
    assert finger.taps <= SIX


def test_at_once_the_first_push_takes_four_taps(hall, new_page):
    page = new_page(size=TABLET, has_touch=True)
    page.goto(hall + "/")
    finger = Finger(page)
    finger.tap(page.get_by_role("button", name="Play at once"))
    expect(page).to_have_url(re.compile("/table/"))
    finger.tap(page.get_by_role("button", name=re.compile("start", re.IGNORECASE)).first)
    finger.tap(page.locator("[data-cell=c1][data-takeable]"))
    finger.tap(page.locator("[data-end=E]"))
    expect_cube(page, "e1", "e1, cross")
    assert finger.taps == FOUR


def test_on_our_phones_the_first_push_takes_at_most_six_taps_of_one_player(hall, new_page):
    mira, jonas = new_page(size=PHONE), new_page(size=PHONE)
    mira.goto(hall + "/")
    finger = Finger(mira)
    finger.tap(mira.get_by_role("link", name="Start a quick game"))
    finger.tap(mira.get_by_role("button", name="On our phones"))
    code = mira.locator("[data-seat=O] [data-code]").inner_text()
    finger.tap(mira.locator("[data-seat=X]").get_by_role("button", name="Play this seat here"))

    jonas.goto(hall + "/code/")
    jonas.get_by_label("Code", exact=True).fill(code)
    jonas.get_by_role("button", name="Open").click()
    expect(jonas).to_have_url(re.compile("/play/"))

    finger.tap(mira.get_by_role("button", name="Start the game"))
    expect(mira).to_have_url(re.compile("/play/"))
    finger.tap(mira.locator("[data-cell=c1][data-takeable]"))
    finger.tap(mira.locator("[data-end=E]"))
    expect_cube(jonas, "e1", "e1, cross")
    assert finger.taps <= SIX


def test_the_lobby_greys_a_seat_once_somebody_sits_there(hall, new_page, axe):
    page, phone = new_page(), new_page(size=PHONE)
    page.goto(hall + "/quick/")
    page.get_by_label("Four", exact=False).first.check(force=True)
    for number, name in enumerate(("Ada", "Ben", "Cem", "Dora"), 1):
        page.locator(f"#id_name_{number}").fill(name)
    page.get_by_role("button", name="On our phones").click()
    expect(page.locator(".lobby-seat")).to_have_count(4)
    axe(page)
    phone.goto(hall + "/code/")
    phone.get_by_label("Code", exact=True).fill(page.locator("[data-seat=E] [data-code]").inner_text())
    phone.get_by_role("button", name="Open").click()
    expect(page.locator("[data-seat=E][data-taken]")).to_contain_text("is here")
    expect(phone.get_by_role("status").filter(has_text="When everybody is here")).to_be_visible()


def test_the_own_clock_and_the_choices_reach_the_game(hall, new_page):
    page = new_page()
    page.goto(hall + "/quick/")
    page.locator("[name=clock][value=own]").check(force=True)
    page.get_by_role("button", name="More with every move").click()
    page.get_by_label("Minutes each", exact=True).fill("7")
    page.get_by_label("Seconds more a move", exact=True).fill("2")
    page.get_by_role("button", name="More: Seconds more a move").click()
    expect(page.locator("[data-words]")).to_have_text(
        "7 min of thinking time, and 3 s more after every move."
    )
    page.locator("[name=rules][value=call]").check(force=True)
    page.locator("#id_name_1").fill("Mira")
    page.get_by_role("button", name="On our phones").click()
    expect(page).to_have_url(re.compile("/quick/.+/"))
    game = Game.objects.get()
    assert (game.control, game.players["X"]["name"], game.casual) == ("7+3", "Mira", True)
    assert "announce=required" in game.rules


def test_beside_a_wooden_board_the_tablet_is_a_clock(hall, new_page):
    page = new_page(size=TABLET, has_touch=True)
    page.goto(hall + "/quick/")
    page.get_by_label("Wooden cubes").check(force=True)
    page.get_by_role("button", name="On this tablet").click()
    page.locator("#pause:enabled").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "running")
    expect(page.locator("#board-area")).to_be_hidden()
    assert Game.objects.get().input == "presses"


def test_a_choice_that_is_none_is_explained(hall, new_page):
    page = new_page(allow="422")
    page.goto(hall + "/quick/")
    page.locator("[name=clock][value=own]").check(force=True)
    page.get_by_label("Own clock, as text").fill("0+0")
    page.get_by_role("button", name="On this tablet").click()
    expect(page.locator(".field-error")).to_be_visible()
    assert not Game.objects.exists()


def test_every_kind_of_clock_odds_and_kept_clocks_can_be_picked(hall, new_page, axe):
    page = new_page(size=TABLET)
    page.goto(hall + "/quick/")
    page.locator("[name=clock][value=own]").check(force=True)
    text = page.get_by_label("Own clock, as text")
    text.fill("0:30d5")
    page.get_by_role("button", name="More: and seconds", exact=True).click()
    expect(text).to_have_value("0:35d5")
    page.get_by_label("Odds").check()
    page.get_by_label("Minutes of the circles", exact=True).fill("1")
    page.get_by_label("Minutes of the circles", exact=True).blur()
    for kind, control in {
        "Bronstein": "X=0:35b5;O=1:30b5",
        "Periods": "X=0:35p3x5;O=1:30p3x5",
        "Hourglass": "X=0:35h;O=1:30h",
        "One time for the game": "X=0:35;O=1:30",
        "No time of one's own": "-",
    }.items():
        page.get_by_role("button", name=kind).click()
        expect(text).to_have_value(control)
    page.get_by_label("Seconds for each move", exact=True).fill("30")
    page.get_by_label("Minutes for the whole game", exact=True).fill("20")
    page.get_by_label("Minutes for the whole game", exact=True).blur()
    expect(text).to_have_value("m30 g20")
    expect(page.locator("[data-words]")).to_contain_text(
        "Every move within 30 s. The whole game ends after 20 min"
    )
    axe(page)
    page.get_by_role("button", name="Keep this clock").click()
    page.reload()
    page.locator("[name=clock][value=own]").check(force=True)
    page.get_by_role("button", name="30 s a move; 20 min a game").click()
    expect(text).to_have_value("m30 g20")


def test_the_page_is_sound_at_every_size_and_in_every_theme(hall, page, sound):
    page.goto(hall + "/quick/")
    sound(page)


def test_without_script_a_game_can_be_opened_all_the_same(hall, new_page):
    page = new_page(java_script_enabled=False)
    page.goto(hall + "/quick/")
    page.get_by_role("button", name="On our phones").click()
    expect(page.locator(".lobby-seat")).to_have_count(2)
