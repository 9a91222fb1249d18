"""Fixtures for a tablet on a table: a real server, a Wi-Fi that can be cut, and fingers on the screen."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from games.services.opening import open_game
from tests.browser.conftest import HOST, TABLET
from tests.browser.opening import goto_link
from tests.browser.table.glass import Glass
from tests.browser.table.wifi import Wifi
from tests.postgres import free_port
from tests.server_process import RunningServer

NAMES = {"X": "Mira", "O": "Jonas", "N": "Ada", "E": "Ben", "S": "Li", "W": "Ines"}
SECURE, PLAIN = "127.0.0.1", HOST
# What a browser says about a connection that a test cuts on purpose.
CUT = (
    "ERR_(CONNECTION|INTERNET|NETWORK|EMPTY)|WebSocket|Failed to load resource|net::|script evaluation|sw.js"
)
DRAWN = "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def until(holds: Callable[[], Any], seconds: float = 10) -> Any:
    """Wait until the condition holds, and return its value."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"never became true: {holds}"
        time.sleep(0.05)
    return found


class Tablet:
    """A page with one game, and what players do there."""

    def __init__(self, page: Page, game: Game | None) -> None:
        self.page, self._game = page, game

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self._game.pk)

    @property
    def kinds(self) -> str:
        return " ".join(self.game.events.order_by("seq").values_list("kind", flat=True))

    @property
    def moves(self) -> str:
        rows = self.game.events.filter(kind="moved").order_by("seq").values_list("data", flat=True)
        return " ".join(row["move"] for row in rows)

    def __getitem__(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def seat(self, seat: str, part: str = "") -> Locator:
        return self.page.locator(f'.seat[data-seat="{seat}"] {part}'.strip())

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"#board [data-cell={name}]")

    def resize(self, size: ViewportSize) -> None:
        """Change the size of the screen, and wait for the frame that gives the clocks their shape."""
        self.page.set_viewport_size(size)
        self.page.evaluate(DRAWN)

    def start(self) -> "Tablet":
        self.page.locator("#pause:enabled").tap()
        expect(self["#table"]).to_have_attribute("data-phase", "running")
        return self

    def move(self, text: str) -> None:
        """Make a move by taps: `c1E`, or in fours `c1E.N`."""
        cell, _, dot = text.partition(".")
        self[f'#board [data-cell="{cell[:2]}"]'].tap()
        self[f'#board [data-end="{cell[2]}"]'].tap()
        if dot:
            self[f'[data-dot="{dot}"]'].tap()

    def play(self, text: str) -> "Tablet":
        for move in text.split():
            self.move(move)
        return self

    def synced(self) -> "Tablet":
        """Wait until the tablet knows that the server has all its entries."""
        expect(self["#link-state"]).to_have_attribute("data-waiting", "0")
        return self

    def hold(self, target: Locator) -> None:
        """Hold a button until it counts as pressed."""
        target.dispatch_event("pointerdown", {"pointerId": 7, "pointerType": "touch"})
        expect(target).not_to_have_attribute("data-holding", "")
        target.dispatch_event("pointerup", {"pointerId": 7, "pointerType": "touch"})

    @property
    def position(self) -> list[str]:
        return [cell.get_attribute("aria-label") for cell in self["#board [data-cell]"].all()]


@pytest.fixture(scope="session")
def wifi_port() -> int:
    """Choose one port for all tests, so that the browser's cache stays valid."""
    return free_port()


@pytest.fixture
def wifi(server: RunningServer, wifi_port: int) -> Iterator[Wifi]:
    made = Wifi(wifi_port, server.port)
    yield made
    made.cut()


@pytest.fixture
def new_game(transactional_db: None) -> Callable[..., Game]:
    """Make `new_game()`: by default a casual game of two on a table."""

    def make(**wanted: Any) -> Game:
        seats = wanted.get("seats", 2)
        table = "XO" if seats == 2 else "NESW"
        agreed = {
            "rules": "",
            "control": "10+5",
            "seats": seats,
            "first": "X" if seats == 2 else "S",
            "players": {seat: {"name": NAMES[seat]} for seat in table},
            "keeper": "table",
            "casual": True,
        }
        return open_game(**{**agreed, **wanted})

    return make


@pytest.fixture
def lay(new_page: Any, wifi: Wifi, new_game: Callable[..., Game]) -> Callable[..., Tablet]:
    """Make `lay(control="m30")`: a tablet that shows its game."""

    def put(
        *, host: str = PLAIN, size: Any = TABLET, game: Game | None = None, path: str = "", **wanted: Any
    ) -> Tablet:
        options = {key: wanted.pop(key) for key in ("scheme", "motion", "allow", "language") if key in wanted}
        game = game or (None if path else new_game(**wanted))
        if game is not None:
            path = links.make(SYSTEM, role="table", scope=game.place or game.scope, topic=game.topic).path
        page = new_page(size=size, has_touch=True, **{"allow": CUT, **options})
        address = f"http://{host}:{wifi.port}"
        if path.startswith("/l/"):
            goto_link(page, address, path)
        else:
            page.goto(address + path)
        tablet = Tablet(page, game)
        if game is not None:
            expect(tablet["#link-state"]).to_have_attribute("data-state", "live", timeout=15_000)
            expect(tablet["#table[data-blocked]"]).to_have_count(0)
        return tablet

    return put


@pytest.fixture
def glass(lay: Callable[..., Tablet]) -> Callable[..., tuple[Tablet, Glass]]:
    """Make `glass(input="presses")`: a tablet with a running game, and fingers for it."""

    def put(**wanted: Any) -> tuple[Tablet, Glass]:
        tablet = lay(**wanted).start()
        return tablet, Glass(tablet.page)

    return put
