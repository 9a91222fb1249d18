"""Fixtures for the engines besides Chromium: each starts once, and the same tests run in all."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.conftest import club_settings, server  # noqa: F401 (fixtures)
from tests.browser.desk.conftest import evening  # noqa: F401 (a fixture)
from tests.browser.table.conftest import new_game, wifi, wifi_port  # noqa: F401 (fixtures)
from tests.browser.test_brackets import cup  # noqa: F401 (a fixture)
from tests.engines.chromium import Chromium
from tests.engines.engine import Engine
from tests.engines.firefox import Firefox
from tests.engines.webkit import WebKit
from tests.tournament.conftest import make_tournament  # noqa: F401 (a fixture)

# `FIVELINE_PICTURES=build/pictures` saves pictures of pages, of Chromium as well, to compare them.
PICTURES = os.environ.get("FIVELINE_PICTURES")
ENGINES = {each.name: each for each in ((WebKit, Firefox, Chromium) if PICTURES else (WebKit, Firefox))}
NOTHING = "(?!)"

NewPage = Callable[..., Engine]
Picture = Callable[[str], None]


@pytest.fixture(scope="session", params=ENGINES)
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as started:
        yield started


@pytest.fixture
def new_page(browser: Engine) -> Iterator[NewPage]:
    """Make `new_page(TABLET, allow="ws://")`: a fresh page that may report no other errors."""
    allowed = NOTHING
    browser.fresh()

    def make(size: ViewportSize, *, allow: str = NOTHING) -> Engine:
        nonlocal allowed
        allowed = allow
        browser.resize(size)
        return browser

    yield make
    trouble = [text for text in browser.complaints() if not re.search(allowed, text)]
    assert not trouble, f"{browser.name} complained: {'; '.join(trouble)}"


@pytest.fixture
def picture(browser: Engine) -> Picture:
    """Make `picture("desk")`, which saves a picture of the page if pictures are wanted."""

    def take(name: str) -> None:
        if PICTURES:
            folder = Path(PICTURES)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}-{browser.name}.png").write_bytes(browser.screenshot())

    return take
