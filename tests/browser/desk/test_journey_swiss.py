"""A Swiss of fourteen from an empty club to the end by keys alone, with the mistakes of an evening."""

import re

from playwright.sync_api import Locator, Page, expect

from games.models import Game
from tests.browser.desk.conftest import Desk, finish
from tournament.models import Match, Round

PLAYERS = (
    "Mira Novak; 1612; Cube Club",
    "Jonas Weber; 1580; Riverside",
    "Ines Duarte; 1544",
    "Ben Okafor; 1522",
    "Li Wen; 1501",
    "Ada Birk; 1498",
    "Tom Aalto; 1477",
    "Çağla Demir; 1460",
    "Łukasz Żółć; 1444",
    "Þórdís Sigurðardóttir; 1431",
    "Čeněk Říha; 1420",
    "Ștefan Țurcanu; 1402",
    "Hans Jürgen Lüdemann; 1390",
    "Eva-Maria Schulte; 1371",
)


def enter_by_keys(d: Desk, keys: str) -> None:
    """Press one key a board from the first open one; then wait until the last is confirmed."""
    d.page.keyboard.press("ArrowDown")
    for key in keys:
        d.page.keyboard.press(key)
    expect(d.page.locator("#quick-pending")).to_be_hidden()


def next_step(d: Desk, words: str) -> None:
    """Press the one button of the bar by `n` and Enter; the bar then shows the next step."""
    d.page.locator("#what-now").focus()
    d.page.keyboard.press("n")
    expect(d.page.locator("#next-step")).to_be_focused()
    d.page.keyboard.press("Enter")
    d.says(words)


def focus(page: Page | Locator, words: str | re.Pattern[str], role: str = "link") -> None:
    page.get_by_role(role, name=words).first.focus()


def test_a_swiss_of_fourteen_by_keyboard_alone(desk, axe):
    d = desk()
    d.set_up("Autumn cup", count=14, tables=7, format="swiss", rounds="3", control="5+3", keeper="server")
    d.paste(*PLAYERS)
    focus(d.page, "Everybody is here", "button")
    d.page.keyboard.press("Enter")
    expect(d.page.get_by_text("14 of 14 are checked in.")).to_be_visible()
    d.home()

    # Round 1: two results come from live boards, the others by one key a board.
    next_step(d, "Round 1 is drafted")
    next_step(d, "7 of 7 results are missing")
    for game, winner in zip(Game.objects.order_by("pk")[:2], ("X", "O"), strict=True):
        finish(game, winner)
    d.says("5 of 7 results are missing")
    expect(d.board(1).first).to_contain_text("1 – 0")
    enter_by_keys(d, "1=01+")
    d.says("Close it.")
    found = Match.objects.filter(round__number=1).order_by("board").values_list("outcome", flat=True)
    typed = ["first-wins", "draw", "second-wins", "first-wins", "second-forfeits"]
    assert list(found) == ["first-wins", "second-wins", *typed]
    # The last was wrong: Backspace takes back the board under the cursor, and the right key follows.
    expect(d.board(7)).to_be_focused()
    d.page.keyboard.press("Backspace")
    d.says("1 of 7 results is missing")
    d.page.keyboard.press("0")
    d.says("Close it.")
    assert Match.objects.get(round__number=1, board=7).outcome == "second-wins"
    axe(d.page)
    next_step(d, "Draft round 2")

    # From the name on a board a misspelt player is corrected, and misses a round.
    next_step(d, "Round 2 is drafted")
    next_step(d, "7 of 7 results are missing")
    focus(d.page, "Tom Aalto")
    d.page.keyboard.press("Enter")
    menu = d.page.locator("#entrant-menu")
    expect(menu.get_by_label("First name")).to_be_focused()
    axe(d.page)
    d.page.keyboard.type("Toomas")
    d.page.keyboard.press("Enter")
    expect(d.page.get_by_role("link", name="Toomas Aalto")).to_be_visible()
    focus(d.page, "Toomas Aalto")
    d.page.keyboard.press("Enter")
    focus(menu, "Absent", "button")
    d.page.keyboard.press("Enter")
    d.told("in round 3.")
    d.page.locator("#what-now").focus()
    d.page.keyboard.press("?")
    expect(d.page.locator("#keys")).to_be_visible()
    d.page.keyboard.press("Escape")
    enter_by_keys(d, "1111111")
    d.says("Close it.")
    next_step(d, "Draft round 3")

    # A result of round 1 was wrong: see what it affects, then change it.
    focus(d.page, "Results")
    d.page.keyboard.press("Enter")
    first = Match.objects.get(round__number=1, board=3)
    focus(d.page, re.compile(f"Change ?: {first}"))
    d.page.keyboard.press("Enter")
    focus(d.page, "0 – 1", "button")
    d.page.keyboard.press("Enter")
    expect(d.page.get_by_text("The pairings of round 2 stand")).to_be_visible()
    axe(d.page)
    d.page.get_by_label("Why").focus()
    d.page.keyboard.type("Sheet misread")
    d.page.keyboard.press("Enter")
    d.told("The result is changed.")
    first.refresh_from_db()
    assert (first.outcome, first.source) == ("second-wins", "corrected")
    assert first.games.get().outcome == "second-wins", "the game says the same as its match"

    # On the page of a round a player is withdrawn; the round is undone and paired again without them.
    d.home()
    next_step(d, "Round 3 is drafted")
    next_step(d, "results are missing")
    focus(d.page, "Ștefan Țurcanu")
    d.page.keyboard.press("Enter")
    focus(menu, "Withdraw", "button")
    d.page.keyboard.press("Enter")
    d.told("Ștefan Țurcanu has withdrawn.")
    d.page.locator("#part-tools summary").filter(has_text="Round").focus()
    d.page.keyboard.press("Enter")
    focus(d.page, "Undo the round", "button")
    d.page.keyboard.press("Enter")
    focus(d.page.locator("dialog[open]"), "Undo the round", "button")
    d.page.keyboard.press("Enter")
    d.told("Round 3 is undone.")
    d.says("Draft round 3.")
    assert not Round.objects.filter(number=3).exists()
    next_step(d, "Round 3 is drafted")
    next_step(d, "6 of 6 results are missing")
    paired = list(map(str, Match.objects.meetings().filter(round__number=3)))
    assert not any("Ștefan" in each or "Toomas" in each for each in paired)
    enter_by_keys(d, "======")
    d.says("Close it.")
    next_step(d, "The tournament is finished.")
    axe(d.page)
