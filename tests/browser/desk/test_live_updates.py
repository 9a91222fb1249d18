"""How a page of the desk follows the hall: no request twice, and no field is replaced while it is edited."""

import re

import pytest
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from tests.browser.desk.conftest import publish
from tests.browser.table.conftest import until
from tournament.models import Tournament
from tournament.services.pairing import drafts

LATER_MS = 5_000  # long after anything that is planned


@pytest.fixture
def heard():
    """Collect the messages that the server has sent to the page."""
    return []


@pytest.fixture
def watched(desk, heard):
    """Open a desk that records the messages of its sockets, and whose clock the test moves."""
    d = desk()
    d.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(text)))
    d.page.clock.install()
    return d


def later(d, heard):
    """Wait until the page knows the newest version, and run all its timers."""
    told = f'"version":{Tournament.objects.get().version}'
    until(lambda: d.page.wait_for_timeout(20) or any(told in text.replace(" ", "") for text in heard))
    d.page.clock.run_for(LATER_MS)
    d.page.wait_for_load_state("networkidle")


def test_the_page_that_a_press_brought_is_not_asked_for_again(watched, heard, evening):
    publish(evening)
    watched.page.goto(f"{watched.hall}/desk/{evening.pk}/")
    watched.page.clock.run_for(LATER_MS)
    watched.page.wait_for_load_state("networkidle")
    asked = []

    def note(request):
        _, desk, path = request.url.partition("/desk/")
        if desk:
            asked.append(f"{request.method} {path}")

    watched.page.on("request", note)
    watched.page.get_by_role("button", name="Board 3: 1–0").press("Enter")
    watched.told("Board 3:")
    later(watched, heard)
    board = evening.stages.get().rounds.get().matches.get(board=3)
    assert asked == [f"POST matches/{board.pk}/result/", f"GET {evening.pk}/"]


def test_a_name_in_hand_stays_there_whatever_happens_meanwhile(watched, heard, desk, evening):
    drafts.draft(actor=SYSTEM, stage=evening.stages.get())
    watched.page.goto(f"{watched.hall}/desk/{evening.pk}/")
    names = watched.page.locator(".swap-name")
    first, other = (names.nth(place).inner_text() for place in (0, 2))
    names.nth(0).hover()
    watched.page.mouse.down()
    target = names.nth(2).bounding_box()
    middle = target["x"] + target["width"] / 2, target["y"] + target["height"] / 2
    watched.page.mouse.move(*middle, steps=3)
    expect(watched.page.locator("[data-dragged]")).to_have_count(1)
    somebody_else = desk().page
    somebody_else.goto(f"{watched.hall}/desk/{evening.pk}/entries/")
    somebody_else.locator(".entry-name", has_text="Fay").click()
    somebody_else.get_by_label("First name").fill("Faye")
    somebody_else.keyboard.press("Enter")
    expect(somebody_else.locator(".entry-name", has_text="Faye")).to_be_visible()
    later(watched, heard)
    expect(watched.page.locator("[data-dragged]")).to_have_count(1)
    watched.page.mouse.move(*middle)
    watched.page.mouse.up()
    watched.told("They have changed places.")
    expect(watched.page.locator(".swap-name", has_text="Faye")).to_be_visible()
    assert (names.nth(0).inner_text(), names.nth(2).inner_text()) == (other, first)


def test_what_happened_while_a_page_connected_is_shown(hall, evening, desk, page):
    """Change data between the page and its socket: the socket then sends the newest version."""
    publish(evening)
    lines = []
    page.route_web_socket(re.compile("/ws/topic/"), lambda line: lines.append(line))
    page.goto(f"{hall}/e/{evening.code}/round/")
    until(lambda: page.wait_for_timeout(20) or lines)
    d = desk()
    d.page.goto(f"{hall}/desk/{evening.pk}/")
    d.page.get_by_role("button", name="Board 3: 1–0").press("Enter")
    d.told("Board 3:")
    expect(page.locator("#live")).not_to_contain_text("1 – 0")
    lines[0].connect_to_server()
    expect(page.locator("#live")).to_contain_text("1 – 0")


# Every page that is fetched differs from the one before, so that its part would be replaced.
CHANGE_EVERY_PAGE = """() => {
  let count = 0;
  const { parse } = JSON;
  JSON.parse = (text) => {
    if (text.includes('"news"')) window.isHeard = true;
    return parse(text);
  };
  const { text } = Response.prototype;
  Response.prototype.text = async function () {
    const page = await text.call(this);
    return page.replace('id="part-tools"', `id="part-tools" data-count="${++count}"`);
  };
}"""
HINTS = 12


@pytest.fixture
def hinted(desk, evening):
    """Make `hinted()`: a desk, and `hint()`, which announces a change that it has to fetch."""
    lines = []

    def sit_down():
        publish(evening)
        d = desk()
        d.page.clock.install()
        d.page.route_web_socket(
            re.compile("/ws/topic/"), lambda line: lines.append((line, line.connect_to_server()))
        )
        d.page.goto(f"{d.hall}/desk/{evening.pk}/")
        d.page.wait_for_load_state("networkidle")
        d.page.evaluate(CHANGE_EVERY_PAGE)
        return d

    def hint(d):
        """Announce a change, and wait until the page has handled it."""
        d.page.evaluate("window.isHeard = false")
        lines[-1][0].send('{"type": "news", "what": "event", "game": null}')
        d.page.wait_for_function("window.isHeard")
        d.page.clock.run_for(1_500)
        d.page.wait_for_load_state("networkidle")

    return sit_down, hint


def listeners(page):
    """Count the event listeners of the page, as the browser reports them."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    counts = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return counts["JSEventListeners"]


def test_a_hidden_page_adds_no_listener_with_every_hint_and_is_refreshed_once_when_it_is_seen(hinted):
    sit_down, hint = hinted
    d = sit_down()
    asked = []
    d.page.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    d.page.on("request", lambda request: request.url == d.page.url and asked.append(request.url))
    hint(d)
    before = listeners(d.page)
    for _ in range(HINTS):
        hint(d)
    assert listeners(d.page) == before
    assert asked == []
    d.page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    d.page.clock.run_for(1_500)
    expect(d.page.locator("#part-tools")).to_have_attribute("data-count", re.compile(r"\d+"))
    assert len(asked) == 1


def test_a_part_in_use_adds_no_listener_with_every_page_and_is_replaced_when_it_is_free(hinted):
    sit_down, hint = hinted
    d = sit_down()
    part = d.page.locator("#part-tools")
    d.page.evaluate(
        "document.getElementById('part-tools').insertAdjacentHTML('beforeend', '<input id=typed>')"
    )
    d.page.locator("#typed").fill("something")
    hint(d)
    before = listeners(d.page)
    for _ in range(HINTS):
        hint(d)
    assert listeners(d.page) == before
    assert part.get_attribute("data-count") is None
    d.page.evaluate("document.activeElement.blur()")
    d.page.clock.run_for(1_500)
    expect(part).to_have_attribute("data-count", re.compile(r"\d+"))


def test_a_desk_whose_socket_is_silent_asks_for_the_page_itself(desk, evening):
    """Block sockets and let pages through, as some networks do; only then does the desk poll."""
    d = desk()
    d.page.clock.install()
    d.page.route_web_socket(re.compile("/ws/topic/"), lambda line: None)
    asked = []
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.page.wait_for_load_state("networkidle")
    d.page.on("request", lambda request: asked.append(request.url))
    publish(evening)
    d.page.clock.run_for(4_500)
    d.says("3 of 3 results are missing")
    assert set(asked) == {d.page.url}
