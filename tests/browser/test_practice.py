"""The engine in Chromium: it thinks in a thread of its own, helps to learn, and looks into finished games."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, scrolls_sideways
from tests.games.conftest import open_live

# Both fill a row; then crosses overlook that theirs lacks only one push.
MISSED = "e1W e5W e1W e5W e1W e5W e1W e5W e3W e5W"


def make_a_move(page: Page) -> None:
    """Make the move of the hint."""
    page.click("[data-part=hint]")
    said = page.locator("[data-part=say]")
    expect(said).to_have_text(re.compile("Push [a-e][1-5] in from the"))
    edge = said.inner_text().rpartition(" ")[2][0].upper()
    page.click(f'#play [data-end="{edge}"]')


@pytest.mark.django_db(transaction=True)
def test_a_hint_is_played_answered_and_taken_back_while_a_worker_does_the_thinking(new_page, hall, axe):
    page = new_page(size=PHONE, has_touch=True)
    page.goto(f"{hall}/practice/")
    axe(page)
    page.click('[data-level="4"]')
    make_a_move(page)
    expect(page.locator("#play[data-my-turn]")).to_be_visible()
    expect(page.locator("#play .cube-mark, #play [data-cell][aria-label*=circle]")).to_have_count(1)
    (worker,) = page.workers
    assert re.search(r"/engine\.\w+\.js$", worker.url)
    axe(page)
    assert not scrolls_sideways(page)
    page.click("[data-part=takeback]")
    expect(page.locator("#play [data-cell][aria-label*=cross]")).to_have_count(0)
    page.click("[data-part=resign]")
    expect(page.locator("[data-part=say]")).to_contain_text("You lost: resigned")


@pytest.mark.django_db(transaction=True)
def test_a_finished_game_says_where_it_turned_and_lets_the_win_be_tried(new_page, hall, axe):
    game = open_live().start().moves(MISSED).game
    page = new_page(size=PHONE, has_touch=True)
    page.goto(f"{hall}/game/{game.code}/")
    page.click("text=See where it was won")
    expect(page.locator("[data-part=progress]")).to_be_hidden(timeout=30_000)
    moment = page.locator(".moment", has_text="Player X missed a win in 1 move")
    expect(moment).to_be_visible()
    axe(page)
    assert not scrolls_sideways(page)
    moment.click()
    expect(page.locator("[data-part=standing]")).to_have_text("Win for Player X in 1 move")
    page.click("[data-part=along]")
    expect(page.locator("[data-part=standing]")).to_have_text("Player X won")
    expect(page.locator("[data-part=trying]")).to_be_visible()
    page.click("[data-part=back-to-game]")
    expect(page.locator("[data-part=trying]")).to_be_hidden()


def test_a_lesson_says_what_was_wrong_and_is_done_when_it_is_right(new_page, hall, axe):
    page = new_page(size=PHONE, has_touch=True)
    page.goto(f"{hall}/learn/#9")
    page.click("[data-cell=c1]")
    page.click("[data-end=N]")
    expect(page.locator("[data-part=say]")).to_contain_text("also completes the circles")
    page.click("[data-part=again]")
    page.click("[data-cell=c5]")
    page.click("[data-end=S]")
    expect(page.locator("[data-part=say]")).to_have_text("Well done.")
    expect(page.locator("[data-lesson='8'][data-done]")).to_be_visible()
    axe(page)
    page.goto(f"{hall}/rules/")
    page.click("#push figure >> nth=0 >> text=Try it")
    page.click("#push .try [data-cell=a1]")
    page.click("#push .try [data-end=E]:visible")
    expect(page.locator("#push .try-said")).to_have_text("Circles to move")
