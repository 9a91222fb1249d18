"""The page of the round: how many boards are in sight, and that a slow network loses and doubles no entry."""

from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.timekeeping import now_ms
from tests.browser.conftest import LAPTOP, PROJECTOR
from tests.browser.desk.conftest import ask, publish
from tournament.models import Match, MatchGame
from tournament.people_lists.people_list import read_players
from tournament.scores import Outcome
from tournament.services.entries import from_list
from tournament.services.results import entering
from tournament.services.setup import creating

VISIBLE = """() => {
  const rows = [...document.querySelectorAll("[data-row]")].map((row) => row.getBoundingClientRect());
  const seen = rows.filter(({ top, bottom }) => top >= 0 && bottom <= innerHeight);
  return { rows: seen.length, columns: new Set(seen.map(({ left }) => Math.round(left))).size };
}"""

# A round trip of 400 ms.
SLOW = """() => {
  const send = window.fetch;
  const wait = () => new Promise((go) => setTimeout(go, 200));
  window.fetch = async (address, options = {}) => {
    await wait();
    const answer = await send(address, options);
    await wait();
    return answer;
  };
}"""


def make_tournament(club_settings, count, **how):
    tournament = creating.create(
        actor=SYSTEM,
        name="Autumn cup",
        control="10+5",
        table_count=12,
        keeper="server",
        now_ms=now_ms(),
        **how,
    )
    names = "\n".join(f"Player{number} of the Club; {1700 - number}" for number in range(count))
    from_list.enter(actor=SYSTEM, tournament=tournament, lines=read_players(names), now_ms=now_ms())
    publish(tournament)
    return tournament


def test_eight_boards_are_seen_on_a_laptop_and_twelve_in_two_columns_on_a_big_screen(desk, club_settings):
    tournament = make_tournament(club_settings, 24, format="swiss", rounds=5)
    for game in Game.objects.order_by("pk")[:6]:
        ask(game, r.Start())
    d = desk()
    d.page.goto(f"{d.hall}/desk/{tournament.pk}/")
    expect(d.board(1).first).to_contain_text("playing")
    for size, boards, columns in ((LAPTOP, 8, 1), (PROJECTOR, 12, 2)):
        d.page.set_viewport_size(size)
        d.page.wait_for_function(f"(least) => ({VISIBLE})().rows >= least", arg=boards)
        assert d.page.evaluate(VISIBLE)["columns"] == columns
        menu = d.page.locator("#part-tools summary").filter(has_text="Round")
        menu.click()
        panel = d.page.locator("#part-tools .menu-panel").bounding_box()
        assert panel["y"] + panel["height"] <= size["height"], "the menu opens above the fold"
        menu.click()
    tabs = "document.querySelector('.desk-tabs').getBoundingClientRect().left"
    here = d.page.evaluate(tabs)
    d.page.goto(f"{d.hall}/desk/{tournament.pk}/entries/")
    assert d.page.evaluate(tabs) == here, "the tabs stay where they are from page to page"


def games_of(board):
    match = Match.objects.get(board=board)
    return list(MatchGame.objects.filter(match=match).exclude(outcome="").values_list("number", flat=True))


def test_two_clicks_are_one_game_and_lines_typed_ahead_are_all_entered(desk, club_settings):
    tournament = make_tournament(
        club_settings, 8, format="knockout", options={"best_of": 3, "goes_on": False}
    )
    d = desk()
    d.page.goto(f"{d.hall}/desk/{tournament.pk}/")
    expect(d.board(1)).to_contain_text("Game 1 of 3")
    d.page.evaluate(SLOW)

    # A double click, and a second scorer who presses the same.
    d.page.get_by_role("button", name="Board 1: 1–0").dblclick()
    first = Match.objects.with_names().get(board=1)
    entering.type_result(actor=SYSTEM, match=first, outcome=Outcome.FIRST_WINS, game=1, now_ms=now_ms())
    d.told("1 – 0 so far. Next: Game 2 of 3")
    expect(d.board(1)).to_contain_text("Game 2 of 3")
    assert games_of(1) == [1]

    # Lines without a pause between them: the field is free at once, the queue is shown in its order.
    field = d.page.locator("#quick-line")
    field.focus()
    for line in ("1 0-1", "12 1-0", "2 1-0", "2 1-0", "3 2-1"):
        d.page.keyboard.type(line)
        d.page.keyboard.press("Enter")
        expect(field).to_have_value("")
    expect(d.page.locator("#quick-pending")).to_contain_text("3 2-1")
    d.page.keyboard.type("4 1")
    d.told("Round 1 has no board 12.")
    d.told("Board 3:")
    expect(field).to_have_value("4 1")
    expect(d.page.locator("#quick-pending")).to_have_text("12 1-0")
    expect(d.board(1)).to_contain_text("Game 3 of 3")
    expect(d.board(2)).to_contain_text("2 – 0")
    expect(d.board(3)).to_contain_text("2 – 1")
    assert (games_of(1), games_of(2), games_of(3)) == ([1, 2], [1, 2], [1, 2, 3])
    d.page.keyboard.press("Enter")
    expect(d.board(4)).to_contain_text("Game 2 of 3")
