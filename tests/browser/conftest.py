"""Fixtures for a real Chromium. A guard watches every page: an error in the console, a violation of the
content security policy, and a failed request or one to another host fail the test.
"""

import os
import re
import shutil
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import (
    Browser,
    BrowserType,
    Error,
    Page,
    ViewportSize,
    sync_playwright,
)

from tests.browser.forgetting import let_forget
from tests.browser.kept_pages import KeptPage, KeptPages
from tests.live.conftest import serve
from tests.server_process import ROOT, RunningServer

# Playwright's synchronous API runs an event loop in this thread, which Django would take for an async view.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 820, "height": 1180}
TABLET_LANDSCAPE: ViewportSize = {"width": 1180, "height": 820}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
SIZES = {
    "phone": PHONE,
    "tablet": TABLET,
    "tablet-landscape": TABLET_LANDSCAPE,
    "laptop": LAPTOP,
    "projector": PROJECTOR,
}
HOST = "hall.test"
# The first one found. The headless shell draws no windows.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # The workers of pytest use all cores, so more threads and processes cost more than they gain.
    "--in-process-gpu",
    "--js-flags=--single-threaded",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)
# Axe would fetch our sheets a second time and resolve their imports against the page instead of the sheet.
OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}

# The rules that depend on theme and size; the others are checked once for a page.
BY_LOOK = ("color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size")
LOOK = {**OPTIONS, "runOnly": {"type": "rule", "values": BY_LOOK}}
# Of long lists the first lines are checked in every theme, and all of them in one.
FURTHER_LINES = {"exclude": [["tr:nth-child(n+6)"], ["li:nth-child(n+6)"]]}

COLOURS_HAVE_CHANGED = """() => {
  for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish();
}"""

SERVER = pytest.StashKey[RunningServer]()
FAILED = pytest.StashKey[bool]()
SETTINGS = "tests.browser.settings"

NewPage = Callable[..., Page]
Check = Callable[..., None]

# In browsers a few files take most of the time, however few tests they have. They begin first, so that no
# worker is left alone with one of them at the end.
LONGEST = (
    "tests/engines/",
    "tests/browser/test_public.py",
    "tests/browser/desk/test_journey",
    "tests/browser/table/test_touch.py",
    "tests/browser/table/test_arbiter.py",
    "tests/browser/desk/test_desk_pages.py",
    "tests/browser/boards/",
)


def length(nodeid: str) -> int:
    """Return the rank of a browser test in the run: the longest files first."""
    return next((place for place, path in enumerate(LONGEST) if nodeid.startswith(path)), len(LONGEST))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: length(item.nodeid))


def launch(kind: BrowserType, **options: Any) -> Browser:
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    assert chromium, "These tests need Chromium: apt install chromium-headless-shell"
    return kind.launch(executable_path=chromium, args=list(ARGUMENTS), **options)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launch(playwright.chromium) as browser:
        yield browser


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def keep_picture(page: Page, name: str) -> None:
    """Save a picture of the page of a failed test in `build/failed`."""
    with suppress(Error):
        page.screenshot(path=ROOT / "build" / "failed" / f"{re.sub(r'[^a-z0-9-]+', '_', name)}.png")


def what_servers_said() -> str:
    return "\n".join(f"{server.url} said: {server.said[-6000:]}" for server in RunningServer.running)


@pytest.fixture(scope="session")
def kept_pages(browser: Browser) -> KeptPages:
    return KeptPages(browser)


@pytest.fixture
def new_page(request: pytest.FixtureRequest, kept_pages: KeptPages) -> Iterator[NewPage]:
    """Make `new_page(size=PHONE, scheme="dark", theme="contrast", allow="404")`: a guarded page."""
    used: list[KeptPage] = []

    def make(
        *,
        size: ViewportSize = LAPTOP,
        scheme: str = "light",
        theme: str | None = None,
        language: str = "en",
        motion: str = "reduce",
        allow: str | None = None,
        **options: Any,
    ) -> Page:
        taken = kept_pages.take(
            size=size, scheme=scheme, motion=motion, allow=allow, language=language, **options
        )
        if theme:
            taken.context.add_cookies([{"name": "theme", "value": theme, "domain": HOST, "path": "/"}])
        used.append(taken)
        return taken.page

    yield make
    trouble = [text for each in used for text in each.guard.seen]
    if request.node.stash.get(FAILED, False):
        for number, each in enumerate(used):
            keep_picture(each.page, f"{request.node.name}-{number}")
    for each in used:
        kept_pages.give_back(each)
    assert not trouble, f"The browser complained: {'; '.join(trouble)}\n{what_servers_said()}"


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def club_settings(transactional_db: None) -> object:
    """Set the club up; otherwise every start page leads to the set-up."""
    from tournament.models import Club, ClubSettings

    club = Club.objects.create(name="Cube Club")
    return ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)


@pytest.fixture(scope="session")
def server(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: Any,
    tmp_path_factory: pytest.TempPathFactory,
) -> RunningServer:
    """Start a server in a process of its own, on the database of the tests; for every engine."""
    shared = request.config.stash
    if SERVER not in shared:
        with django_db_blocker.unblock():
            made = serve(tmp_path_factory.mktemp("server"), DJANGO_SETTINGS_MODULE=SETTINGS)
        shared[SERVER] = made.__enter__()
        request.config.add_cleanup(made.__exit__)
    return shared[SERVER]


@pytest.fixture(autouse=True)
def _nothing_has_failed_before(request: pytest.FixtureRequest) -> None:
    if (server := request.config.stash.get(SERVER, None)) and server.process.poll() is None:
        let_forget(server)


@pytest.fixture
def hall(server: RunningServer, club_settings: object) -> str:
    """Return the server's address by a local host name: plain HTTP, as in most halls."""
    return f"http://{HOST}:{server.port}"


@pytest.fixture
def axe() -> Check:
    """Make a check that fails with rule, element and advice for each breach of WCAG 2.2 AA that axe finds."""

    def check(
        page: Page, options: dict[str, object] = OPTIONS, context: dict[str, object] | None = None
    ) -> None:
        page.wait_for_load_state()  # a page that was just clicked may not have its style yet
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        run = "([context, options]) => axe.run(context ?? document, options)"
        results = page.evaluate(run, [context, options])
        breaches = [
            f"{violation['id']}: {node['html'][:160]} ({node['failureSummary']})"
            for violation in results["violations"]
            for node in violation["nodes"]
        ]
        assert not breaches, f"{page.url}:\n" + "\n".join(breaches)

    return check


@pytest.fixture
def sound(axe: Check) -> Check:
    """Make a check of the open page: it fits at every size, and axe finds no fault, light or dark."""

    def check(page: Page) -> None:
        page.wait_for_load_state()
        for name, size in SIZES.items():
            # Only the width counts here, so the page need not be painted as a whole.
            page.set_viewport_size({**size, "height": 200})
            assert not scrolls_sideways(page), f"{page.url} at {name}"
        page.set_viewport_size(LAPTOP)
        axe(page)
        page.set_viewport_size(PHONE)
        # High contrast changes only the values of tokens, and the style page shows every component in it.
        contrast = [{"color_scheme": "light", "contrast": "more"}] if page.url.endswith("/style/") else []
        for theme in ({"color_scheme": "dark"}, *contrast):
            page.emulate_media(**theme)
            page.evaluate(COLOURS_HAVE_CHANGED)
            axe(page, LOOK, FURTHER_LINES)
        page.emulate_media(color_scheme="light", contrast="no-preference")

    return check


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
