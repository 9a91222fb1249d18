"""Brackets in a real browser: every match has its turn on the big screen, and no name is cut anywhere."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import LAPTOP, PHONE, PROJECTOR, NewPage
from tests.tournament.conftest import make_tournament  # noqa: F401 (a fixture)
from tournament.services.stages import brackets, stage_record

LONG = "Maximiliane-Alexandra von Hohenstein-Oberlausitz"

SOCKETS = "WebSocket"  # this server has none
# Of the matches that are whole on the slide: number and size of the names.
IN_SIGHT = """matches => {
  const room = document.querySelector('.slides').getBoundingClientRect();
  const isWhole = match => {
    const box = match.getBoundingClientRect();
    const names = [...match.querySelectorAll('.bracket-name')];
    const cut = names.some(name => name.scrollWidth > name.clientWidth + 1);
    const below = document.elementFromPoint(box.right - 9, box.bottom - 9);
    return match.contains(below) && !cut && box.left >= room.left && box.right <= room.right
      && box.top >= room.top && box.bottom <= room.bottom;
  };
  return matches.filter(isWhole).map(match => [
    Number(match.querySelector('.bracket-number').innerText),
    parseFloat(getComputedStyle(match.querySelector('.bracket-name')).fontSize),
  ]);
}"""


def seen_in_turn(page: Page) -> dict[int, float]:
    """Collect the numbers of the matches that fit on a slide, and the sizes of their names."""
    seen: dict[int, float] = {}
    for _ in range(2 * page.locator(".slide").count()):  # the pairings take several pages
        seen |= dict(page.locator(".slide:not([hidden]) .bracket-match").evaluate_all(IN_SIGHT))
        page.keyboard.press("ArrowRight")
    return seen


# What stands over a picture without a plate behind it.
BARE = """texts => texts.filter(text => {
  const plate = getComputedStyle(text).backgroundColor;
  return text.checkVisibility() && plate === "rgba(0, 0, 0, 0)";
}).map(text => text.innerText)"""


def test_over_a_stream_every_word_has_a_plate_and_lists_are_read_from_afar(
    hall: str,
    cup,
    new_page: NewPage,
) -> None:
    page = new_page(size=PROJECTOR, allow=SOCKETS)
    page.goto(f"{hall}/e/{cup.tournament.code}/bracket/?overlay")
    assert page.locator("h1, h2, h3").count() > 1
    assert page.locator("h1, h2, h3, .framed-head").evaluate_all(BARE) == []
    page.goto(f"{hall}/e/{cup.tournament.code}/round/?overlay")
    assert page.locator("h1, h2, h3, .framed-head, .round-progress").evaluate_all(BARE) == []
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 24
    assert page.locator("a[href^='/game/']:visible").count() == 0


@pytest.mark.parametrize(
    ("format", "count", "options"),
    [
        ("knockout", 5, {"third_place": True}),
        ("knockout", 32, {"third_place": True}),
        ("double-knockout", 8, {}),
        ("double-knockout", 32, {}),
    ],
)
def test_every_match_of_a_bracket_has_its_turn_in_full(
    hall: str,
    make_tournament,  # noqa: F811
    new_page: NewPage,
    format: str,
    count: int,
    options: dict[str, bool],
) -> None:
    e = make_tournament(format=format, planned_rounds=None, options=options)
    for name in (LONG, *(f"Katharina Beispielmann {number}" for number in range(1, count))):
        e.enter(name)
    e.play(e.publish())
    e.publish()
    page = new_page(size=PROJECTOR, allow=SOCKETS)
    page.goto(f"{hall}/e/{e.tournament.code}/projector/")
    page.get_by_role("button", name="Stay here").click()
    page.evaluate("document.activeElement.blur()")
    seen = seen_in_turn(page)
    known = brackets.bracket_of(stage_record.read(e.stage)).matches
    assert seen.keys() == {match.number for match in known}
    assert min(seen.values()) >= 14, "large enough for a screen of 1080 lines"


@pytest.fixture
def cup(make_tournament):  # noqa: F811
    """Four in a knockout, long names among them, decided down to the third place."""
    e = make_tournament(format="knockout", planned_rounds=None, options={"third_place": True})
    for name in ("Ada", "Ben", LONG, "Dan"):
        e.enter(name)
    e.play(e.publish())
    e.play(e.publish())
    return e


@pytest.mark.parametrize("size", [PHONE, LAPTOP, PROJECTOR], ids=["phone", "laptop", "wide"])
@pytest.mark.parametrize("where", ["bracket/", "print/bracket/"])
def test_no_name_of_a_bracket_is_cut(hall: str, cup, new_page: NewPage, size, where: str) -> None:
    page = new_page(size=size, allow=SOCKETS)
    page.goto(f"{hall}/e/{cup.tournament.code}/{where}")
    names = page.locator(".bracket-name")
    assert names.count() == 8
    assert not names.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth).length")


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_the_third_place_of_the_podium_does_not_stand_above_the_second(
    hall: str, cup, new_page: NewPage, size
) -> None:
    page = new_page(size=size, allow=SOCKETS)
    page.goto(f"{hall}/e/{cup.tournament.code}/")
    second, third = (page.locator(f".podium [data-place='{place}']").bounding_box() for place in (2, 3))
    assert third["height"] <= second["height"]
    assert third["y"] >= second["y"]
