"""A large Swiss is paired in the background: watched while it works, cancelled, and started again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from games.access.permissions import SYSTEM
from games.timekeeping import now_ms
from tests.browser.conftest import HOST, SIZES
from tests.browser.desk.conftest import Desk
from tests.live.conftest import serve
from tournament.models import Match, PairingJob, Player, Round, Tournament
from tournament.services.entries import enrol
from tournament.services.stages import stages

FIELD = 100
# Python reads this before it begins: the process that pairs waits as long as a file is there.
THINKS = """
import os, sys, time
while "tournament.formats.engine" in sys.orig_argv and os.path.exists({thinking!r}):
    time.sleep(0.05)
"""

READ = """least => {
  const [seconds] = document.querySelector("[data-elapsed]")?.textContent.match(/\\d+/) ?? [];
  return Number(seconds) > least && seconds;
}"""


@pytest.fixture
def thinking(tmp_path: Path) -> Path:
    """While this file is there, the pairing program has no answer."""
    file = tmp_path / "thinking"
    file.touch()
    return file


@pytest.fixture
def hall(thinking: Path, tmp_path: Path, house: object) -> Iterator[str]:
    """A server of its own, whose pairing takes long."""
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "sitecustomize.py").write_text(THINKS.format(thinking=str(thinking)))
    with serve(tmp_path / "data", PYTHONPATH=str(slow)) as server:
        yield f"http://{HOST}:{server.port}"


@pytest.fixture
def congress(house: object) -> Tournament:
    tournament = Tournament.objects.create(name="Congress", live=False)
    stages.add(actor=SYSTEM, tournament=tournament, format="swiss", planned_rounds=7)
    for number in range(FIELD):
        player = Player.objects.create(first_name="Nora", family_name=f"Nr{number}", rating=1900 - 5 * number)
        enrol.enter_player(actor=SYSTEM, tournament=tournament, player=player, now_ms=now_ms())
    return tournament


def seconds(page: Page, *, more_than: int = -1) -> int:
    """How long the page says that the pairing has been worked on, once it is more than that."""
    shown = page.wait_for_function(READ, arg=more_than)
    return int(shown.json_value())


def test_a_pairing_that_works_is_watched_cancelled_and_started_again(desk, congress, thinking, axe):
    d = desk()
    page = d.page
    d.address = f"{d.hall}/desk/{congress.pk}/"
    d.home()
    d.step("Draft the pairings")
    d.says("Round 1 is being paired.")
    expect(page.get_by_text("Nothing is drawn yet")).to_have_count(0)
    began = seconds(page)
    assert seconds(page, more_than=began + 1) > began
    # Another device that looks in counts from when it began, not from when it looked.
    other = Desk(page.context.new_page(), d.hall, d.address)
    other.home()
    assert seconds(other.page) > began
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    axe(page)

    d.step("Cancel")
    d.told("The pairing is cancelled. Nothing was changed.")
    for each in (d, other):
        each.says("Draft round 1 with all")
        expect(each.page.locator("#draft")).to_have_count(0)
    assert not Round.objects.exists()
    assert PairingJob.objects.get().cancelled

    d.step("Draft the pairings")
    d.says("Round 1 is being paired.")
    thinking.unlink()
    for each in (d, other):
        each.says("Round 1 is drafted.")
        expect(each.page.locator(".draft-line")).to_have_count(FIELD // 2)
    assert Match.objects.filter(round=Round.objects.get()).count() == FIELD // 2
