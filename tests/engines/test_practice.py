"""A game against the computer in every engine, without Wi-Fi, and afterwards a look at where it was won."""

import pytest

from tests.browser.conftest import TABLET
from tests.browser.table.conftest import CUT
from tests.browser.table.test_offline import KEPT

pytestmark = pytest.mark.browser

MY_TURN_OR_OVER = "document.querySelector('#play[data-my-turn], #play[data-status=over]') !== null"
IS_OVER = "document.getElementById('play').dataset.status === 'over'"
# Take a corner if possible, or else any cube: this makes short games.
CHOICE = """(() => {
  const cells = [...document.querySelectorAll('#play [data-cell]')];
  const free = cells.filter((cell) => /may be taken/.test(cell.getAttribute('aria-label')));
  const order = ['a1', 'a2', 'a3', 'a4', 'a5'];
  return (free.find(({ dataset }) => order.includes(dataset.cell)) ?? free[0]).dataset.cell;
})()"""
AN_END = """[...document.querySelectorAll('#play [data-end]')]
  .find((end) => end.getClientRects().length)?.dataset.end"""
MOST_MOVES = 80


def play_to_the_end(page) -> int:
    """Play to the end, and return the number of our moves."""
    for count in range(MOST_MOVES):
        page.wait_for(MY_TURN_OR_OVER)
        if page.evaluate(IS_OVER):
            return count
        page.tap(f'#play [data-cell="{page.evaluate(CHOICE)}"]')
        page.wait_for(f"({AN_END}) !== undefined")
        page.tap(f'#play [data-end="{page.evaluate(AN_END)}"]')
    raise AssertionError("the game has no end")


def test_a_whole_game_without_wifi_and_where_it_was_won(new_page, club_settings, wifi, picture):
    page = new_page(TABLET, allow=CUT)
    hall = f"http://127.0.0.1:{wifi.port}"
    page.open(f"{hall}/practice/")
    page.wait_for("document.querySelectorAll('[data-level]').length === 6")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for(f"({KEPT})()")
    page.wait_for("caches.match('/practice/last/').then(Boolean)")
    wifi.cut()
    page.reload()
    page.tap('[data-level="1"]')
    assert play_to_the_end(page) >= 4
    picture("practice-over")
    page.open(f"{hall}/practice/last/")
    page.wait_for("document.querySelector('[data-part=progress]').hidden")
    assert page.text("[data-part=standing]")
    picture("practice-analysed")
