"""Every table fits its screen: nothing scrolls or is cut off, targets are large enough, clocks are big."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, TABLET, TABLET_LANDSCAPE
from tests.browser.table.conftest import Tablet

SIZES = {
    "tablet": TABLET,
    "tablet-landscape": TABLET_LANDSCAPE,
    "wide": {"width": 1280, "height": 800},
    "phone": PHONE,
}
TARGET = 47.5  # 48 px (SCREENS), less what rounding may take
KINDS = {
    "twos": {"rules": "announce=required"},
    "fours": {"seats": 4, "rules": "announce=required"},
    "clocks": {"input": "presses"},
    "clocks-for-four": {"seats": 4, "input": "presses"},
}
# On a 10-inch tablet a pixel is 0.18 mm: 60 px are 11 mm, which 6/9 eyes read at 3 m.
LEAST_DIGITS = {"phone": 30, "tablet": 50, "tablet-landscape": 60, "wide": 60}
INSIDE = """() => {
  const parts = '.seat-clock, .seat-action, .table-bar .button, .cell, .clock-time';
  return [...document.querySelectorAll(parts)].filter((el) => el.getClientRects().length).flatMap((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    const inside = left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    return inside ? [] : [`${el.className} ${el.dataset.do ?? ''} ${Math.round(left)},${Math.round(top)}`];
  });
}"""

SHORT_SIDES = """() => [...document.querySelectorAll('.seat-action, .table-bar .button')]
  .filter((el) => el.getClientRects().length && getComputedStyle(el).visibility === 'visible')
  .map((el) => [el.innerText, el.getBoundingClientRect()])
  .map(([words, { width, height }]) => [words, Math.min(width, height)])"""
DIGITS = """() => [...document.querySelectorAll('[data-time]')]
  .map((el) => parseFloat(getComputedStyle(el).fontSize))"""
# All at once, because a note disappears after a while.
UNDER_A_NOTE = """() => {
  const box = (el) => el.getBoundingClientRect();
  const note = box([...document.querySelectorAll('.toast')].findLast((el) => el.getClientRects().length));
  const parts = document.querySelectorAll('[data-clock], #board-area, .seat-action, .table-bar .button');
  return [...parts].filter((el) => el.getClientRects().length).filter((el) => {
    const { left, top, right, bottom } = box(el);
    // It comes in from a few pixels away.
    return note.left < right - 4 && left < note.right - 4 && note.top < bottom - 4 && top < note.bottom - 4;
  }).map((el) => el.className);
}"""


@pytest.mark.parametrize("kind", KINDS)
def test_the_whole_table_is_in_one_view_at_every_size(lay, kind):
    tablet = lay(**KINDS[kind]).start()
    for name, size in SIZES.items():
        tablet.resize(size)
        assert tablet.page.evaluate(INSIDE) == [], name
        assert not overlaps(tablet), name
        root = "document.documentElement"
        assert tablet.page.evaluate(
            f"{root}.scrollHeight <= innerHeight && {root}.scrollWidth <= innerWidth"
        ), name
        for words, side in tablet.page.evaluate(SHORT_SIDES):
            assert side >= TARGET, (name, words)
        for digits in tablet.page.evaluate(DIGITS):
            assert digits >= LEAST_DIGITS[name], (name, digits)


def overlaps(tablet: Tablet) -> list[str]:
    """List the seats, board and bar that overlap."""
    areas = [
        (el.get_attribute("class"), el.bounding_box())
        for el in tablet[".seat, .table-board, .table-bar"].all()
    ]
    boxes = [(name, box) for name, box in areas if box]
    return [
        f"{one} / {other}"
        for place, (one, a) in enumerate(boxes)
        for other, b in boxes[place + 1 :]
        if a["x"] + a["width"] > b["x"] + 1
        and b["x"] + b["width"] > a["x"] + 1
        and a["y"] + a["height"] > b["y"] + 1
        and b["y"] + b["height"] > a["y"] + 1
    ]


def test_cubes_are_large_enough_for_fingers(lay):
    tablet = lay().start()
    for name, least in (("tablet", 90), ("tablet-landscape", 90), ("phone", 48)):
        tablet.resize(SIZES[name])
        # A cube and the gap around it: taps in between go to the nearer one.
        first, second = (tablet[f'#board [data-cell="{cell}"]'].bounding_box()["x"] for cell in ("a1", "b1"))
        assert second - first >= least, name


def test_every_clock_faces_its_seat_and_hands_can_be_changed(lay):
    tablet = lay(seats=4, size=TABLET_LANDSCAPE)
    boxes = {seat: tablet.seat(seat).bounding_box() for seat in "NESW"}
    assert boxes["N"]["x"] == boxes["W"]["x"] < boxes["E"]["x"] == boxes["S"]["x"]
    assert boxes["N"]["y"] < boxes["W"]["y"]
    turned = {seat: tablet.seat(seat).evaluate("el => getComputedStyle(el).rotate") for seat in "NS"}
    assert turned == {"N": "180deg", "S": "none"}
    written = {seat: tablet.seat(seat).evaluate("el => getComputedStyle(el).writingMode") for seat in "EW"}
    assert written == {"E": "vertical-rl", "W": "vertical-rl"}
    tablet["#open-menu"].tap()
    tablet.page.get_by_label("Clocks for left-handed players").check()
    tablet.page.get_by_role("button", name="Back to the game").tap()
    assert tablet.seat("S").bounding_box()["x"] == boxes["N"]["x"]
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Turn the table").tap()
    tablet.page.get_by_role("button", name="Back to the game").tap()
    expect(tablet.seat("W")).to_have_attribute("data-side", "S")


def test_with_wooden_cubes_a_question_stays_below_the_clock_of_left_handed_players(lay):
    tablet = lay(input="presses", size=TABLET).start()
    tablet["#open-menu"].tap()
    tablet.page.get_by_label("Clocks for left-handed players").check()
    tablet.page.get_by_role("button", name="Back to the game").tap()
    tablet.seat("X", "[data-do=result]").tap()
    question, seat = (tablet.seat("X", part).bounding_box() for part in ("[data-question]", "[data-clock]"))
    assert question["height"] < seat["height"] / 2
    assert question["width"] > 0.9 * TABLET["width"]


def test_beside_the_call_every_button_has_its_words_or_its_icon_and_leaves_no_hole(lay):
    tablet = lay(seats=4, rules="announce=required", casual=False, size=TABLET).start()
    wide, offer = (tablet.seat("S", f"[data-do={name}]").bounding_box() for name in ("resign", "offer"))
    assert offer["width"] == pytest.approx(wide["width"], abs=0.5)
    for seat in "EW":
        expect(tablet.seat(seat, "[data-do=offer] .icon")).to_be_visible()


@pytest.mark.parametrize("kind", KINDS)
def test_notes_lie_over_no_clock_no_board_and_no_button(lay, kind):
    tablet = lay(**KINDS[kind]).start()
    for name, size in SIZES.items():
        tablet.resize(size)
        tablet.page.go_back()
        expect(tablet[".toast"].last).to_be_visible()
        assert tablet.page.evaluate(UNDER_A_NOTE) == [], name


def test_a_note_takes_no_tap_but_on_its_own_button(lay):
    tablet = lay().start()
    tablet.page.go_back()
    below = """() => {
      const { left, top, height } = document.querySelector('.toast > p').getBoundingClientRect();
      return document.elementFromPoint(left + 4, top + height / 2).closest('.toast') === null;
    }"""
    assert tablet.page.evaluate(below)
    tablet[".toast button"].tap()
    expect(tablet[".toast"]).to_have_count(0)


def are_apart(a, b) -> bool:
    beside = a["x"] >= b["x"] + b["width"] or b["x"] >= a["x"] + a["width"]
    return beside or a["y"] >= b["y"] + b["height"] or b["y"] >= a["y"] + a["height"]
