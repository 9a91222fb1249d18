"""WebKit, which draws every page on an iPad: Debian's WebKitGTK by WebDriver over HTTP, on its own screen.

It has no touch: it turns the actions of a finger into those of a mouse. Its driver does not report the
console, so each page collects its errors once it has loaded.
"""

import base64
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from typing import Any

from playwright.sync_api import ViewportSize

from tests.browser.table.conftest import until
from tests.engines.engine import PATIENCE_S, Engine, EngineFault, finger_tap, process
from tests.postgres import free_port

SCREEN = "2000x1400x24"  # larger than any window
REDUCED_MOTION = "[Settings]\ngtk-enable-animations=0\n"
LISTEN = """(() => {
  if (window.complaints) return;
  window.complaints = [];
  const note = (text) => window.complaints.push(String(text));
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  const policy = new ReportingObserver((all) => all.forEach(({ body }) => note(JSON.stringify(body))),
    { types: ['csp-violation'], buffered: true });
  policy.observe();
})()"""
# The number of touches that the page has received. Another page counts from the start.
HEARD = """(() => {
  if (window.touchesHeard === undefined) {
    window.touchesHeard = 0;
    addEventListener('pointerdown', () => { window.touchesHeard += 1; }, true);
  }
  return window.touchesHeard;
})()"""
ONE_TAP_S = 2  # until the tap counts as lost by the driver


class WebKit(Engine):
    name = "webkit"

    def start(self) -> None:
        assert shutil.which("WebKitWebDriver"), "These tests need WebKit: apt install webkit2gtk-driver xvfb"
        self.port = free_port()
        display = self.running.enter_context(screen())
        wishes = self.folder / "gtk-3.0" / "settings.ini"
        wishes.parent.mkdir()
        wishes.write_text(REDUCED_MOTION)
        self.running.enter_context(
            process(
                "WebKitWebDriver",
                f"--port={self.port}",
                env={
                    **os.environ,
                    "DISPLAY": display,
                    "XDG_CONFIG_HOME": str(self.folder),
                    # Without it, layers for a graphics card are not painted on a machine that has none.
                    "LIBGL_ALWAYS_SOFTWARE": "1",
                },
            )
        )
        until(self._is_up, PATIENCE_S)
        made = self._ask("POST", "/session", capabilities={})
        self.session = f"/session/{made['sessionId']}"
        self.running.callback(self._ask, "DELETE", self.session)

    def fresh(self) -> None:
        self._do("POST", "/url", url="about:blank")
        self._do("DELETE", "/cookie")
        self.heard: list[str] = []

    def resize(self, size: ViewportSize) -> None:
        """Repeat the request until the size is right: a window that is still being laid out may ignore it."""
        wanted = [size["width"], size["height"]]

        def fits() -> bool:
            inner = self.evaluate("[innerWidth, innerHeight]")
            if inner != wanted:
                bars = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
                self._do("POST", "/window/rect", width=wanted[0] + bars[0], height=wanted[1] + bars[1])
            return inner == wanted

        until(fits, PATIENCE_S)

    def open(self, address: str) -> None:
        self._leave("/url", url=address)

    def reload(self) -> None:
        self._leave("/refresh")

    def evaluate(self, expression: str) -> Any:
        return self._do("POST", "/execute/sync", script=f"return (async () => {expression})()", args=[])

    def tap_at(self, x: int, y: int) -> None:
        """Tap until the page has received it: on a busy machine the driver sometimes loses a tap."""

        def is_heard() -> bool:
            with suppress(EngineFault):
                return bool(self.evaluate("window.touchesHeard ?? null") != before)
            return True  # the page is navigating to another one

        def tap() -> bool:
            self._do("POST", "/actions", actions=finger_tap(x, y))
            # The driver sends only changes: a finger that it believes to be down would stay there.
            self._do("DELETE", "/actions")
            with suppress(AssertionError):
                until(is_heard, ONE_TAP_S)
                return True
            return False

        before = self.evaluate(HEARD)
        until(tap, PATIENCE_S)

    def capture(self) -> bytes:
        return base64.b64decode(self._do("GET", "/screenshot"))

    def complaints(self) -> list[str]:
        self.heard += self.evaluate("window.complaints?.splice(0) ?? []")
        return self.heard

    def _leave(self, path: str, **body: Any) -> None:
        self.complaints()
        self._do("POST", path, **body)
        self.evaluate(LISTEN)

    def _is_up(self) -> bool:
        try:
            return bool(self._ask("GET", "/status")["ready"])
        except ConnectionError:
            return False

    def _do(self, method: str, path: str, **body: Any) -> Any:
        return self._ask(method, self.session + path, **body)

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        line = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            line.request(method, path, json.dumps(body) if method == "POST" else None)
            answer = line.getresponse()
            value = json.load(answer)["value"]
        finally:
            line.close()
        if answer.status != 200:
            raise EngineFault(f"{value['error']}: {value['message']}")
        return value


@contextmanager
def screen() -> Iterator[str]:
    """Start a virtual display and yield its name."""
    reading, writing = os.pipe()
    with process("Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, pass_fds=[writing]):
        os.close(writing)
        with open(reading) as told:
            yield f":{told.readline().strip()}"
