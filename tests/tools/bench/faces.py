"""Compare the clocks on a tablet with the true time: every frame of a whole game on the table page.

A frame is late if its figure shows a time that is over, and early if the time has not come. The baseline is
the gap between two frames, because no screen is more exact than that. A press counts from the touch, and the
page learns of it some milliseconds later: frames in between rightly show the turn before, and are counted
apart (the bench `touch` measures how long that takes).
"""

import json
import subprocess
import sys
import tempfile
from bisect import bisect_right
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

from games.clock import from_json, read_clock
from tests.browser.conftest import TABLET, launch
from tests.server_process import ROOT, RunningServer

CONTROL = "0:15+2"
# Mira closes a line with the last move, and thinks long enough to see tenths.
MOVES = "a2N a3E b5S a2S e4W b5S a2S a2E a3N"
THINKING_MS = (2_300, 2_700)
# The page reads two clocks in whole milliseconds, so a frame close to a press may show either turn.
EITHER_MS = 2

OPEN = """
import json
from games.access import links
from games.access.permissions import SYSTEM
from games.services.opening import open_game
game = open_game(rules="", control=%r, first="X", seats=2, players={}, casual=True, keeper="table")
made = links.make(SYSTEM, role="table", scope=game.place or game.scope)
print("#" + json.dumps([made.path, game.pk]))
"""
LOGGED = """
import json
from games.models import Game
rows = [(each.at_ms, each.data["clock"]) for each in Game.objects.get(pk=%d).events.order_by("seq")]
print("#" + json.dumps(rows))
"""
WATCH = """() => {
  const seen = [];
  const shifts = [];
  const name = (node) => node?.id || node?.className || node?.parentElement?.className || 'something gone';
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push([value, sources.map(({ node }) => String(name(node)))]);
    }
  }).observe({ type: 'layout-shift' });
  const touches = [];
  addEventListener('pointerdown', ({ timeStamp }) => {
    const heard_ms = Date.now();
    touches.push([heard_ms - (performance.now() - timeStamp), heard_ms]);
  }, true);
  const look = () => {
    const shown = {};
    for (const seat of document.querySelectorAll('.seat')) {
      shown[seat.dataset.seat] = seat.querySelector('[data-time]').dataset.shown;
    }
    seen.push([performance.timeOrigin + performance.now(), Date.now(), shown]);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.watched = { seen, shifts, touches };
}"""


def run(say: Callable[[str], None]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        path, game_id = ask(server, OPEN % CONTROL)
        with launch(playwright.chromium) as browser:
            page = browser.new_context(viewport=TABLET, has_touch=True).new_page()
            page.goto(server.url + path)
            play(page)
            watched = page.evaluate("watched")
        logged = [(at_ms, from_json(clock)) for at_ms, clock in ask(server, LOGGED % game_id)]
    touches = watched["touches"]
    errors = sorted(errors_ms(watched["seen"], logged, touches))
    last = sorted(errors_ms(watched["seen"], logged, touches, held=True))
    unheard = [now_ms for _steady_ms, now_ms, _shown in watched["seen"] if is_unheard(now_ms, touches)]
    gaps = sorted(later[0] - earlier[0] for earlier, later in pairwise(watched["seen"]))
    say(
        f"{len(errors)} figures in {len(gaps)} frames of a game of {len(MOVES.split())} moves: off by "
        f"p50 {at(errors, 0.5):.0f}, p99 {at(errors, 0.99):.0f}, most {errors[-1]:.0f} ms, "
        f"{sum(error > 50 for error in errors)} by over 50 ms; "
        f"{len(unheard)} frames between a touch and its word to the page are left out"
    )
    say(
        f"and just before the next frame by p50 {at(last, 0.5):.0f}, p99 {at(last, 0.99):.0f}, "
        f"most {last[-1]:.0f} ms, {sum(error > 50 for error in last)} by over 50 ms"
    )
    say(f"frames were apart p50 {at(gaps, 0.5):.0f}, p99 {at(gaps, 0.99):.0f}, most {gaps[-1]:.0f} ms")
    shifted = sorted({name for _value, names in watched["shifts"] for name in names})
    total = sum(value for value, _names in watched["shifts"])
    say(f"layout shift {total:.4f} in all, of {', '.join(shifted) or 'nothing'}")


def play(page: Page) -> None:
    expect(page.locator("#link-state")).to_have_attribute("data-state", "live", timeout=15_000)
    page.evaluate(WATCH)
    page.locator("#pause:enabled").tap()
    for number, move in enumerate(MOVES.split()):
        page.wait_for_timeout(THINKING_MS[number % 2])
        page.locator(f'#board [data-cell="{move[:2]}"]').tap()
        page.locator(f'#board [data-end="{move[2]}"]').tap(force=True)  # it is animated and never still
    expect(page.locator("#table")).to_have_attribute("data-phase", "over")
    expect(page.locator("#link-state")).to_have_attribute("data-waiting", "0")


def errors_ms(
    seen: list[tuple[float, int, dict[str, str]]],
    logged: list[tuple[int, Any]],
    touches: list[tuple[float, int]],
    *,
    held: bool = False,
) -> list[float]:
    """Measure how far each figure of each frame was from a time that it may show.

    `held`: at the last instant before the next frame, or before the press that ended the turn.
    """
    instants = [at_ms for at_ms, _clock in logged]
    found = []
    for (_steady_ms, now_ms, shown), (_then_ms, next_ms, _shown) in pairwise(seen):
        place = bisect_right(instants, now_ms) - 1
        if place < 0 or any(abs(now_ms - at_ms) <= EITHER_MS for at_ms in instants):
            continue
        if is_unheard(now_ms, touches):
            continue
        ends_ms = min([next_ms, *instants[place + 1 : place + 2]])
        for face in read_clock(logged[place][1], ends_ms if held else now_ms).faces:
            least_ms, most_ms = stands_for(shown[face.seat])
            time_ms = face.figures[0].time_ms
            found.append(float(max(0, time_ms - most_ms, least_ms - time_ms)))
    return found


def is_unheard(now_ms: int, touches: list[tuple[float, int]]) -> bool:
    """Return whether the screen was touched and the page cannot know it yet."""
    return any(touched_ms - EITHER_MS <= now_ms <= heard_ms + EITHER_MS for touched_ms, heard_ms in touches)


def stands_for(text: str) -> tuple[int, int]:
    """Return the times with this text: `0:12` for 11001 to 12000 ms, `0:09.3` for 9201 to 9300."""
    whole, _, tenths = text.partition(".")
    minutes, seconds = whole.split(":")
    most_ms = (int(minutes) * 60 + int(seconds)) * 1000 + int(tenths or 0) * 100
    step_ms = 100 if tenths else 1000
    return (most_ms - step_ms + 1, most_ms) if most_ms else (0, 0)


def at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def ask(server: RunningServer, script: str) -> Any:
    """Run the browser in a process beside the server, on the same data, and return its output."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.rpartition("#")[2])
