"""Measure the engine of the browser.

Under node: positions per second of processor time, and depth, compared with a plain search. In Chromium: long
tasks of the page while the highest level plays and a game is analysed.
"""

import json
import re
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import TABLET, launch
from tests.js.nodejs import run as run_script
from tests.server_process import RunningServer

RUNS = 3
MOVES = 5
SCRIPT = Path(__file__).with_suffix(".js")
WATCH = """window.longTasks = [];
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longTasks.push(duration);
}).observe({ type: 'longtask' });"""


def run(say: Callable[[str], None]) -> None:
    told = [json.loads(run_script(str(SCRIPT))) for _ in range(RUNS)]
    for name, seats in (("two", 2), ("four", 4)):
        speed = statistics.median(each[name]["nodes"] / each[name]["time_ms"] for each in told) / 1000
        depth = statistics.median(each[name]["depth"] for each in told)
        say(f"{seats} players: {speed:.2f} million positions a second, depth {depth} after 1 s")
    counted = statistics.median(each["perft_ms"] for each in told)
    say(f"all sequences of four moves counted in {counted:.0f} ms")
    ratio = statistics.median(each["plain_ms"] / each["engine_ms"] for each in told)
    plain = statistics.median(each["plain_nodes"] / each["plain_ms"] for each in told)
    depth = told[0]["depth"]
    say(f"a plain search: {plain:.0f} thousand a second; for depth {depth} the ratio is {ratio:.0f}")
    _in_a_page(say)


def _in_a_page(say: Callable[[str], None]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(Path(data)) as server,
        sync_playwright() as playwright,
        launch(playwright.chromium) as browser,
    ):
        page = browser.new_page(viewport=TABLET, has_touch=True, locale="en", reduced_motion="reduce")
        page.goto(f"{server.url}/practice/")
        page.click('[data-level="6"]')
        page.evaluate(WATCH)
        for _ in range(MOVES):
            _play_the_hint(page)
        say(f"{MOVES} moves against the highest level: {_long_tasks(page)}")
        page.click("[data-part=resign]")
        page.goto(f"{server.url}/practice/last/")
        page.evaluate(WATCH)
        expect(page.locator("[data-part=progress]")).to_be_hidden(timeout=60_000)
        say(f"a game of {2 * MOVES} moves looked into: {_long_tasks(page)}")


def _play_the_hint(page: Page) -> None:
    expect(page.locator("#play[data-my-turn]")).to_be_visible(timeout=30_000)
    page.click("[data-part=hint]")
    said = page.locator("[data-part=say]")
    expect(said).to_have_text(re.compile("in from the"), timeout=30_000)
    page.click(f'#play [data-end="{said.inner_text().rpartition(" ")[2][0].upper()}"]')


def _long_tasks(page: Page) -> str:
    tasks = page.evaluate("window.longTasks")
    return f"{len(tasks)} long tasks, the longest {max(tasks, default=0):.0f} ms (wanted: none over 50)"
