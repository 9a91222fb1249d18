"""Play a game by touch in Chromium: time from touch to drawn, long tasks while a clock runs, layout shifts.

"Drawn" is measured twice, from the time stamp of the touch. Handed over: the page has made the first frame
after the touch (the task after its animation callback runs). On the screen: that frame was presented, by
Chromium's event timing, in steps of 8 ms from 16 ms on; this includes rasterising and compositing, which
software does here. Some 12 ms of both pass before a page gets the touch: an empty one is printed as well.

Touches are `HAND_MS` apart, as those of a quick hand. One that comes while the frame before is still being
drawn would wait for it, and measure how fast a program can tap.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import TABLET, launch
from tests.browser.table.glass import Glass
from tests.server_process import ROOT, RunningServer

MOVES = 40
HAND_MS = 150
OPEN_A_GAME = """
from games.access import links
from games.access.permissions import SYSTEM
from games.services.opening import open_game
from tournament.models import Club, ClubSettings
club = Club.objects.create(name='Bench')
ClubSettings.objects.create(club=club, language='en', time_zone='UTC', set_up_ms=1)
game = open_game(rules='', control='10+5', seats=2, first='X', keeper='table', casual=True,
                 players={'X': {'name': 'Mira'}, 'O': {'name': 'Jonas'}})
print(links.make(SYSTEM, role='table', scope=game.scope, topic=game.topic).path)
"""
WATCH = """() => {
  window.seen = { handed: [], presented: [], heard: [], tasks: [], shift: 0 };
  addEventListener('pointerdown', ({ timeStamp }) => {
    seen.heard.push(performance.now() - timeStamp);
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => seen.handed.push(performance.now() - timeStamp);
      port2.postMessage(0);
    });
  }, true);
  const watch = (type, note, least = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, ...least });
  watch('event', ({ name, duration }) => name === 'pointerdown' && seen.presented.push(duration),
    { durationThreshold: 16 });
  watch('longtask', ({ duration }) => seen.tasks.push(duration));
  watch('layout-shift', ({ value }) => { seen.shift += value; });
}"""
EMPTY_PAGE = "<!doctype html><body onpointerdown='this.style.background=`hsl(${Math.random()*360} 50% 50%)`'>"


def run(say: Callable[[str], None]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(Path(data)) as server,
        sync_playwright() as playwright,
        launch(playwright.chromium) as browser,
    ):
        options = {"viewport": TABLET, "has_touch": True}
        empty = browser.new_page(**options)
        empty.set_content(EMPTY_PAGE)
        empty.evaluate(WATCH)
        for _ in range(MOVES):
            Glass(empty).tap((400, 400))
            empty.wait_for_timeout(HAND_MS)
        _say_touches(say, "an empty page", empty)
        empty.close()
        page = browser.new_page(**options)
        page.goto(server.url + _open_a_game(server))
        expect(page.locator("#link-state")).to_have_attribute("data-state", "live")
        browser.start_tracing(page=page, categories=["toplevel"])
        played = _play(page)
        busiest_ms = _busiest_task_ms(json.loads(browser.stop_tracing()))
        seen = page.evaluate("seen")
        _say_touches(say, f"the table, {played} moves", page)
        longest = max(seen["tasks"], default=0)
        say(f"tasks over 50 ms while a clock runs: {len(seen['tasks'])}, longest {longest:.0f} ms")
        say(f"processor time of the longest task, whatever else runs here: {busiest_ms:.0f} ms")
        say(f"layout shift over the game: {seen['shift']:.4f}; load {os.getloadavg()[0]:.1f}")


def _say_touches(say: Callable[[str], None], where: str, page: Page) -> None:
    measured = {
        "heard of by the page": "heard",
        "handed over": "handed",
        "on the screen": "presented",
    }
    for words, name in measured.items():
        if figures := page.evaluate(f"seen.{name}"):
            say(f"{where}, touch to {words} ({len(figures)}): {_spread(figures)}")


def _open_a_game(server: RunningServer) -> str:
    command = [sys.executable, "manage.py", "shell", "-v", "0", "-c", OPEN_A_GAME]
    made = subprocess.run(
        command, cwd=ROOT, env=server.environment, capture_output=True, text=True, check=True
    )
    return made.stdout.split()[-1]


def _play(page: Page) -> int:
    """Play moves of two taps each, chosen at random among the cells that are lit."""
    glass, chance = Glass(page), random.Random(7)
    glass.tap(page.locator("#go"))
    expect(page.locator("#table")).to_have_attribute("data-phase", "running")
    page.evaluate(WATCH)
    for made in range(MOVES):
        if page.locator("#table[data-phase=over]").count():
            return made
        # By name, because the board is rendered again meanwhile.
        cells = page.eval_on_selector_all("#board [data-takeable]", "all => all.map((el) => el.dataset.cell)")
        glass.tap(page.locator(f'#board [data-cell="{chance.choice(cells)}"]'))
        ends = page.locator("#board [data-end]:visible")
        ends.first.wait_for()
        end = chance.choice(ends.all())
        page.wait_for_timeout(HAND_MS)
        glass.tap(end)
        page.wait_for_timeout(HAND_MS)
    return MOVES


def _busiest_task_ms(trace: dict[str, list[dict[str, Any]]]) -> float:
    """Return the longest task of the page's main thread; `tdur` excludes the time of other processes."""
    events = trace["traceEvents"]
    named = [event for event in events if event["name"] == "thread_name"]
    main = {(each["pid"], each["tid"]) for each in named if each["args"]["name"] == "CrRendererMain"}
    tasks = [
        event.get("tdur", 0)
        for event in events
        if (event["pid"], event["tid"]) in main and event["name"].endswith("RunTask")
    ]
    return max(tasks) / 1_000


def _spread(figures: list[float]) -> str:
    ordered = sorted(figures)
    return (
        f"median {statistics.median(ordered):.0f} ms, "
        f"95 of 100 within {ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms, longest {ordered[-1]:.0f} ms"
    )
