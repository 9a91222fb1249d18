"""Clocks on the table: as large as the half allows, never moving, never covered, read by screen readers."""

import pytest
from playwright.sync_api import expect

from tests.browser.by_keys import take_by_keys
from tests.browser.conftest import PHONE, TABLET, TABLET_LANDSCAPE
from tests.browser.faces import covered, faces_of, mark_low_and_running
from tests.browser.table.conftest import DRAWN, Tablet, until

PHONE_LANDSCAPE = {"width": 844, "height": 390}
SIZES = {
    "tablet": TABLET,
    "tablet-landscape": TABLET_LANDSCAPE,
    "phone": PHONE,
    "phone-landscape": PHONE_LANDSCAPE,
}
LONG = {"X": {"name": "Maximilian Schwarzenberger"}, "O": {"name": "Annegret Oberhauser-Lindqvist"}}


def digits(tablet: Tablet) -> dict[str, list[tuple[float, float, float]]]:
    """Measure the digits of each seat at every size: their height and where they begin."""
    found = {}
    for name, size in SIZES.items():
        tablet.resize(size)
        found[name] = [(face["digits"], face["x"], face["y"]) for face in faces_of(tablet.page)]
    return found


def test_digits_are_as_large_and_where_they_were_before_during_and_after_the_game(lay):
    tablet = lay(control="m3")
    before = digits(tablet)
    tablet.start()
    expect(tablet.seat("X", "[data-time]")).to_contain_text(".")
    assert digits(tablet) == before
    expect(tablet.seat("X", "[data-clock]")).to_have_attribute("data-state", "flagged")
    assert digits(tablet) == before


SHIFTS = """() => {
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    const moved = list.getEntries().flatMap(({ sources }) => sources);
    shifts.push(...moved.map(({ node }) => node?.outerHTML ?? ''));
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("size", ["tablet", "tablet-landscape", "phone"])
def test_nothing_moves_from_the_start_of_a_game_to_its_end(lay, size):
    tablet = lay(size=SIZES[size], players=LONG)
    tablet.page.evaluate(DRAWN)
    tablet.page.evaluate(SHIFTS)
    tablet.start().play("c1E a3E")
    tablet.hold(tablet.seat("X", "[data-do=resign]"))
    expect(tablet["#after"]).to_be_visible()
    tablet.synced()
    tablet.page.evaluate(DRAWN)
    assert tablet.page.evaluate("shifts") == []


def test_lying_down_the_digits_are_as_large_as_upright(lay):
    found = digits(lay(control="10+5", rules="announce=required").start())
    sizes = {name: min(size for size, _x, _y in seats) for name, seats in found.items()}
    assert sizes["tablet"] > 110
    assert sizes["tablet-landscape"] >= 0.99 * sizes["tablet"]
    assert sizes["phone-landscape"] > 75


@pytest.mark.parametrize("seats", [2, 4])
def test_a_move_moves_no_digit(lay, seats):
    tablet = lay(control="10+5", seats=seats).start()
    before = digits(tablet)
    tablet.resize(TABLET)
    tablet.play("a2N.N" if seats == 4 else "a2N")
    expect(tablet.seat("X" if seats == 2 else "S", "[data-clock]")).to_have_attribute("data-state", "waiting")
    assert digits(tablet) == before


@pytest.mark.parametrize("wanted", [{"players": LONG}, {"seats": 4}, {"control": "0:40+2 m8 g20"}])
def test_neither_wedge_nor_corner_covers_a_digit_or_a_name(lay, wanted):
    tablet = lay(**wanted)
    mark_low_and_running(tablet.page)
    for name, size in SIZES.items():
        tablet.resize(size)
        assert covered(tablet.page) == [], name


def test_a_long_name_is_whole(lay):
    tablet = lay(players=LONG)
    for name, size in SIZES.items():
        tablet.resize(size)
        for label in tablet["[data-name]"].all():
            whole = "el => el.scrollWidth <= el.clientWidth && el.scrollHeight <= el.clientHeight + 1"
            assert label.evaluate(whole), (name, label.inner_text())


def test_the_limit_that_kills_is_large_in_each_half(lay):
    tablet = lay(control="5+2 m20 g9").start()
    for seat in "XO":
        expect(tablet.seat(seat, "[data-limit]")).to_have_text("this move")
        expect(tablet.seat(seat, "[data-note]")).to_contain_text("game ")
    expect(tablet.seat("O", "[data-time]")).to_have_text("0:20")
    expect(tablet.seat("O", "[data-note]")).to_contain_text("time 5:00")


def test_the_limit_of_the_game_alone_counts_down_in_each_half(lay):
    tablet = lay(control="g1").start()
    for seat in "XO":
        expect(tablet.seat(seat, "[data-limit]")).to_have_text("game")
        expect(tablet.seat(seat, "[data-time]")).to_contain_text("0:5")


def test_the_time_is_told_to_whoever_asks(lay):
    tablet = lay(control="10").start()
    tablet["#board [data-cell][tabindex='0']"].focus()
    tablet.page.keyboard.press("t")
    expect(tablet["#time-said"]).to_contain_text("Mira to move. Mira: ")
    expect(tablet["#time-said"]).to_contain_text("Jonas: 10 minutes")
    clock = tablet.seat("O", "[data-clock]")
    expect(clock).to_have_accessible_name("Clock of Jonas, 10 minutes")
    mine = tablet.seat("X", "[data-clock]")
    until(lambda: "9 minutes 5" in (mine.get_attribute("aria-label") or ""))
    mine.focus()
    name, shown = mine.get_attribute("aria-label"), tablet.seat("X", "[data-time]").inner_text()
    expect(tablet.seat("X", "[data-time]")).not_to_have_text(shown)
    assert mine.get_attribute("aria-label") == name  # a name that changes is read again


def test_an_entry_of_one_side_is_told_as_what_it_is(lay):
    tablet = lay(input="presses").start()
    tablet.seat("X", "[data-do=result]").tap()
    tablet.seat("X").get_by_role("button", name="I won").tap()
    expect(tablet["#said"]).to_contain_text("Entered by Mira: Mira won.")
    expect(tablet["#said"]).to_contain_text("Waiting for Jonas.")


TWOS = "a2N a3E b5S a2S e4W b5S a2S a2E a3N"


def test_a_whole_game_is_played_by_the_keyboard_alone(lay):
    tablet = lay()
    tablet["#go:enabled"].focus()
    tablet.page.keyboard.press("Enter")
    expect(tablet["#board [data-cell=c3]"]).to_be_focused()
    for number, move in enumerate(TWOS.split(), 1):
        take_by_keys(tablet.page, move)
        until(lambda number=number: len(tablet.moves.split()) == number)
    expect(tablet["#said"]).to_contain_text("Mira won: five in a line")
    assert tablet.moves == TWOS
    for _side in range(2):
        tablet["[data-answers] button:visible"].first.focus()
        tablet.page.keyboard.press("Enter")
    until(lambda: tablet.kinds.endswith("confirmed confirmed"))


def test_the_look_of_the_board_is_chosen_on_each_device_and_stays(lay, axe):
    tablet = lay()
    cube = "getComputedStyle(document.querySelector('.board')).getPropertyValue('--cube-face').trim()"
    beech = tablet.page.evaluate(cube)
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Walnut and ivory").tap()
    axe(tablet.page)
    walnut = tablet.page.evaluate(cube)
    assert walnut != beech
    tablet.page.reload()
    expect(tablet["#board [data-cell]"]).to_have_count(25)
    assert tablet.page.evaluate(cube) == walnut
    tablet.page.emulate_media(contrast="more")
    assert tablet.page.evaluate(cube) not in (walnut, beech)


def test_the_ticks_of_the_last_seconds_can_be_switched_off(lay):
    tablet = lay()
    tablet["#open-menu"].tap()
    ticks = tablet.page.get_by_label("A tick in each of the last seconds")
    expect(ticks).to_be_checked()
    ticks.uncheck()
    tablet.page.reload()
    tablet["#open-menu"].tap()
    expect(ticks).not_to_be_checked()
