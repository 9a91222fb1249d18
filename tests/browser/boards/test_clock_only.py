"""Wooden cubes, and a phone for each player: the clocks are pressed, and both sides enter the result."""

import json

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.referee import requests as r
from tests.browser.boards.conftest import ask, choose, game_of, said
from tests.browser.conftest import PHONE, TABLET, scrolls_sideways

LYING = {"width": PHONE["height"], "height": PHONE["width"]}
BY_MIRA = "Entered by Mira: Mira won."
BY_JONAS = "Entered by Jonas: Jonas won."


@pytest.fixture
def wooden(played):
    """Start a game of a tournament with wooden cubes, of which only the clocks run here."""

    def make(**wanted) -> Game:
        game = played(**{"input": "presses", "casual": False, **wanted})
        ask(game, r.Start())
        return game

    return make


def entered(page: Page):
    return page.locator(".play-entered")


def button(page: Page, name: str):
    return page.get_by_role("button", name=name, exact=True)


def enter(page: Page, result: str, opener: str = "Enter the result") -> None:
    button(page, opener).tap()
    dialog = page.get_by_role("dialog", name="How did the game end?")
    button(dialog, result).tap()
    expect(dialog).to_be_hidden()


def test_two_phones_press_and_agree_while_a_third_watches(hall, sit, wooden, new_page):
    game = wooden()
    mira, jonas, watcher = sit(game, "X"), sit(game, "O"), new_page(size=PHONE)
    watcher.goto(f"{hall}/game/{game.code}/")
    for page in (mira, jonas, mira):
        button(page, "Press the clock").tap()
    expect(said(mira)).to_have_text("Jonas is to move.")
    enter(mira, "I won")
    expect(entered(mira)).to_have_text("Entered by you: Mira won.")
    expect(said(mira)).to_have_text("Waiting for Jonas.")
    expect(entered(jonas)).to_have_text(BY_MIRA)
    expect(said(jonas)).to_have_text("Is that right?")
    expect(watcher.locator("[data-part=reason]")).to_have_text(f"{BY_MIRA} Waiting for Jonas.")
    jonas.reload()
    expect(entered(jonas)).to_have_text(BY_MIRA)
    button(jonas, "That is right").tap()
    for page in (mira, jonas):
        expect(said(page)).to_have_text("Mira won: five in a line")
        expect(entered(page)).to_be_empty()
        expect(button(page, "Another result")).to_be_hidden()
    expect(watcher.locator("[data-part=winner]")).to_have_text("Mira won")
    kinds = " ".join(game_of(game).events.order_by("seq").values_list("kind", flat=True))
    assert kinds == "started pressed pressed pressed confirmed confirmed"


def test_entries_that_differ_are_said_and_lead_to_the_arbiter(hall, sit, wooden, new_page):
    game = wooden()
    mira, jonas, watcher = sit(game, "X"), sit(game, "O"), new_page(size=PHONE)
    watcher.goto(f"{hall}/game/{game.code}/")
    enter(mira, "I won")
    enter(jonas, "I won", opener="Another result")
    for page in (mira, jonas):
        expect(said(page)).to_have_text("The two entries differ. Enter the same result, or call the arbiter.")
    expect(entered(mira)).to_have_text(f"Entered by you: Mira won. {BY_JONAS}")
    differ = f"{BY_MIRA} {BY_JONAS} The two entries differ."
    expect(watcher.locator("[data-part=reason]")).to_have_text(differ)
    assert game_of(game).winner == ""
    button(jonas, "Call the arbiter").tap()
    expect(said(mira)).to_have_text("The arbiter was called.")
    expect(button(mira, "Call the arbiter")).to_be_hidden()
    expect(watcher.locator("[data-part=reason]")).to_have_text(f"{differ} The arbiter was called.")
    # While the clocks are stopped, the players may still agree.
    enter(jonas, "I lost", opener="Another result")
    expect(said(mira)).to_have_text("Mira won: five in a line")


def test_a_press_tells_how_long_the_turn_took_on_this_phone(sit, wooden):
    mira, sent = sit(wooden(), "X"), []
    mira.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(frame)))
    mira.reload()
    button(mira, "Press the clock").tap()
    expect(said(mira)).to_have_text("Jonas is to move.")
    (press,) = [json.loads(frame) for frame in sent if '"press"' in frame]
    assert press["spent_ms"] > 0


def test_the_clocks_stand_until_an_entry_is_answered_and_no_means_playing_on(sit, wooden):
    game = wooden()
    mira, jonas = (sit(game, seat) for seat in "XO")
    enter(jonas, "Draw")
    expect(entered(mira)).to_have_text("Entered by Jonas: draw.")
    expect(button(mira, "Press the clock")).to_be_hidden()
    assert game_of(game).status == "paused"
    button(mira, "No, play on").tap()
    expect(jonas.get_by_text("Mira plays on: the result does not count")).to_be_visible()
    for page in (mira, jonas):
        expect(entered(page)).to_be_empty()
    expect(button(jonas, "Enter the result")).to_be_hidden()  # not again in the same turn
    button(mira, "Press the clock").tap()
    expect(button(jonas, "Enter the result")).to_be_visible()


def test_an_open_choice_tells_what_the_others_enter_and_goes_when_the_game_is_over(sit, wooden):
    game = wooden()
    mira, jonas = sit(game, "X"), sit(game, "O")
    button(mira, "Enter the result").tap()
    dialog = mira.get_by_role("dialog")
    enter(jonas, "I lost")
    expect(dialog).to_contain_text("Entered by Jonas: Mira won.")
    choose(jonas, "Resign")
    button(jonas.get_by_role("dialog"), "Resign").tap()
    expect(dialog).to_be_hidden()
    expect(said(mira)).to_have_text("Mira won: resigned")


def test_either_partner_enters_and_either_opponent_agrees(sit, wooden):
    game = wooden(seats=4)
    ada, ben, cem = sit(game, "N"), sit(game, "E"), sit(game, "S")
    enter(cem, "We lost")
    expect(entered(ada)).to_have_text("Entered by you: Ben and Dora won.")
    expect(said(ada)).to_have_text("Waiting for Ben and Dora.")
    expect(entered(ben)).to_have_text("Entered by Ada and Cem: Ben and Dora won.")
    button(ben, "That is right").tap()
    expect(said(ada)).to_have_text("Ben and Dora won: five in a line")


def test_friends_have_no_arbiter_and_one_phone_may_speak_for_both(sit, wooden):
    phone = sit(wooden(casual=True), "X", "O")
    enter(phone, "I won")
    expect(said(phone)).to_have_text("Is that right?")
    button(phone, "Another result").tap()
    expect(phone.get_by_role("dialog")).to_contain_text("This entry is for Jonas.")
    button(phone, "I won").tap()
    expect(said(phone)).to_have_text("The two entries differ. Agree, and enter the same result.")
    expect(button(phone, "Call the arbiter")).to_be_hidden()


LOOKS = {
    "phone": {},
    "phone lying, german, dark": {"size": LYING, "language": "de", "scheme": "dark"},
    "tablet dark": {"size": TABLET, "scheme": "dark"},
}


# Lines of text in the foot of the page whose middle another element covers.
COVERED = """() => [...document.querySelectorAll(".play-entered, .play-say")].flatMap((el) => {
  const range = document.createRange();
  range.selectNodeContents(el);
  return [...range.getClientRects()]
    .filter(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2) !== el)
    .map(({ y }) => `${el.className} at ${y}`);
})"""


@pytest.mark.parametrize("look", LOOKS)
def test_the_page_and_the_choice_are_reachable_for_everyone(sit, wooden, axe, look):
    game = wooden(seats=4)  # the longest names
    ada, ben = sit(game, "N", **LOOKS[look]), sit(game, "E")
    expect(ada.locator(".play-press")).to_be_visible()
    axe(ada)
    enter(ben, "We won")
    expect(entered(ada)).to_contain_text("Ben")
    ada.locator("[data-part=enter]").tap()
    ada.locator("dialog[open] [data-result=won]").wait_for()
    axe(ada)
    ada.locator("dialog[open] [data-result=won]").tap()
    expect(ada.locator("[data-part=dispute]")).to_be_visible()
    axe(ada)
    assert not scrolls_sideways(ada)
    assert ada.evaluate("document.documentElement.scrollHeight <= innerHeight"), "must fit one screen"
    assert ada.evaluate(COVERED) == [], "no word lies under a button or a clock"
