"""Watching: the board of one game, its replay, and the wall of all."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from games.models import Game
from games.referee import requests as r
from games.rules import Move, Seat
from games.services.opening import void_game
from tests.browser.boards.conftest import ask, expect_cube
from tests.browser.conftest import PROJECTOR
from tests.live.conftest import public_tournament

WON = "e1W e5W e1W e5W e1W e5W e1W e5W e1W"


def test_a_finished_game_is_played_through_and_every_position_has_an_address(hall, played, new_page):
    game = played(WON)
    page = new_page()
    page.goto(f"{hall}/game/{game.code}/?ply=2")
    expect(page.locator("[data-part=where]")).to_have_text(f"Move 2 of {game.ply}")
    page.get_by_role("button", name="One move on").click()
    expect(page).to_have_url(re.compile(r"\?ply=3$"))
    page.keyboard.press("Home")
    expect(page.locator(".cell [href='#cross']")).to_have_count(0)
    page.keyboard.press("End")
    expect(page).to_have_url(re.compile(f"/game/{game.code}/$"))
    expect(page.locator("[data-line]")).to_have_count(5)
    page.locator(".moves a[data-ply='4']").click()
    expect(page.locator(".moves a[aria-current]")).to_have_text(re.compile("e5W"))
    page.locator(".think-bar").nth(1).click(force=True)
    expect(page.locator("[data-part=where]")).to_have_text(f"Move 2 of {game.ply}")


def test_without_script_a_finished_game_is_all_there(hall, played, new_page):
    game = played(WON)
    page = new_page(java_script_enabled=False)
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.locator(".verdict")).to_contain_text("won")
    expect(page.locator(".board-figure .strike")).to_have_count(1)
    page.get_by_role("link", name="One move back").click()
    expect(page.locator(".board-figure .strike")).to_have_count(0)
    expect(page.locator(".walk-where")).to_have_text(f"Move {game.ply - 1} of {game.ply}")
    page.locator(".moves a").first.click()
    expect(page).to_have_url(re.compile(r"\?ply=1$"))


def test_the_record_is_downloaded_with_its_clocks(hall, played, new_page):
    game = played(WON)
    page = new_page()
    page.goto(f"{hall}/game/{game.code}/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename == f"mira-jonas-{game.code}.txt"
    text = download.value.path().read_text()
    assert '[X "Mira"]' in text
    assert "{[%clk 0:10:04.9]}" in text


def test_a_takeback_is_followed_and_looking_back_does_not_disturb(hall, played, new_page):
    game = played("a1N e5S b1N")
    page = new_page()
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.locator(".connection")).to_have_text("live")
    page.locator(".moves a[data-ply='1']").click()
    ask(game, r.MakeMove(Seat.O, 3, Move.parse("e4N")))
    expect(page.locator(".moves a")).to_have_count(4)
    expect(page.locator("[data-part=where]")).to_have_text("Move 1 of 4")
    page.get_by_role("button", name="Back to the live position").click()
    expect_cube(page, "e5", "e5, circle")
    ask(game, r.TakeBack(2))
    expect(page.locator(".moves a")).to_have_count(2)
    expect(page.locator("[data-part=where]")).to_have_text("Move 2 of 2")


def test_a_finished_game_is_quiet_about_its_connection_and_follows_when_it_is_opened_again(
    hall, played, new_page
):
    game = played(WON)
    page = new_page()
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.locator(".connection")).to_have_attribute("data-status", "live")
    expect(page.locator(".connection")).to_be_empty()
    expect(page.locator(".think-bar").first).to_be_visible()
    ask(game, r.Reopen("the line was misread"))
    expect(page.locator(".connection")).to_have_text("live")
    expect(page.locator("[data-part=winner]")).to_be_empty()
    expect(page.locator("[data-line]")).to_have_count(0)
    expect(page.locator(".think-bar")).to_have_count(0)


def test_the_start_page_shows_what_is_being_played(hall, played, new_page):
    game = played("a1N e5S")
    page = new_page()
    page.goto(hall + "/")
    page.get_by_role("link", name=re.compile("Mira – Jonas")).click()
    expect(page).to_have_url(re.compile(f"/game/{game.code}/"))


def test_the_wall_shows_boards_as_they_begin_move_and_end(hall, played, new_page):
    page = new_page(size=PROJECTOR)
    page.goto(hall + "/wall/")
    expect(page.get_by_role("heading", name="No game is being played")).to_be_visible()
    game = played("e1W e5W e1W e5W e1W e5W e1W e5W")
    other = played("c1E", seats=2)
    card = page.locator(f".wall-card[data-code='{game.code}']")
    expect(card).to_contain_text("move 9")
    expect(page.locator(f".wall-card[data-code='{other.code}']")).to_be_visible()
    ask(game, r.MakeMove(Seat.X, 8, Move.parse("e1W")))
    expect(card).to_contain_text("won: five in a line")
    expect(card.locator("[data-line]")).to_have_count(5)
    expect(page.locator("[data-part=heard]")).to_have_text(re.compile("as of"))
    expect(page.locator("[data-part=count]")).to_have_text("2 boards")


def test_the_wall_tells_the_time_of_the_club_in_24_hours(hall, club_settings, new_page):
    club_settings.time_zone = "Asia/Tokyo"
    club_settings.save()
    page = new_page(timezone_id="America/New_York")
    page.goto(hall + "/wall/")
    now = datetime.now(ZoneInfo("Asia/Tokyo"))
    times = {(now + timedelta(minutes=late)).strftime("%H:%M") for late in (-1, 0, 1)}
    expect(page.locator("[data-part=clock]")).to_have_text(re.compile(f"^({'|'.join(times)})$"))


def test_the_wall_of_a_tournament_turns_its_pages_by_itself(hall, played, new_page):
    public_tournament("tournament:9")
    for number in range(1, 15):
        played("a1N", topic="tournament:9", place=f"table:9:{number}", casual=False)
    page = new_page(size=PROJECTOR, motion="no-preference")
    page.clock.install()
    page.goto(hall + "/wall/tournament:9/")
    cards = page.locator(".wall-card")
    expect(page.locator("[data-part=page]")).to_have_text("Page 1 of 2")
    page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=1))
    expect(cards).to_have_count(12)
    expect(cards.first).to_contain_text("Table 1 ·")
    page.clock.run_for(12_500)
    expect(page.locator("[data-part=page]")).to_have_text("Page 2 of 2")
    expect(cards.first).to_contain_text("Table 13")
    page.get_by_role("button", name="Larger").click()
    expect(cards.first).to_contain_text("Table 11")


@pytest.mark.parametrize("frame", ["overlay", "embed"])
def test_a_wall_over_a_stream_or_on_another_page_shows_its_boards(hall, played, new_page, frame):
    played("a1N")
    page = new_page(size=PROJECTOR)
    page.goto(f"{hall}/wall/?{frame}")
    expect(page.locator(".wall-card")).to_be_visible()


def test_a_wall_without_a_connection_keeps_its_boards_grey_and_mends_itself(hall, played, new_page):
    kept, gone = played("a1N"), played("c1E")
    page = new_page(size=PROJECTOR, allow="net::|WebSocket")
    page.goto(hall + "/wall/")
    expect(page.locator(".wall-card")).to_have_count(2)
    page.context.set_offline(True)
    expect(page.locator(".wall[data-stale]")).to_be_visible(timeout=12_000)
    expect(page.locator(".wall-card")).to_have_count(2)
    void_game(gone.pk)
    page.context.set_offline(False)
    expect(page.locator(".wall-card")).to_have_count(1, timeout=25_000)
    expect(page.locator(f".wall-card[data-code='{kept.code}']")).to_be_visible()
    expect(page.locator(".wall:not([data-stale])")).to_be_visible()


def test_every_page_is_sound_at_every_size_and_in_every_theme(hall, played, page, sound):
    over, four = played(WON), played("c5E.N", seats=4)
    for path in (f"/game/{over.code}/", f"/game/{four.code}/", "/wall/"):
        page.goto(hall + path)
        sound(page)


def test_a_game_that_was_called_off_is_not_here(hall, played, new_page):
    game = played("a1N")
    void_game(game.pk)
    page = new_page(allow="404")
    page.goto(f"{hall}/game/{game.code}/")
    expect(page.get_by_role("heading", name="There is nothing at this address")).to_be_visible()
    assert Game.objects.get().voided


def test_a_page_from_before_an_update_loads_itself_again_once_and_then_asks_for_it(hall, played, new_page):
    game, page, loads = played("e1W"), new_page(), []
    page.route_web_socket(re.compile("/ws/game/"), lambda line: line.close(code=4403))
    page.on("load", lambda _: loads.append("load"))
    with page.expect_event("load", lambda _: len(loads) == 2):
        page.goto(f"{hall}/game/{game.code}/", wait_until="commit")
    said = page.locator("[data-part=connection]")
    expect(said).to_have_text("The server was updated. Load the page again.")
    assert len(loads) == 2


def test_a_replay_plays_by_itself_and_the_board_can_be_turned(hall, new_page, played, axe):
    page, game = new_page(), played("a1N e5S b1N")
    page.goto(f"{hall}/game/{game.code}/?ply=0")
    page.get_by_label("Speed").select_option("fast")
    page.get_by_role("button", name="Play by itself").click()
    expect(page.locator("[data-part=where]")).to_have_text("Move 3 of 3")
    expect(page.get_by_role("button", name="Play by itself")).to_be_visible()  # stopped at the end
    page.get_by_role("button", name="Turn the board").click()
    expect(page.locator(".faces-below .face[data-face=O]")).to_be_visible()
    expect(page.locator("[data-cell]").first).to_have_attribute("data-cell", "e1")
    axe(page)
