"""Reuse pages for one test after the other, emptied in between.

A new browser context starts a process and loads all scripts again, which takes longer than most tests.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
)

# No other host can be resolved, so that a request to one fails the test by an error in the console.
ELSEWHERE = "ERR_NAME_NOT_RESOLVED"
# A hall without certificates uses plain HTTP; Chromium then ignores this one header and warns of it.
HARMLESS = "Cross-Origin-Opener-Policy header has been ignored"
EMPTY = "about:blank"
# Effects that cannot be undone: a test that uses one is the last to use the page.
LASTING = (
    "add_init_script",
    "add_locator_handler",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "install",  # of a clock
    "on",
    "once",
    "route",
    "route_web_socket",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_offline",
)


class Guard:
    """A watcher of a page: `seen` lists its errors, `allow` is a pattern of errors that the test expects."""

    def __init__(self, allow: str | None = None) -> None:
        self.begin(allow)

    def begin(self, allow: str | None) -> None:
        self.allow = re.compile(allow) if allow else None
        self.seen: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.note(f"uncaught: {error}"))

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.note(f"{message.text} ({message.location['url']})")

    def note(self, text: str) -> None:
        wanted = HARMLESS in text or (self.allow and self.allow.search(text))
        if ELSEWHERE in text or not wanted:
            self.seen.append(text)


@dataclass
class KeptPage:
    context: BrowserContext
    page: Page
    guard: Guard
    line: CDPSession
    # The settings that cannot be changed later. If they are None, the page is not reused.
    kind: tuple[Any, ...] | None

    def __post_init__(self) -> None:
        for owner in (self.page, self.context, self.page.clock):
            for name in LASTING:
                if hasattr(owner, name):
                    setattr(owner, name, self._for_good(getattr(owner, name)))

    def _for_good(self, asked: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*arguments: Any, **options: Any) -> Any:
            self.kind = None
            return asked(*arguments, **options)

        return ask

    def dress(self, *, size: ViewportSize, scheme: str, motion: str) -> None:
        self.page.set_viewport_size(size)
        self.page.emulate_media(
            media="null", color_scheme=scheme, reduced_motion=motion, forced_colors="null", contrast="null"
        )

    def forget(self) -> None:
        """Remove the traces of the last test: other pages, the history, stored data."""
        for other in self.context.pages:
            if other != self.page:
                other.close()
        at = urlsplit(self.page.url)
        if at.netloc:
            self.page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.page.goto(EMPTY)
        self.line.send("Page.resetNavigationHistory")
        if at.netloc:
            stored = {"origin": f"{at.scheme}://{at.netloc}", "storageTypes": "all"}
            self.line.send("Storage.clearDataForOrigin", stored)
        self.context.clear_cookies()


@dataclass
class KeptPages:
    """The pages to reuse: `take` one, and `give_back` it. Only pages of the usual kinds are reused."""

    browser: Browser
    free: dict[tuple[Any, ...], list[KeptPage]] = field(default_factory=dict)

    def take(
        self,
        *,
        size: ViewportSize,
        scheme: str,
        motion: str,
        allow: str | None,
        language: str,
        has_touch: bool = False,
        **options: Any,
    ) -> KeptPage:
        kind = None if options else (language, has_touch)
        if kind and (kept := self.free.get(kind)):
            taken = kept.pop()
            taken.guard.begin(allow)
            taken.dress(size=size, scheme=scheme, motion=motion)
            return taken
        context = self.browser.new_context(
            viewport=size,
            color_scheme=scheme,
            reduced_motion=motion,
            locale=language,
            has_touch=has_touch,
            **options,
        )
        guard = Guard(allow)
        context.on("page", guard.watch)
        page = context.new_page()
        return KeptPage(context, page, guard, context.new_cdp_session(page), kind)

    def give_back(self, used: KeptPage) -> None:
        """Empty the page for the next test; close it if it was closed or does not navigate."""
        if used.kind:
            with suppress(Error):
                used.forget()
                self.free.setdefault(used.kind, []).append(used)
                return
        used.context.close()
