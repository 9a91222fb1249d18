"""Chromium, to compare its pictures with those of other engines; `tests/browser` tests its behaviour."""

from typing import Any

from playwright.sync_api import Error, Page, ViewportSize, sync_playwright

from tests.browser.conftest import launch
from tests.browser.kept_pages import Guard
from tests.engines.engine import Engine, EngineFault


class Chromium(Engine):
    name = "chromium"

    def start(self) -> None:
        playwright = self.running.enter_context(sync_playwright())
        self.browser = self.running.enter_context(launch(playwright.chromium))
        self.page: Page | None = None

    def fresh(self) -> None:
        if self.page:
            self.page.context.close()
        context = self.browser.new_context(has_touch=True, locale="en", reduced_motion="reduce")
        self.page = context.new_page()
        self.guard = Guard()
        self.guard.watch(self.page)

    def resize(self, size: ViewportSize) -> None:
        self.page.set_viewport_size(size)

    def open(self, address: str) -> None:
        self.page.goto(address)

    def reload(self) -> None:
        self.page.reload()

    def evaluate(self, expression: str) -> Any:
        try:
            return self.page.evaluate(f"async () => {expression}")
        except Error as error:
            raise EngineFault(str(error)) from error

    def tap_at(self, x: int, y: int) -> None:
        self.page.touchscreen.tap(x, y)

    def capture(self) -> bytes:
        return self.page.screenshot()

    def complaints(self) -> list[str]:
        return self.guard.seen
