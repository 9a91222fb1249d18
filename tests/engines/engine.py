"""What a test asks of a browser, whichever engine draws it. Fingers are real pointers at real places:
nothing is clicked from inside the page.
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
# Where a finger meets it: in sight, at rest, enabled and with nothing over it; null until then.
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

# What the page shows has been painted: a picture of the frame before would be taken otherwise.
PAINTED = """document.fonts.ready.then(() => new Promise((resolve) => {
  const frame = (left) => requestAnimationFrame(() => left ? frame(left - 1) : resolve(null));
  frame(3);
}))"""


def finger_tap(x: int, y: int) -> list[dict[str, Any]]:
    """As WebDriver wants it told, over HTTP and over sockets alike."""
    steps = [
        {"type": "pointerMove", "x": x, "y": y, "duration": 0},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return [{"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}]


class EngineFault(Exception):
    """The browser did not do what it was asked: the page is on its way, or the script has failed."""


class Engine(ABC):
    """One browser for many tests; `fresh` forgets whoever used it before."""

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
        """Whatever is started is entered into `running`, which ends it."""

    @abstractmethod
    def fresh(self) -> None:
        """An empty page without cookies; what was complained of is forgotten."""

    @abstractmethod
    def resize(self, size: ViewportSize) -> None: ...

    @abstractmethod
    def open(self, address: str) -> None:
        """Go there, and wait until it has loaded."""

    @abstractmethod
    def reload(self) -> None: ...

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of a script's expression, awaited, as JSON carries it."""

    @abstractmethod
    def tap_at(self, x: int, y: int) -> None: ...

    @abstractmethod
    def complaints(self) -> list[str]:
        """Errors since the page was fresh: of scripts, and against the content security policy."""

    @abstractmethod
    def capture(self) -> bytes:
        """What is painted, as PNG."""

    def screenshot(self) -> bytes:
        """What is in sight once nothing moves any more."""
        self.evaluate(f"({COLOURS_HAVE_CHANGED})()")
        self.evaluate(PAINTED)
        return self.capture()

    def wait_for(self, expression: str) -> Any:
        """Until it is true in the page; its value."""

        def holds() -> Any:
            with suppress(EngineFault):
                return self.evaluate(expression)
            return None

        try:
            return until(holds, PATIENCE_S)
        except AssertionError:
            raise AssertionError(f"{self.name}: never became true: {expression}") from None

    def tap(self, selector: str) -> None:
        """The one that can be seen."""
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
    """Runs meanwhile; it and all that it has started end afterwards."""
    started = subprocess.Popen(command, text=True, start_new_session=True, **options)
    try:
        yield started
    finally:
        with suppress(ProcessLookupError):
            os.killpg(started.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            started.wait(10)
        with suppress(ProcessLookupError):  # those that it has started may take longer, or never go
            os.killpg(started.pid, signal.SIGKILL)
        started.wait()
