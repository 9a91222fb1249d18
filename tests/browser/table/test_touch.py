"""Every touch counts: several fingers at once, slides, slaps, resting hands; none lost, none doubled."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import until
from tests.browser.table.glass import PALM_PX, Glass, middle


@pytest.fixture
def glass(lay):
    """`glass(input="presses")`: a game that runs, and fingers on it."""

    def put(**wanted):
        tablet = lay(**wanted).start()
        return tablet, Glass(tablet.page)

    return put


def test_a_clock_is_pressed_whatever_else_lies_on_the_glass(glass):
    tablet, fingers = glass(input="presses")
    resting = {
        "the other's half": tablet.seat("O", "[data-clock]"),
        "the own half": tablet.seat("X", "[data-question]"),
        "the bar": tablet["#status"],
    }
    pressed = "started"
    for target in resting.values():
        finger = fingers.put(target)
        for seat in "XO":
            fingers.tap(tablet.seat(seat, "[data-clock]"))
            pressed += " pressed"
        fingers.lift(finger)
    until(lambda: tablet.kinds == pressed)


def test_a_press_counts_from_the_touch_and_slides_slaps_and_palms_lose_nothing(glass):
    tablet, fingers = glass(input="presses")
    clocks = [tablet.seat(seat, "[data-clock]") for seat in "XO"]
    finger = fingers.put(clocks[0])
    expect(clocks[1]).to_have_attribute("data-state", "running")  # before it is lifted
    fingers.slide(finger, 60)
    fingers.lift(finger)
    slap = fingers.put(clocks[1], radius=PALM_PX)
    fingers.slide(slap, 0, 40)
    fingers.lift(slap)
    expect(clocks[0]).to_have_attribute("data-state", "running")
    until(lambda: tablet.kinds == "started pressed pressed")


def test_hundreds_of_overlapping_touches_are_each_read_once(glass):
    tablet, fingers = glass(input="presses")
    page, chance = tablet.page, random.Random(11)
    places = {seat: middle(tablet.seat(seat, "[data-clock]")) for seat in "XO"}
    places["bar"] = middle(tablet["#status"])
    turn, presses = "X", 0
    for _ in range(400):
        action = chance.random()
        if fingers.down and (action < 0.4 or len(fingers.down) == 4):
            fingers.lift(chance.choice(list(fingers.down)))
        elif fingers.down and action < 0.55:
            fingers.slide(chance.choice(list(fingers.down)), chance.uniform(-60, 60), steps=1)
        else:
            place = chance.choice(["X", "O", "X", "O", "bar"])
            x, y = places[place]
            fingers.put((x + chance.uniform(-150, 150), y + chance.uniform(-8, 8)))
            if place == turn:
                turn, presses = ("O" if turn == "X" else "X"), presses + 1
    for finger in list(fingers.down):
        fingers.lift(finger)
    assert presses > 60
    expect(tablet.seat(turn, "[data-clock]")).to_have_attribute("data-state", "running")
    assert page.evaluate("document.querySelectorAll('[data-clock][data-state=running]').length") == 1
    until(lambda: tablet.kinds.count("pressed") == presses, seconds=20)


def test_cubes_are_taken_and_pushed_while_a_hand_rests_on_the_board(glass):
    tablet, fingers = glass()
    hand = fingers.put(tablet["#board [data-cell=c5]"], radius=PALM_PX)
    other = fingers.put(tablet.seat("O", "[data-clock]"))
    cube = fingers.put(tablet["#board [data-cell=c1]"])
    expect(tablet["#board [data-selected]"]).to_have_attribute("data-cell", "c1")
    fingers.slide(cube, 60)
    fingers.lift(cube)
    end = fingers.put(tablet["#board [data-end=E]"])
    expect(tablet["#status"]).to_have_text("Jonas to move")
    fingers.slide(end, 0, 60)
    for finger in (end, hand, other):
        fingers.lift(finger)
    expect(tablet["#board [data-selected]"]).to_have_count(0)
    until(lambda: tablet.moves == "c1E")


def test_buttons_are_tapped_while_another_finger_rests(glass):
    tablet, fingers = glass()
    fingers.put(tablet.seat("O", "[data-clock]"))
    fingers.tap(tablet.seat("X", "[data-do=offer]"))
    fingers.tap(tablet.seat("O").get_by_role("button", name="Decline"))
    until(lambda: tablet.kinds == "started offered declined")


def test_a_resting_finger_opens_nothing(glass):
    tablet, fingers = glass()
    finger = fingers.put(tablet.seat("O", "[data-clock]"))
    # Longer than any hold: the button that is held beside it counts.
    tablet.hold(tablet.seat("X", "[data-do=resign]"))
    expect(tablet["dialog[open]"]).to_have_count(0)
    fingers.lift(finger)


def test_what_comes_up_under_a_holding_finger_is_not_tapped(glass):
    tablet, fingers = glass()
    finger = fingers.put(tablet.seat("X", "[data-do=resign]"))
    confirm = tablet.seat("X").get_by_role("button", name="Confirm the result")
    expect(confirm).to_be_visible()
    fingers.lift(finger)
    tablet.synced()
    expect(confirm).to_be_visible()
    assert tablet.kinds == "started resigned"
    fingers.tap(confirm)
    until(lambda: tablet.kinds == "started resigned confirmed")
