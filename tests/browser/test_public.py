"""Public pages, projector, a player's phone and paper in a real browser: the demo club on its own server."""

import math
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import (
    PHONE,
    PROJECTOR,
    TABLET,
    Check,
    NewPage,
    scrolls_sideways,
)
from tests.browser.demo_club import CUP, PAIRS, ROBIN, SWISS, served_demo, sign_in

PAGES = (
    "events/",
    "screen/",
    f"e/{SWISS}/",
    f"e/{SWISS}/round/",
    f"e/{SWISS}/round/2/?by=name",
    f"e/{SWISS}/standings/",
    f"e/{SWISS}/standings/1/0/",
    f"e/{SWISS}/cross-table/",
    f"e/{SWISS}/entrants/",
    f"e/{SWISS}/entrants/1/",
    f"e/{SWISS}/prizes/",
    f"e/{SWISS}/enter/",
    f"e/{SWISS}/follow/",
    f"e/{SWISS}/projector/",
    f"e/{SWISS}/print/",
    f"e/{SWISS}/print/pairings/",
    f"e/{SWISS}/print/score-sheets/",
    f"e/{ROBIN}/",
    f"e/{ROBIN}/cross-table/",
    f"e/{CUP}/bracket/?entrant=3",
    f"e/{CUP}/print/bracket/",
    f"e/{PAIRS}/entrants/1/",
)
BOARDS = 12  # of a Swiss of 24


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_demo(tmp_path_factory.mktemp("demo")) as address:
        yield address


# Where the content begins, below the site's bar, the tournament's name and its tabs.
CONTENT_TOP = """() => {
  const parts = [...document.querySelectorAll(".tournament-head ~ :not(#live), #live > *")];
  return Math.min(...parts.map((each) => each.getBoundingClientRect()).filter(({ height }) => height > 1)
    .map(({ top }) => top + scrollY));
}"""
HIGHEST_PX = 140


def test_every_page_is_sound_at_every_size_and_in_every_theme(demo: str, page: Page, sound: Check) -> None:
    low = {}
    for path in PAGES:
        page.goto(demo + path)
        sound(page)
        if page.locator(".tournament-head").count():
            for width in (360, 390):
                page.set_viewport_size({"width": width, "height": 740})
                top = page.evaluate(CONTENT_TOP)
                if top > HIGHEST_PX:
                    low[path, width] = top
    assert not low, "on a phone the content begins below one line for the name and one for the tabs"


def test_boards_and_standings_move_without_a_reload(demo: str, new_page: NewPage) -> None:
    """Enter a result at the desk: an open page of the round or the standings shows it without a reload."""
    desk, round_, table = new_page(), new_page(size=PHONE), new_page(size=PHONE)
    sign_in(desk, f"{demo}desk/")
    desk.get_by_role("link", name="Autumn Cup").first.click()
    round_.goto(f"{demo}e/{SWISS}/round/3/")
    table.goto(f"{demo}e/{SWISS}/standings/")
    for page in (round_, table):
        page.evaluate("window.untouched = true")
    boards, standings = round_.locator(".board-line"), table.locator(".standings")
    still_playing = max(
        number for number in range(BOARDS) if not boards.nth(number).locator(".score").count()
    )
    before = standings.inner_text()
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("r")
    desk.keyboard.type(f"{still_playing + 1} 0-1 !")
    desk.keyboard.press("Enter")
    expect(boards.nth(still_playing).locator(".score")).to_have_text("0 – 1")
    expect(standings).not_to_have_text(before)
    for page in (round_, table):
        assert page.evaluate("window.untouched"), "the page was not loaded anew"


def test_a_page_whose_line_was_cut_says_so_and_catches_up_by_itself(demo: str, page: Page) -> None:
    lines: list[WebSocketRoute] = []
    page.route_web_socket(
        re.compile("/ws/topic/"), lambda line: lines.append(line) or line.connect_to_server()
    )
    page.goto(f"{demo}e/{SWISS}/standings/")
    live, updated = page.locator("#live"), page.locator("#live .updated")
    expect(live).to_have_attribute("data-linked", "yes")
    page.evaluate("document.getElementById('live').dataset.old = ''")
    lines[-1].close()
    expect(updated).to_contain_text("No connection: trying again.")
    expect(live).not_to_have_attribute("data-old", "", timeout=15_000)
    expect(live).to_have_attribute("data-linked", "yes")
    expect(updated).not_to_contain_text("No connection")


def test_a_reader_keeps_the_place_when_the_page_renews_itself(demo: str, new_page: NewPage) -> None:
    desk, reader = new_page(), new_page()
    sign_in(desk, f"{demo}desk/")
    desk.get_by_role("link", name="Autumn Cup").first.click()
    reader.goto(f"{demo}e/{SWISS}/entrants/")
    expect(reader.locator("#live")).to_have_attribute("data-linked", "yes")
    link = reader.locator("#live a").nth(5)
    link.focus()
    reader.evaluate("document.getElementById('live').dataset.old = ''")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("r")
    desk.keyboard.type("1 = !")
    desk.keyboard.press("Enter")
    expect(reader.locator("#live")).not_to_have_attribute("data-old", "", timeout=15_000)
    expect(link).to_be_focused()


def test_the_working_of_a_tie_break_opens_beside_the_table(demo: str, page: Page) -> None:
    page.goto(f"{demo}e/{SWISS}/standings/")
    link = page.locator(".working-link").nth(1)
    value = link.inner_text()
    link.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(re.compile(rf"Buchholz {re.escape(value)} = "))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    assert page.url.endswith("/standings/")


def test_the_path_through_the_bracket_lights_up_under_the_pointer(demo: str, page: Page) -> None:
    page.goto(f"{demo}e/{CUP}/bracket/")
    row = page.locator(".bracket-entrant[data-entrant]").first
    expect(page.locator("[data-path]")).to_have_count(0)
    row.hover()
    expect(row).to_have_attribute("data-path", "")
    page.mouse.move(2, 2)
    expect(page.locator("[data-path]")).to_have_count(0)
    row.get_by_role("link").focus()
    expect(row).to_have_attribute("data-path", "")


def test_the_projector_tells_the_clubs_time_wherever_its_machine_thinks_it_is(
    demo: str, new_page: NewPage
) -> None:
    page = new_page(size=PROJECTOR, timezone_id="Asia/Tokyo")
    page.goto(f"{demo}e/{SWISS}/projector/")
    expect(page.locator("[data-clock]")).to_have_text(re.compile(r"\d\d:\d\d"))
    hour = page.locator("[data-clock]").inner_text()[:2]
    assert f"as of {hour}:" in page.locator("[data-updated]").inner_text()


def test_the_projector_turns_shows_all_rows_and_stays_when_told(demo: str, new_page: NewPage) -> None:
    page = new_page(size=PROJECTOR)
    page.goto(f"{demo}e/{SWISS}/projector/")
    seen: set[str] = set()
    for _ in range(8):
        shown = page.locator(".slide:not([hidden]) [data-row]:not([hidden])")
        seen.update(shown.nth(index).inner_text() for index in range(shown.count()))
        for box in (shown.nth(index).bounding_box() for index in range(shown.count())):
            assert box is not None
            assert box["y"] + box["height"] <= page.locator(".slides").bounding_box()["y"] + 1080
        page.keyboard.press("ArrowRight")
    assert len(seen) >= BOARDS + 24, "every board and every row of the table had its turn"
    small = page.locator(".projector").evaluate("element => getComputedStyle(element).fontSize")
    page.get_by_role("button", name="Larger text").click()
    large = page.locator(".projector").evaluate("element => getComputedStyle(element).fontSize")
    assert float(large[:-2]) > float(small[:-2])
    stay = page.get_by_role("button", name="Stay here")
    stay.click()
    expect(stay).to_have_attribute("aria-pressed", "true")


def test_the_projector_keeps_the_count_of_results_apart_from_the_page(demo: str, new_page: NewPage) -> None:
    page = new_page(size={"width": 1280, "height": 500})
    page.goto(f"{demo}e/{SWISS}/projector/")
    pairings = page.get_by_role("region", name="Pairings").locator("h2 small")
    expect(pairings).to_have_text(re.compile(r"^\d+ of \d+ results · 1 / \d$"))


def test_slips_are_printed_and_two_players_report_from_their_phones(
    demo: str, new_page: NewPage, axe: Check
) -> None:
    desk = new_page()
    sign_in(desk, f"{demo}account/")
    desk.goto(f"{demo}e/{SWISS}/print/")
    with desk.expect_navigation():
        desk.get_by_role("button", name="Player slips").click()
    slips = desk.locator(".slip")
    codes = {
        slips.nth(index).locator("h2").inner_text(): slips.nth(index).locator(".card-code").inner_text()
        for index in range(slips.count())
    }
    watching = new_page()
    watching.goto(f"{demo}e/{SWISS}/round/3/")
    scores = [line.locator(".score").count() for line in watching.locator(".board-line").all()]
    line = watching.locator(".board-line").nth(scores.index(0))
    names = line.locator(".entrant-link").all_inner_texts()
    for name, button in zip(names, ("I won", "I lost"), strict=True):
        phone = new_page(size=PHONE)
        phone.goto(f"{demo}code/")
        phone.get_by_label("Code").fill(codes[name])
        phone.keyboard.press("Enter")
        expect(phone).to_have_url(re.compile(r"/player/\d+/$"))
        expect(phone.get_by_role("heading", name="Round 3")).to_be_visible()
        phone.wait_for_load_state()
        assert not scrolls_sideways(phone)
        axe(phone)
        phone.get_by_role("button", name=button).click()
    expect(phone.get_by_text("Both of you say the same")).to_be_visible()
    expect(line.locator(".score")).to_have_text("1 – 0", timeout=15_000)


def test_paper_comes_out_on_a4_and_letter(demo: str, page: Page) -> None:
    for path, pages in (("pairings/", 1), ("pairings-by-name/", 1), ("standings/", 1), ("score-sheets/", 6)):
        page.goto(f"{demo}e/{SWISS}/print/{path}")
        for paper in ("A4", "Letter"):
            sheet = page.pdf(format=paper)
            assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == pages, f"{path} on {paper}"


class Scale:
    """A counter of the bytes that the browser receives, headers and bodies as they are sent."""

    def __init__(self, page: Page) -> None:
        self.page, self.bytes = page, 0.0
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.clearBrowserCache")
        devtools.on("Network.loadingFinished", self._add)

    def _add(self, finished: dict[str, float]) -> None:
        self.bytes += finished["encodedDataLength"]

    def weigh(self, address: str) -> int:
        """Open a page and return its kB, rounded up."""
        self.bytes = 0
        self.page.goto(address, wait_until="networkidle")
        return math.ceil(self.bytes / 1000)


def test_pages_weigh_little_the_first_time_and_hardly_anything_later(demo: str, new_page: NewPage) -> None:
    desk, tablet, phone = new_page(), new_page(size=TABLET), new_page(size=PHONE)
    sign_in(desk, f"{demo}desk/")
    desk.get_by_role("link", name="Autumn Cup").first.click()
    tablet.goto(f"{demo}quick/")
    tablet.get_by_role("button", name="On this tablet").click()
    tablet.wait_for_url("**/table/**")
    phone.goto(f"{demo}quick/")
    phone.get_by_role("button", name="On our phones").click()
    code = phone.locator("[data-seat=O] [data-code]").inner_text()
    phone.goto(f"{demo}code/")
    phone.get_by_label("Code", exact=True).fill(code)
    phone.get_by_role("button", name="Open").click()
    phone.wait_for_url("**/play/**")
    # Each page with its limits in kB: for the first visit, and for the next.
    pages = {
        "start": (new_page(size=PHONE), demo, (80, 10)),
        "standings": (new_page(size=PHONE), f"{demo}e/{SWISS}/standings/", (90, 10)),
        "table": (tablet, tablet.url, (130, 10)),
        "play": (phone, phone.url, (100, 10)),
        "desk": (desk, desk.url, (110, 12)),
    }
    weights = {}
    for name, (page, address, most) in pages.items():
        page.goto("about:blank")
        scale = Scale(page)
        weights[name] = (scale.weigh(address), scale.weigh(address), most)
    assert not {name: each for name, each in weights.items() if each[0] > each[2][0] or each[1] > each[2][1]}


def test_the_demo_is_removed_in_the_browser(demo: str, new_page: NewPage, axe: Check) -> None:
    """Run last, because no data is left afterwards."""
    page = new_page()
    sign_in(page, f"{demo}demo/")
    axe(page)
    page.get_by_role("button", name="Remove the demo").click()
    asked = page.get_by_role("dialog", name="Remove the demo?")
    axe(page)
    asked.get_by_role("button", name="Remove the demo").click()
    expect(page.get_by_text("The demo is gone.")).to_be_visible(timeout=30_000)
    page.goto(f"{demo}events/")
    expect(page.get_by_role("heading", name="No events yet")).to_be_visible()
