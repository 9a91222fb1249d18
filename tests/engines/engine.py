"""The interface of tests to a browser, the same for all engines.

Fingers are real pointers at real places; no click is made by a script in the page.
"""

import json
import os
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Self

from playwright.sync_api import ViewportSize

from tests.browser.conftest import COLOURS_HAVE_CHANGED
from tests.browser.table.conftest import until

PATIENCE_S = 30  # for one answer of a browser on a busy machine
# The place to tap an element: visible, at rest, enabled and not covered; null until then.
PLACE = """(() => {
  const found = [...document.querySelectorAll(%s)].filter((each) => each.getClientRects().length);
  if (found.length !== 1 || found[0].matches(':disabled')) return null;
  const [element] = found;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (element.getAnimations({ subtree: true }).some((each) => each.playState === 'running')) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return element.contains(hit) || hit?.contains(element) ? [x, y] : null;
})()"""

# Wait for the next paint: otherwise the picture would show the frame before.
PAINTED = """document.fonts.ready.then(() => new Promise((resolve) => {
  const frame = (left) => requestAnimationFrame(() => left ? frame(left - 1) : resolve(null));
  frame(3);
}))"""


def finger_tap(x: int, y: int) -> list[dict[str, Any]]:
    """Return the actions of a tap for WebDriver, over HTTP as well as over sockets."""
    steps = [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}]


class EngineFault(Exception):
    """The browser did not obey: the page is still loading, or the script has failed."""


class Engine(ABC):
    """A browser for many tests; `fresh` removes the traces of the test before."""

    name: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running = ExitStack()

    def __enter__(self) -> Self:
        with self.running as starting:
            self.start()
            self.running = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.running.close()

    @abstractmethod
    def start(self) -> None:
        """Start the browser. Its processes are entered into `running`, which ends them."""

    @abstractmethod
    def fresh(self) -> None:
        """Open an empty page without cookies and without reported errors."""

    @abstractmethod
    def resize(self, size: ViewportSize) -> None: ...

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address and wait until the page has loaded."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return the awaited value of a script's expression, as JSON."""

    @abstractmethod
    def tap_at(self, x: int, y: int) -> None: ...

    @abstractmethod
    def complaints(self) -> list[str]:
        """List the errors since the page was fresh: of scripts, and of the content security policy."""

    @abstractmethod
    def capture(self) -> bytes:
        """Return the painted page as PNG."""

    def screenshot(self) -> bytes:
        """Return a picture of the visible part once nothing moves any more."""
        self.evaluate(f"({COLOURS_HAVE_CHANGED})()")
        self.evaluate(PAINTED)
        return self.capture()

    def wait_for(self, expression: str) -> Any:
        """Wait until the expression is true in the page; return its value."""

        def holds() -> Any:
            with suppress(EngineFault):
                return self.evaluate(expression)
            return None

        try:
            return until(holds, PATIENCE_S)
        except AssertionError:
            raise AssertionError(f"{self.name}: never became true: {expression}") from None

    def tap(self, selector: str) -> None:
        """Tap the visible element of this selector."""
        x, y = self.wait_for(PLACE % json.dumps(selector))
        self.tap_at(x, y)

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText"))

    def wait_for_text(self, selector: str, words: str) -> None:
        found = f"document.querySelector({json.dumps(selector)})?.innerText"
        try:
            self.wait_for(f"{found}?.includes({json.dumps(words)})")
        except AssertionError:
            raise AssertionError(
                f"{self.name}: {selector} says {self.evaluate(found)!r}, not {words!r}"
            ) from None


@contextmanager
def process(*command: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a command during the block; then end it with all processes it has started."""
    started = subprocess.Popen(command, text=True, start_new_session=True, **options)
    try:
        yield started
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            started.wait(10)
        with suppress(ProcessLookupError):  # its child processes may take longer, or never end
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()
