"""The tablet on its table in every engine: a whole game by touch, a reload without Wi-Fi, all in one view."""

from dataclasses import dataclass

import pytest

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from tests.browser.conftest import TABLET, TABLET_LANDSCAPE, scrolls_sideways
from tests.browser.table.conftest import CUT, until
from tests.browser.table.test_look import INSIDE, KINDS, TARGET
from tests.browser.table.test_offline import KEPT
from tests.browser.table.test_play import TWOS
from tests.engines.engine import Engine
from tournament.services.tables import seating

pytestmark = pytest.mark.browser

AT_THE_SIDES = ".seat:is([data-side=E], [data-side=W])"
# Texts along the side of the table are taller than wide: minutes, seconds and every answer.
LYING = f"""[...document.querySelectorAll('{AT_THE_SIDES} :is(.clock-part, [data-answers] span)')]
  .map((each) => [each.innerText, each.getBoundingClientRect()])
  .filter(([words, {{ width, height }}]) => /\\w\\w/.test(words) && width > height).map(([words]) => words)"""
# Words of a question that do not fit beside its answers are hyphenated, and push the clock away.
SHREDDED = f"""[...document.querySelectorAll('{AT_THE_SIDES} [data-asked]')]
  .filter((each) => each.innerText && each.offsetWidth > 3 * parseFloat(getComputedStyle(each).fontSize))
  .map((each) => each.innerText)"""
SMALL = f"""[...document.querySelectorAll('.seat-action')].filter((each) => each.getClientRects().length)
  .map((each) => [each.dataset.do ?? each.innerText, each.getBoundingClientRect()])
  .filter(([, {{ width, height }}]) => Math.min(width, height) < {TARGET}).map(([name]) => name)"""


@dataclass(frozen=True, slots=True)
class Tablet:
    """A tablet, with what players do on it."""

    page: Engine

    def start(self) -> "Tablet":
        self.page.tap("#pause")
        self.page.wait_for("document.getElementById('table').dataset.phase === 'running'")
        return self

    def take(self, move: str) -> None:
        self.page.tap(f'#board [data-cell="{move[:2]}"]')

    def push(self, move: str) -> None:
        self.page.tap(f'#board [data-end="{move[2]}"]')

    def play(self, *moves: str) -> None:
        for move in moves:
            self.take(move)
            self.push(move)

    @property
    def position(self) -> list[str]:
        cells = "[...document.querySelectorAll('#board [data-cell]')]"
        return self.page.evaluate(f"{cells}.map((cell) => cell.getAttribute('aria-label'))")


def recorded() -> list[str]:
    """List the moves that the server has recorded."""
    rows = Game.objects.get().events.filter(kind="moved").order_by("seq").values_list("data", flat=True)
    return [row["move"] for row in rows]


@pytest.fixture
def duel(club_settings, make_tournament):
    """Make a tournament of two players and one table, its only round published."""
    made = make_tournament("Mira Jonas", format="round-robin", live=True, keeper="table", control="10+5")
    seating.provide(actor=SYSTEM, tournament=made.tournament, count=1)
    made.publish()
    return made


@pytest.fixture
def hall(wifi) -> str:
    """Return the address for the tablet, at which a service worker may cache pages."""
    return f"http://127.0.0.1:{wifi.port}"


@pytest.fixture
def lay(hall, new_page):
    """Make `lay(link, TABLET)`: a tablet that has opened the link of its card."""

    def put(link: links.NewLink, size) -> Tablet:
        page = new_page(size, allow=f"{CUT}|ws://")
        page.open(hall + link.path)
        page.wait_for("document.getElementById('link-state').dataset.state === 'live'")
        return Tablet(page)

    return put


def card(duel) -> links.NewLink:
    return seating.tablet_link(actor=SYSTEM, table=duel.tournament.tables.get())


def test_a_game_is_played_to_a_line_and_arrives_in_the_standings(lay, hall, duel, picture):
    tablet = lay(card(duel), TABLET).start()
    page = tablet.page
    first, *others, last = TWOS.split()
    tablet.play(first)
    page.wait_for_text("#status", "Jonas to move")
    page.wait_for("document.querySelector('[data-seat=O] [data-clock]').dataset.state === 'running'")
    tablet.play(*others)
    tablet.take(last)
    page.wait_for("document.querySelector('#board [data-selected]')?.dataset.cell")
    picture("table-cube-in-hand")
    tablet.push(last)
    page.wait_for_text("#status", "Mira won: five in a line")
    page.wait_for("document.querySelectorAll('#board [data-line]').length === 5")
    picture("table-won")
    until(lambda: duel.table() == ["1 Mira 1", "2 Jonas 0"])
    assert recorded() == TWOS.split()
    page.open(f"{hall}/e/{duel.tournament.code}/standings/")
    assert "Mira" in page.text("#live tbody tr:first-child")


def test_a_reload_without_wifi_finds_the_game_which_is_played_to_its_end(lay, wifi, duel, picture):
    tablet = lay(card(duel), TABLET_LANDSCAPE).start()
    page = tablet.page
    moves = TWOS.split()
    tablet.play(*moves[:3])
    until(lambda: recorded() == moves[:3])
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for(f"({KEPT})()")
    wifi.cut()
    page.wait_for_text("#link-state", "Offline since")
    tablet.play(*moves[3:4])
    page.wait_for_text("#status", "Mira to move")
    position = tablet.position
    page.reload()
    page.wait_for_text("#status", "Mira to move")
    assert tablet.position == position
    picture("table-offline")
    tablet.play(*moves[4:])
    page.wait_for_text("#status", "Mira won: five in a line")
    assert recorded() == moves[:3]
    wifi.mend()
    until(lambda: recorded() == moves, seconds=20)
    until(lambda: duel.table() == ["1 Mira 1", "2 Jonas 0"])


@pytest.mark.parametrize("kind", ["twos", "clocks-for-four"])
def test_the_whole_table_is_in_one_view_either_way_up(lay, club_settings, new_game, picture, kind):
    game = new_game(**KINDS[kind])
    tablet = lay(links.make(SYSTEM, role="table", scope=game.scope), TABLET).start()
    page = tablet.page
    for way, size in (("upright", TABLET), ("flat", TABLET_LANDSCAPE)):
        page.resize(size)
        picture(f"table-{kind}-{way}")
        assert page.evaluate(f"({INSIDE})()") == [], way
        assert page.evaluate(SMALL) == [], way
        assert not scrolls_sideways(page), way


@pytest.mark.parametrize("kind", ["fours", "clocks-for-four"])
def test_whoever_sits_at_a_side_reads_clock_and_question_from_there(
    lay, club_settings, new_game, picture, kind
):
    game = new_game(**KINDS[kind], first="W", control="m1")
    page = lay(links.make(SYSTEM, role="table", scope=game.scope), TABLET).start().page
    page.wait_for_text(f"{AT_THE_SIDES}[data-seat=W] [data-asked]", "You lost: time is up")
    for way, size in (("upright", TABLET), ("flat", TABLET_LANDSCAPE)):
        page.resize(size)
        picture(f"table-{kind}-question-{way}")
        assert page.evaluate(LYING) == [], way
        assert page.evaluate(SHREDDED) == [], way
        assert page.evaluate(f"({INSIDE})()") == [], way
