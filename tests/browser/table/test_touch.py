"""Every touch counts: several fingers at once, slides, slaps, resting hands; none lost, none doubled."""

import random
import re

import pytest
from playwright.sync_api import expect

from games.access import links
from games.access.permissions import SYSTEM
from tests.browser.conftest import PHONE, TABLET, TABLET_LANDSCAPE
from tests.browser.table.conftest import PLAIN, Tablet, until
from tests.browser.table.glass import PALM_PX, Glass, middle
from tests.browser.table.test_look import are_apart
from tournament.models import Confirms, Tournament


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


def test_buttons_are_tapped_while_another_finger_rests(glass):
    tablet, fingers = glass()
    fingers.put(tablet.seat("O", "[data-clock]"))
    fingers.tap(tablet.seat("X", "[data-do=offer]"))
    fingers.tap(tablet.seat("O").get_by_role("button", name="Decline"))
    until(lambda: tablet.kinds == "started offered declined")


def test_a_resting_finger_opens_nothing(glass):
    tablet, fingers = glass()
    finger = fingers.put(tablet.seat("O", "[data-clock]"))
    # Longer than any hold: the button that is held at the same time counts.
    tablet.hold(tablet.seat("X", "[data-do=resign]"))
    expect(tablet["dialog[open]"]).to_have_count(0)
    fingers.lift(finger)


def test_what_comes_up_under_a_holding_finger_is_not_tapped(glass):
    tournament = Tournament.objects.create(name="Open", confirms=Confirms.BOTH)
    # A phone, where one button replaces the other.
    tablet, fingers = glass(topic=tournament.scope, size=PHONE)
    finger = fingers.put(tablet.seat("X", "[data-do=resign]"))
    confirm = tablet.seat("X").get_by_role("button", name="Confirm the result")
    expect(confirm).to_be_visible()
    below = fingers.down[finger]
    meets = "([x, y]) => document.elementFromPoint(x, y).closest('button').innerText"
    assert tablet.page.evaluate(meets, [below.x, below.y]) == "Confirm the result"
    fingers.lift_and_click(finger)
    tablet.synced()
    expect(confirm).to_be_visible()
    assert tablet.kinds == "started resigned"
    fingers.tap(confirm)
    until(lambda: tablet.kinds == "started resigned confirmed")


@pytest.mark.parametrize("kind", [{}, {"input": "presses"}, {"seats": 4}])
def test_the_menu_lies_in_the_half_that_waits_and_goes_when_its_turn_comes(glass, kind):
    tablet, fingers = glass(**kind)
    mover, board = ("S" if "seats" in kind else "X"), tablet["#board-area"].bounding_box()
    for size in (TABLET, TABLET_LANDSCAPE, PHONE):
        tablet.resize(size)
        fingers.tap(tablet["#open-menu"])
        expect(tablet["#menu"]).to_be_visible()
        menu, board = tablet["#menu"].bounding_box(), tablet["#board-area"].bounding_box()
        assert board is None or are_apart(menu, board), size
        assert are_apart(menu, tablet.seat(mover, "[data-clock]").bounding_box()), size
        assert menu["height"] > 100, size
        fingers.tap(tablet["#menu [data-closes]"].first)
        expect(tablet["#menu"]).to_be_hidden()
    fingers.tap(tablet["#open-menu"])
    if kind == {}:
        tablet.play("c1E")
    elif "seats" in kind:
        tablet.play("e5W.N")
        return  # the next player sits at the side
    else:
        fingers.tap(tablet.seat(mover, "[data-clock]"))
    expect(tablet["#menu"]).to_be_hidden()


@pytest.mark.parametrize("seat", ["X", "O"])
def test_a_tap_on_a_clock_starts_the_game_and_nothing_more(lay, seat):
    tablet = lay(input="presses")
    Glass(tablet.page).tap(tablet.seat(seat, "[data-clock]"))
    expect(tablet.seat("X", "[data-clock]")).to_have_attribute("data-state", "running")
    until(lambda: tablet.kinds == "started")


def test_a_clock_beside_cubes_says_what_to_do(glass):
    tablet, fingers = glass()
    fingers.tap(tablet.seat("X", "[data-clock]"))
    expect(tablet.seat("X", "[data-asked]")).to_have_text("Move on the board: your clock stops by itself.")
    fingers.tap(tablet.seat("O", "[data-clock]"))
    expect(tablet.seat("O", "[data-asked]")).to_have_text("Mira is to move.")
    assert tablet.kinds == "started"


def test_everybody_is_told_how_to_move_until_the_first_move(glass):
    tablet, fingers = glass()
    asked = {seat: tablet.seat(seat, "[data-asked]") for seat in "XO"}
    expect(asked["X"]).to_contain_text("Tap a cube on the rim")
    expect(asked["O"]).to_be_hidden()
    fingers.tap(tablet.cell("c1"))
    expect(asked["X"]).to_have_text("Now tap where it comes back, or drag it there.")
    fingers.tap(tablet.cell("e1"))
    expect(asked["O"]).to_contain_text("Tap a cube on the rim")
    tablet.play("a3E")
    expect(asked["X"]).to_be_hidden()


def test_a_sentence_takes_no_button_and_moves_nothing(glass):
    tablet, fingers = glass(rules="announce=required")
    for size in (TABLET, TABLET_LANDSCAPE, PHONE):
        tablet.resize(size)
        buttons = tablet.seat("X", ".seat-action:visible, [data-clock]")
        before = [each.bounding_box() for each in buttons.all()]
        fingers.tap(tablet.seat("X", "[data-do=resign]"))
        expect(tablet.seat("X", "[data-asked]")).to_have_text("Hold the button longer.")
        # What is pressed stands a little lower.
        expect(tablet.seat("X", ".seat-action:active")).to_have_count(0)
        assert [each.bounding_box() for each in buttons.all()] == before, size


def test_a_game_is_started_and_played_on_before_the_server_has_said_who_keeps_it(new_page, wifi, new_game):
    game = new_game()
    page = new_page(size=TABLET, has_touch=True)
    tablet, held = Tablet(page, game), []

    def hold_first_word(route):
        server = route.connect_to_server()

        def pass_on(text):
            if '"custody"' in text[:40] and not held:
                held.append(lambda: route.send(text))
            else:
                route.send(text)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/game/"), hold_first_word)
    path = links.make(SYSTEM, role="table", scope=game.scope).path
    page.goto(f"http://{PLAIN}:{wifi.port}{path}")
    start = page.locator("#pause")
    expect(start).to_have_text("Start")
    expect(start).to_be_enabled()
    fingers = Glass(page)
    fingers.tap(start)
    expect(page.locator("#cover")).to_be_hidden()
    fingers.tap(tablet.cell("c1"))
    expect(page.locator("#board [data-selected]")).to_have_attribute("data-cell", "c1")
    fingers.tap(tablet.cell("e1"))
    expect(page.locator("#board [data-takeable]")).to_have_count(0)  # one move is all that can wait
    page.wait_for_function("document.querySelector('#link-state').dataset.state === 'live'")
    [tell_custody] = held
    expect(page.locator("#table")).to_have_attribute("data-phase", "waiting")
    tell_custody()
    expect(page.locator("#status")).to_have_text("Jonas to move")
    until(lambda: tablet.kinds == "started moved")
    assert tablet.moves == "c1E"


def test_what_lies_below_a_closed_menu_hears_nothing_of_the_tap(lay):
    """Close the menu by a tap: the click that follows hits the clock below it."""
    tablet = lay()
    for size in (TABLET, TABLET_LANDSCAPE):
        tablet.resize(size)
        clocks = tablet[".seat-clock"].all()
        tablet["#open-menu"].tap()
        closing = tablet["#menu [data-closes]"].last
        closing.evaluate(
            """(button, clock) => {
              const { x, y } = clock.getBoundingClientRect();
              Object.assign(button.style, { position: "fixed", inset: `${y + 4}px auto auto ${x + 4}px` });
            }""",
            clocks[-1].element_handle(),
        )
        closing.tap()
        expect(tablet["#menu"]).to_be_hidden()
        tablet["#open-menu"].tap()  # any effect of the tap would show by now
        expect(tablet["#table"]).to_have_attribute("data-phase", "waiting")
        closing.evaluate("button => button.removeAttribute('style')")
        closing.tap()
