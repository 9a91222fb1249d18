"""No ghost games: a game that the desk takes from a table stops there, says so, and leaves the screen."""

import pytest
from playwright.sync_api import expect

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game, LinkDevice
from games.services import tablets
from games.services.late_entries import late_entries
from games.timekeeping import now_ms
from tests.browser.table.conftest import until
from tournament.models import Match
from tournament.people_lists.people_list import read_players
from tournament.scores import Outcome
from tournament.services.entries import from_list
from tournament.services.pairing import drafts
from tournament.services.results import entering
from tournament.services.rounds import lifecycle
from tournament.services.setup import creating
from tournament.services.tables import seating

NAMES = "Ada; 1600\nBen; 1580\nCleo; 1560\nDan; 1540"


class Evening:
    """A Swiss of four at two tables with a spare one, and the actions of the desk."""

    def __init__(self):
        self.tournament = creating.create(
            actor=SYSTEM,
            name="Club evening",
            format="swiss",
            control="10+5",
            rounds=3,
            table_count=3,
            keeper="table",
            now_ms=now_ms(),
        )
        lines = read_players(NAMES)
        from_list.enter(actor=SYSTEM, tournament=self.tournament, lines=lines, now_ms=now_ms())
        self.publish()

    def publish(self):
        draft = drafts.draft(actor=SYSTEM, stage=self.tournament.stages.get())
        self.round = lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms())

    def match(self, board):
        return Match.objects.with_names().get(round=self.round, board=board)

    def path_of(self, number):
        table = self.tournament.tables.get(number=number)
        return seating.tablet_link(actor=SYSTEM, table=table).path

    def type(self, board, outcome=Outcome.FIRST_WINS):
        entering.type_result(
            actor=SYSTEM, match=self.match(board), outcome=outcome, now_ms=now_ms(), confirm=True
        )

    def undo(self):
        lifecycle.undo(actor=SYSTEM, round_=self.round, now_ms=now_ms())

    def move(self, board, table):
        (game,) = self.match(board).games.all()
        to = self.tournament.tables.get(number=table)
        seating.move(actor=SYSTEM, match_game=game, table=to)


@pytest.fixture
def evening(club_settings):
    return Evening()


@pytest.fixture
def tablet_at(lay, evening):
    """Make `tablet_at(1)`: the tablet of that table, which shows its game."""

    def put(number):
        tablet = lay(path=evening.path_of(number))
        tablet._game = Game.objects.live().filter(place__endswith=f":{number}").first()
        if tablet._game:
            expect(tablet["#waiting"]).to_be_hidden(timeout=15_000)
            expect(tablet["#pause"]).to_be_enabled(timeout=15_000)
        return tablet

    return put


def expect_gone(tablet, words):
    """Expect these words in the middle of the screen, and no others."""
    expect(tablet["#gone .table-gone-words"].last).to_contain_text(words, timeout=10_000)
    expect(tablet[".toast"]).to_have_count(0)


def continue_game(tablet):
    tablet["#go-on:enabled"].tap()
    expect(tablet["#gone"]).to_be_hidden()


def test_a_board_that_waits_is_called_off_at_once_and_leaves_no_ghost(tablet_at, evening, axe):
    tablet = tablet_at(1)
    evening.type(1)
    expect_gone(tablet, "Called off at the desk: 1 – 0")
    expect_gone(tablet, f"{evening.match(1).first} won.")
    axe(tablet.page)
    continue_game(tablet)
    expect(tablet["#waiting"]).to_contain_text("The next game appears here by itself.")
    tablet.page.reload()
    expect(tablet["#waiting-link"]).to_have_attribute("data-state", "live")
    expect(tablet["#waiting"]).to_be_visible()


def test_a_result_typed_over_a_running_game_is_told_and_the_next_round_comes_by_itself(tablet_at, evening):
    tablet = tablet_at(1).start().play("a2N").synced()
    evening.type(1)
    expect_gone(tablet, "Called off at the desk: 1 – 0")
    evening.type(2)
    lifecycle.close(actor=SYSTEM, round_=evening.round, now_ms=now_ms())
    evening.publish()
    expect(tablet["#gone"]).to_be_hidden(timeout=20_000)
    expect(tablet["#table"]).to_have_attribute("data-phase", "waiting")
    tablet._game = Game.objects.live().get(place__endswith=":1")
    tablet.start().play("a2N").synced()
    assert tablet.moves == "a2N"


def test_an_undone_round_stops_the_game_that_runs(tablet_at, evening):
    tablet = tablet_at(1).start().play("a2N").synced()
    evening.undo()
    expect_gone(tablet, "This round was undone at the desk")
    continue_game(tablet)
    expect(tablet["#waiting"]).to_be_visible()


def test_a_game_is_moved_to_another_table_and_is_kept_there(tablet_at, evening):
    old, new = tablet_at(1).start().play("a2N").synced(), tablet_at(3)
    evening.move(1, 3)
    expect_gone(old, "Moved to table 3")
    expect(new["#status"]).to_contain_text("changed hands", timeout=15_000)
    expect(new["#pause"]).to_be_enabled()  # it keeps the game now, so the game is resumed here
    continue_game(old)
    expect(old["#waiting"]).to_be_visible()


def test_a_tablet_that_was_replaced_says_so_in_large_letters(tablet_at, evening):
    tablet = tablet_at(1).start().play("a2N").synced()
    first = LinkDevice.objects.get(link__scope__endswith=":1")
    other = LinkDevice.objects.create(link=first.link, device="other", asked_ms=now_ms())
    tablets.admit(SYSTEM, other)
    notice = tablet["#blocked"]
    expect(notice).to_contain_text("This tablet no longer serves the table.", timeout=20_000)
    assert notice.evaluate("el => parseFloat(getComputedStyle(el).fontSize)") >= 24
    for hidden in ("#cover", "#take-over"):
        expect(tablet[hidden]).to_be_hidden()
    expect(tablet["#toasts > *"]).to_have_count(0)


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Evening.undo, "This round was undone at the desk"),
        (lambda evening: evening.move(1, 3), "Moved to table 3"),
    ],
    ids=["undone", "moved"],
)
def test_a_tablet_that_was_offline_meanwhile_hears_it_and_its_moves_are_kept(
    tablet_at, evening, wifi, act, words
):
    tablet = tablet_at(1).start().play("a2N").synced()
    wifi.cut()
    expect(tablet["#link-state"]).to_have_attribute("data-state", "offline", timeout=15_000)
    tablet.play("a3E")
    act(evening)
    wifi.mend()
    expect_gone(tablet, words)
    expect_gone(tablet, "1 entry made here since is kept for the arbiter.")
    assert [late.body["move"] for late in late_entries(tablet.game.pk)] == ["a3E"]
    continue_game(tablet)
    expect(tablet["#waiting"]).to_be_visible()


def test_a_tablet_that_was_offline_while_its_result_was_typed_hands_its_moves_in(tablet_at, evening, wifi):
    tablet = tablet_at(1).start().play("a2N").synced()
    wifi.cut()
    expect(tablet["#link-state"]).to_have_attribute("data-state", "offline", timeout=15_000)
    tablet.play("a3E")
    evening.type(1)
    wifi.mend()
    expect_gone(tablet, "Called off at the desk: 1 – 0")
    until(lambda: tablet.moves == "a2N a3E")
    continue_game(tablet)
    expect(tablet["#waiting"]).to_be_visible()


def test_a_table_out_of_range_is_greyed_on_wall_game_page_and_desk_and_comes_back(
    tablet_at, evening, wifi, hall, new_page
):
    tablet = tablet_at(1).start().play("a2N").synced()
    wall, watched, desk = new_page(), new_page(), new_page()
    desk.goto(hall + links.make(SYSTEM, role="arbiter", scope=evening.tournament.scope).path)
    desk.wait_for_url(lambda address: "/l/" not in address)  # the link opens itself
    desk.goto(f"{hall}/desk/{evening.tournament.pk}/")
    row = desk.locator(f'[data-game="{tablet.game.code}"]')
    expect(row.locator(".board-clock[data-running]")).to_have_count(1)
    wall.goto(f"{hall}/wall/{evening.tournament.scope}/")
    watched.goto(f"{hall}/game/{tablet.game.code}/")
    card = wall.locator(f'[data-code="{tablet.game.code}"]')
    expect(card).not_to_have_attribute("data-away", "")
    expect(watched.locator(".connection")).to_have_text("live")
    count = wall.locator("[data-part=count]")
    expect(count).to_have_text("2 boards")
    wifi.swallow()
    # The server counts it as away after 4.5 s of silence, and the machine may be slow.
    expect(card).to_have_attribute("data-away", "", timeout=9_000)
    expect(card).to_contain_text("table offline since")
    expect(count).to_have_text("1 board")
    connection = watched.locator(".connection")
    expect(connection).to_contain_text("table offline since")
    expect(connection).to_have_attribute("data-status", "silent")
    expect(watched.locator("#game .clock[data-stale]")).to_have_count(2)
    expect(row).to_contain_text("table offline since")
    expect(row.locator(".board-clock[data-stale]")).to_have_count(2)
    wifi.cut()
    wifi.mend()
    expect(card).not_to_have_attribute("data-away", "", timeout=15_000)
    expect(connection).to_have_text("live")
    expect(row.locator(".board-clock[data-stale]")).to_have_count(0)
