"""The board in a real browser: what it shows, says and reports. Other modules decide what a tap means."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE

# A board in the page's body; its reports are collected in `window.reports`.
SET_UP = """async ({ state, options }) => {
  const { createBoard } = await import('/static/js/board/board.js');
  const el = document.createElement('div');
  document.querySelector('main').replaceChildren(el);
  window.reports = [];
  window.board = createBoard(el, {
    ...options,
    onCell: (cell) => window.reports.push(cell),
    onEnd: (edge) => window.reports.push(edge),
    onCancel: () => window.reports.push('cancel'),
  });
  window.board.set(state);
}"""
OPENING = {"position": "...../...../...../...../..... X"}


@pytest.fixture
def show(hall, page):
    """Make `show(state, orientation="W")`, which puts a board on an empty page."""
    page.goto(hall + "/rules/")

    def show(state: dict, page: Page = page, **options: object) -> Page:
        page.evaluate(SET_UP, {"state": state, "options": options})
        return page

    return show


def cell(page: Page, name: str):
    return page.locator(f'[data-cell="{name}"]')


def test_every_cell_says_what_lies_on_it(show):
    page = show({"position": "..O../...../..X../...../..... X", "takeable": ["a1"], "selected": None})
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    assert page.get_by_role("gridcell").count() == 25
    expect(cell(page, "c5")).to_have_accessible_name("c5, circle")
    expect(cell(page, "c3")).to_have_accessible_name("c3, cross")
    expect(cell(page, "a1")).to_have_accessible_name("a1, blank, may be taken")


def test_a_tap_and_the_keyboard_report_the_same_cell(show):
    page = show({**OPENING, "takeable": ["c1"]})
    cell(page, "c1").click()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    assert page.evaluate("window.reports") == ["c1", "c1", "b1", "cancel"]


def test_arrow_keys_stop_at_the_rim_and_one_cell_is_in_the_tab_order(show):
    page = show(OPENING)
    cell(page, "a1").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(cell(page, "a1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(cell(page, "a2")).to_be_focused()
    assert page.locator('[data-cell][tabindex="0"]').count() == 1


def test_arrows_stand_at_the_ends_of_the_cube_in_hand(show):
    page = show({**OPENING, "takeable": ["c1"], "selected": "c1", "ends": ["N", "E", "W"]})
    boxes = {edge: page.locator(f'[data-end="{edge}"]').bounding_box() for edge in "NEW"}
    home = cell(page, "c1").bounding_box()
    assert boxes["N"]["y"] < cell(page, "c5").bounding_box()["y"]
    assert boxes["N"]["x"] == pytest.approx(home["x"], abs=8)
    assert boxes["E"]["x"] > cell(page, "e1").bounding_box()["x"]
    assert boxes["W"]["x"] < cell(page, "a1").bounding_box()["x"]
    expect(page.locator('[data-end="S"]')).to_be_hidden()
    page.get_by_role("button", name="Push c1 in from the east").click()
    assert page.evaluate("window.reports") == ["E"]


def test_a_turned_board_moves_cells_ends_and_dots_together(show):
    page = show(
        {
            "position": "...../...../...../...../W.... W",
            "takeable": ["a1"],
            "selected": "a1",
            "ends": ["N", "E"],
        },
        orientation="W",
        seats=4,
    )
    # West looks east: north is at the left hand, south at the right.
    assert cell(page, "a5").bounding_box()["x"] < cell(page, "a1").bounding_box()["x"]
    assert page.locator('[data-end="E"]').bounding_box()["y"] < cell(page, "e1").bounding_box()["y"]
    assert page.locator('[data-end="N"]').bounding_box()["x"] < cell(page, "a5").bounding_box()["x"]
    # From west the dot that points at west points down, at the reader.
    assert "rotate(180" in cell(page, "a1").locator("use[href='#dot']").get_attribute("transform")
    west_rim = [cell(page, f"a{rank}").bounding_box()["y"] for rank in range(1, 6)]
    assert max(west_rim) - min(west_rim) < 1
    assert west_rim[0] > cell(page, "c3").bounding_box()["y"]


def test_a_push_slides_the_whole_line_and_ends_in_the_new_position(hall, new_page):
    page = new_page(motion="no-preference")
    page.goto(hall + "/rules/")
    page.evaluate(SET_UP, {"state": {"position": "...../...../...../...../...XO X"}, "options": {}})
    moving = page.evaluate(
        """() => {
             const after = { position: '...../...../...../...../..XOX O', last: { cell: 'c1', edge: 'E' } };
             window.done = window.board.animatePush(after.last, after);
             const moves = (cell) => cell.firstChild.getAnimations().length > 0;
             return [...document.querySelectorAll('[data-cell]')].filter(moves)
               .map((cell) => cell.dataset.cell).sort();
           }"""
    )
    assert moving == ["c1", "d1", "e1"]
    page.evaluate("window.done")
    expect(cell(page, "e1")).to_have_accessible_name("e1, cross")
    expect(cell(page, "d1")).to_have_accessible_name("d1, circle")
    expect(cell(page, "e1")).to_have_attribute("data-last", "")


def test_less_motion_means_none(show):
    page = show(OPENING)
    assert (
        page.evaluate(
            """async () => {
             const after = { position: '...../...../...../...../....X O' };
             const pushed = window.board.animatePush({ cell: 'c1', edge: 'E' }, after);
             const running = document.getAnimations().length;
             await pushed;
             return running;
           }"""
        )
        == 0
    )


def test_the_cube_of_a_push_takes_its_grain_along(hall, new_page):
    page = new_page(motion="no-preference")
    page.goto(hall + "/rules/")
    page.evaluate(SET_UP, {"state": OPENING, "options": {}})
    grains = "[...document.querySelectorAll('[data-cell$=\"1\"] .cube')].map((cube) => cube.dataset.grain)"
    a, b, c, d, e = page.evaluate(grains)
    page.evaluate(
        "window.board.animatePush({ cell: 'b1', edge: 'E' }, { position: '...../...../...../...../....X O' })"
    )
    assert page.evaluate(grains) == [a, c, d, e, b]


def test_targets_are_large_enough_for_fingers_on_a_small_phone(hall, new_page):
    page = new_page(size=PHONE)
    page.goto(hall + "/rules/")
    page.evaluate(SET_UP, {"state": {**OPENING, "selected": "c1", "ends": ["N", "E", "W"]}, "options": {}})
    # As on play screens: the board has the width of the phone but for eight pixels on each side.
    page.evaluate("document.querySelector('main').style.setProperty('padding', '8px')")
    for target in ("[data-end=N]", "[data-end=W]", "[data-cell=c1]"):
        box = page.locator(target).bounding_box()
        assert min(box["width"], box["height"]) >= 48, (target, box)


def test_the_winning_line_is_lit_and_said(show):
    line = ["a1", "b2", "c3", "d4", "e5"]
    page = show({"position": "....X/...X./..X../.X.../X.... O", "lines": [line]})
    assert page.locator("[data-line]").count() == 5
    expect(cell(page, "c3")).to_have_accessible_name("c3, cross, in the winning line")
    expect(page.locator(".strike")).to_have_attribute("d", re.compile(r"^M\d+ \d+L\d+ -?\d+$"))
