"""Cubes under fingers: taken, dragged and pushed, also while other cubes still slide."""

from playwright.sync_api import expect

from tests.browser.table.conftest import until
from tests.browser.table.glass import PALM_PX, middle


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


def drag(tablet, fingers, start, goal, *, steps=6):
    """Drag a cube from one place to another, and let it go."""
    (x, y), (to_x, to_y) = middle(start), middle(goal)
    finger = fingers.put(start)
    fingers.slide(finger, to_x - x, to_y - y, steps=steps)
    return finger


def test_a_cube_is_dragged_to_the_end_of_its_line_and_follows_the_finger(glass):
    tablet, fingers = glass()
    cube = tablet.cell("c1").locator(".cube")
    home = middle(cube)
    finger = drag(tablet, fingers, tablet.cell("c1"), tablet.cell("e1"))
    goal = middle(tablet.cell("e1"))
    assert goal[0] > home[0] + 100
    until(lambda: abs(middle(cube)[0] - goal[0]) < 12)  # with the frame that shows the end of the way
    expect(tablet["#board [data-aimed]"]).to_have_attribute("data-end", "E")
    fingers.lift(finger)
    expect(tablet["#status"]).to_have_text("Jonas to move")
    expect(tablet["#board [data-dragged], #board [data-aimed]"]).to_have_count(0)
    # Across the whole board, and beyond it.
    fingers.lift(drag(tablet, fingers, tablet.cell("a3"), tablet.cell("e3")))
    until(lambda: tablet.moves == "c1E a3E")


def test_a_cube_that_is_let_go_elsewhere_falls_back_and_stays_in_hand(glass):
    tablet, fingers = glass()
    fingers.lift(drag(tablet, fingers, tablet.cell("c1"), tablet.cell("d3")))
    expect(tablet["#board [data-dragged]"]).to_have_count(0)
    expect(tablet["#board [data-selected]"]).to_have_attribute("data-cell", "c1")
    fingers.lift(drag(tablet, fingers, tablet.cell("c1"), tablet.cell("a1")))
    until(lambda: tablet.moves == "c1W")


def test_the_far_cube_means_its_end_and_only_the_ends_shine(glass):
    tablet, fingers = glass()
    fingers.tap(tablet.cell("c1"))
    goals = {each.get_attribute("data-cell") for each in tablet["#board [data-goal]"].all()}
    assert goals == {"a1", "e1", "c5"}
    shines = "el => getComputedStyle(el, '::before').opacity"
    assert {tablet.cell(name).evaluate(shines) for name in ("b5", "e4", "b1")} == {"0"}
    fingers.tap(tablet.cell("e1"))
    until(lambda: tablet.moves == "c1E")


def test_a_mouse_drags_as_well(glass):
    tablet, _fingers = glass()
    tablet["#board [data-cell=b1]"].drag_to(tablet.cell("e1"))
    until(lambda: tablet.moves == "b1E")


# A push that never ends: its cubes stop a moment after it began.
HALF_WAY = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how);
    made.pause();
    made.currentTime = 40;
    return made;
  };
}"""


def test_a_finger_means_the_cell_it_touches_while_cubes_still_slide(glass):
    tablet, fingers = glass(motion="no-preference")
    tablet.page.evaluate(HALF_WAY)
    fingers.tap(tablet.cell("b1"))
    fingers.tap(tablet.cell("e1"))
    expect(tablet["#board"]).to_have_attribute("data-pushing", "")
    places = {name: middle(tablet.cell(name)) for name in ("b1", "c1", "d1")}
    drawn = {name: middle(tablet.cell(name).locator(".cube-slot")) for name in places}
    pitch = places["c1"][0] - places["b1"][0]
    assert all(drawn[name][0] - places[name][0] > 0.6 * pitch for name in places)  # over the neighbour
    for name, place in places.items():
        fingers.tap(place)
        expect(tablet["#board [data-selected]"]).to_have_attribute("data-cell", name)
    # The entering cube covers the surroundings of the board, and takes no touch there either.
    x, y = middle(tablet.cell("e1").locator(".cube-slot"))
    meets = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-cell]')?.dataset.cell ?? ''"
    assert tablet.page.evaluate(meets, [x, y]) == ""
    fingers.tap(tablet["#board [data-end=N]"])
    until(lambda: tablet.moves == "b1E d1N")
