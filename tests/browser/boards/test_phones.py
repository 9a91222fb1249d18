"""Two players on their own phones, and a spectator."""

import re

import pytest
from playwright.sync_api import expect

from games.access import links
from games.access.permissions import SYSTEM
from games.close_reason import CloseCause, CloseReason
from games.referee import requests as r
from games.services.opening import void_game
from tests.browser.boards.conftest import ask, choose, expect_cube, game_of, said, tap
from tests.browser.conftest import PHONE, TABLET_LANDSCAPE, scrolls_sideways


def test_two_phones_play_and_a_third_watches(hall, sit, played, new_page):
    game = played()
    mira, jonas, watcher = sit(game, "X"), sit(game, "O"), new_page(size=PHONE)
    watcher.goto(f"{hall}/game/{game.code}/")
    expect(watcher.locator("[data-part=reason]")).to_have_text("The game has not started yet.")
    mira.get_by_role("button", name="Start the game").tap()
    expect(said(jonas)).to_have_text("Mira is to move.")
    expect(said(mira)).to_contain_text("Your turn")
    expect(mira).to_have_title(re.compile("Your turn"))
    for _ in range(4):
        tap(mira, "e1", "W")
        tap(jonas, "e5", "W")
    tap(mira, "e1", "W")
    for page in (mira, jonas):
        expect(said(page)).to_have_text(re.compile("won: five in a line"))
    expect(watcher.locator("[data-part=winner]")).to_have_text(re.compile("won"))
    expect(watcher.locator(".moves a")).to_have_count(game_of(game).ply)
    expect(watcher.locator("[data-line]")).to_have_count(5)
    expect(watcher.locator(".think-bar")).to_have_count(game_of(game).ply)
    # After a stall of the machine the server credits the time, and says so.
    events = game_of(game).events.exclude(kind="given-back").order_by("seq")
    assert list(events.values_list("kind", flat=True)) == ["started", *["moved"] * game_of(game).ply]


def test_in_a_tournament_too_the_players_start_their_game(sit, played):
    game = played(casual=False, topic="tournament:1")
    mira, jonas = sit(game, "X"), sit(game, "O")
    expect(said(jonas)).to_have_text("When everybody is here, start the game.")
    jonas.get_by_role("button", name="Start the game").tap()
    expect(said(mira)).to_contain_text("Your turn")
    # Only the arbiter, who is called, may pause.
    mira.get_by_text("Menu", exact=True).tap()
    expect(mira.get_by_role("button", name="Pause")).to_be_hidden()


def test_a_move_is_drawn_at_once_and_sent_until_it_is_answered(sit, played):
    game = played("a1N e5S")
    mira = sit(game, "X")
    # For a moment no message passes between this phone and the server.
    mira.evaluate("WebSocket.prototype.send = function () {}")
    tap(mira, "b1", "N")
    expect_cube(mira, "b5", "b5, cross")
    assert game_of(game).ply == 2
    mira.reload()
    expect_cube(mira, "b5", "b5, cross")
    expect(said(mira)).to_have_text("Jonas is to move.")
    assert game_of(game).ply == 3


def test_what_the_rules_forbid_is_explained_in_a_sentence(sit, played):
    mira = sit(played("a1N e5S"), "X")
    expect(said(mira)).to_contain_text("Your turn")
    mira.locator("[data-cell=c3]").tap()
    expect(mira.locator(".toast")).to_contain_text("c3")
    expect(mira.locator("[data-selected]")).to_have_count(0)


def test_a_draw_is_offered_declined_offered_back_and_accepted(sit, played):
    game = played("a1N e5S")
    mira, jonas = sit(game, "X"), sit(game, "O")
    choose(mira, "Offer a draw")
    expect(said(mira)).to_have_text("Your offer stands until it is answered.")
    expect(said(jonas)).to_have_text("Mira offers a draw.")
    jonas.get_by_role("button", name="Decline").tap()
    expect(mira.locator(".toast")).to_have_text("The offer was declined.")
    expect(jonas.locator(".toast")).to_have_count(0)
    expect(mira.locator("[data-ask=offer]")).to_have_attribute("hidden", "")
    tap(mira, "b1", "N")
    expect(said(jonas)).to_contain_text("Your turn")
    choose(jonas, "Offer a draw")
    mira.get_by_role("button", name="Accept").tap()
    for page in (mira, jonas):
        expect(said(page)).to_have_text("Draw: agreed")


def test_a_move_stands_when_the_opponent_does_not_take_it_back(sit, played):
    game = played("a1N e5S")
    mira, jonas = sit(game, "X"), sit(game, "O")
    choose(mira, "Ask to take a move back")
    expect(said(mira)).to_have_text("You asked to take a move back. That stands until it is answered.")
    jonas.get_by_role("button", name="Decline").tap()
    expect(mira.locator(".toast")).to_have_text("The move is not taken back: the opponent declined.")
    note, board = (mira.locator(part).bounding_box() for part in (".toast", ".play-board"))
    assert note["y"] >= board["y"] + board["height"]
    # An open menu lies above it.
    mira.get_by_text("Menu", exact=True).tap()
    depth = "el => Number(getComputedStyle(el).zIndex)"
    assert mira.locator(".play-menu").evaluate(depth) > mira.locator(".play-toasts").evaluate(depth)
    mira.get_by_text("Menu", exact=True).tap()
    expect(said(mira)).to_contain_text("Your turn")


def test_a_move_is_taken_back_when_the_opponent_agrees(sit, played):
    game = played("a1N e5S b1N")
    mira, jonas = sit(game, "X"), sit(game, "O")
    choose(mira, "Ask to take a move back")
    expect(said(jonas)).to_have_text("Mira asks to take a move back.")
    jonas.get_by_role("button", name="Accept").tap()
    expect(said(mira)).to_contain_text("Your turn")
    expect_cube(mira, "b5", "b5, blank, may be taken")
    assert game_of(game).ply == 2


def test_resigning_asks_first(sit, played):
    game = played("a1N e5S")
    mira = sit(game, "X")
    choose(mira, "Resign")
    dialog = mira.get_by_role("dialog", name="Resign this game?")
    dialog.get_by_role("button", name="Resign").tap()
    expect(said(mira)).to_have_text("Jonas won: resigned")
    expect(mira.get_by_role("link", name="Replay")).to_be_visible()


def test_a_line_that_must_be_called_wins_once_it_is_called(sit, played):
    game = played("e1W e5W e1W e5W e1W e5W e1W e5W", rules="announce=required")
    mira = sit(game, "X")
    tap(mira, "e1", "W")
    expect(said(mira)).to_have_text("Jonas is to move.")
    mira.get_by_role("button", name="Quixo!").tap()
    expect(said(mira)).to_have_text("Mira won: five in a line")


def test_four_players_choose_whom_the_dot_points_at(sit, played):
    game = played(seats=4)
    ask(game, r.Start())
    ada, ben = sit(game, "N"), sit(game, "E", size=TABLET_LANDSCAPE)
    tap(ada, "c5", "E")
    ada.get_by_role("button", name="Dot to Cem").tap()
    expect_cube(ben, "e5", "e5, cross, dot to south")
    expect(said(ben)).to_contain_text("Your turn")
    expect(ada.locator("[data-part=conferring]")).to_have_text("Partners may confer")


def test_silence_greys_the_board_and_says_why(sit, played):
    mira = sit(played("a1N e5S"), "X")
    expect(said(mira)).to_contain_text("Your turn")
    mira.context.set_offline(True)
    mira.evaluate("WebSocket.prototype.send = function () {}")
    expect(mira.locator(".play[data-stale]")).to_be_visible(timeout=12_000)
    expect(mira.locator(".connection")).to_contain_text("Nothing heard since")
    expect(said(mira)).to_have_text("No connection: wait until it is back. What is shown may be old.")
    # A board that may be out of date takes no taps.
    expect(mira.locator("[data-takeable]")).to_have_count(0)


def test_a_fallen_flag_is_told_to_everybody(sit, played):
    game = played(control="0:02")
    ask(game, r.Start())
    mira, jonas = sit(game, "X"), sit(game, "O")
    for page in (mira, jonas):
        expect(said(page)).to_have_text("Jonas won: time is up", timeout=10_000)
    expect(jonas.locator("[data-face=X] [data-state=flagged]")).to_be_visible()


def test_whoever_has_no_seat_watches_instead(hall, played, new_page):
    page, game = new_page(), played("a1N")
    page.goto(f"{hall}/play/{game.code}/")
    expect(page).to_have_url(re.compile(f"/game/{game.code}/"))


def test_a_right_that_was_withdrawn_ends_at_once(sit, played):
    game = played("a1N e5S")
    mira = sit(game, "X")
    expect(said(mira)).to_contain_text("Your turn")
    for link in links.Link.objects.all():
        links.revoke(SYSTEM, link)
    tap(mira, "b1", "N")
    expect(mira.locator(".toast")).to_contain_text("no right")
    expect_cube(mira, "b5", "b5, blank, may be taken")


@pytest.mark.parametrize("look", [{}, {"language": "de", "scheme": "dark"}], ids=["light", "german dark"])
def test_the_page_is_reachable_for_everyone(sit, played, axe, look):
    mira = sit(played("a1N e5S"), "X", **look)
    expect(mira.locator("[data-takeable]").first).to_be_visible()
    axe(mira)
    assert not scrolls_sideways(mira)
    assert mira.evaluate("document.documentElement.scrollHeight <= innerHeight"), "must fit one screen"
    mira.locator("[data-part=menu] summary").tap()
    axe(mira)


def test_whoever_leaves_the_page_is_away_to_the_other(sit, played):
    game = played("a1N")
    mira, jonas = sit(game, "X"), sit(game, "O")
    expect(mira.locator("[data-part=away]")).to_be_hidden()
    jonas.goto("about:blank")
    expect(mira.locator("[data-part=away]")).to_contain_text("Jonas is away since", timeout=9_000)
    jonas.go_back()
    expect(mira.locator("[data-part=away]")).to_be_hidden()


def test_a_game_that_is_called_off_says_so_on_the_phone_and_cannot_be_played(sit, played):
    game = played("a1N")
    jonas = sit(game, "O")
    void_game(game.pk, closed_reason=CloseReason(CloseCause.ENTERED, "1 – 0", "X"))
    expect(said(jonas)).to_have_text("Called off at the desk: 1 – 0. Mira won.")
    expect(jonas.locator("[data-takeable]")).to_have_count(0)
    expect(jonas.get_by_role("link", name="New game")).to_be_visible()
    expect(jonas.get_by_role("link", name="Replay")).to_be_hidden()
    jonas.reload()
    expect(jonas.get_by_text("This game was called off.")).to_be_visible()
