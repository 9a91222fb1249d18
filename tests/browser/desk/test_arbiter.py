"""The arbiter at the desk reaches every board: on phones at once, at a table by asking its tablet."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from games.protocol.upward import TableEntry, parse_request
from games.referee import requests as r
from games.rules import Move, Seat
from games.services.custody import take_custody
from games.services.recording import record
from games.services.table_entries import custody_of
from games.timekeeping import now_ms, stamp_ms
from tests.browser.conftest import PHONE, TABLET
from tests.browser.desk.conftest import ask, publish
from tests.browser.table.conftest import until
from tournament.models import MatchGame
from tournament.people_lists.people_list import read_players
from tournament.scores import Outcome
from tournament.services.entries import from_list
from tournament.services.results import entering
from tournament.services.setup import creating
from tournament.services.tables import seating


def moved(game: Game, text: str) -> None:
    state = Game.objects.get(pk=game.pk).state_now()
    ask(game, r.MakeMove(state.seat, state.ply, Move.parse(text)))


# Put a field of every kind into a part of the page, and into the same part of every fetched page.
ADD_FIELDS = """() => {
  const add = (text, word) => text
    .replace('<details class="card" id="tool-takeback"', `
      <form action="/elsewhere/"><input aria-label="Name" name="name" value="${word}"></form>$&`)
    .replace('<select class="input" id="takeback-ply"', `
      <textarea name="note">${word}</textarea><textarea name="other">${word}</textarea>
      <input type="checkbox" name="sure" value="yes"><input type="checkbox" name="all" value="yes" checked>
      <input type="radio" name="way" value="a" checked><input type="radio" name="way" value="b">
      <select name="many" multiple>
        <option selected>1</option><option>2</option><option>3</option>
      </select>$&`);
  const part = document.getElementById("part-takeback");
  part.innerHTML = add(part.innerHTML, "one");
  const { text } = Response.prototype;
  Response.prototype.text = async function () { return add(await text.call(this), "two"); };
}"""


def start_on_desk(tournament) -> Game:
    """Publish the round and return the game of its first board, with one move."""
    publish(tournament)
    game = Game.objects.order_by("pk").first()
    ask(game, r.Start())
    moved(game, "a2N")
    return game


def use(page: Page, tool: str, button: str, **fields: str) -> None:
    """Open a tool, fill in its fields by their ids, and press the button."""
    page.locator(f"#{tool} > summary").click()
    for name, value in fields.items():
        page.locator(f"#{name.replace('_', '-')}").fill(value)
    page.locator(f"#{tool}").get_by_role("button", name=button, exact=True).click()


@pytest.fixture
def table_evening(club_settings):
    """Make a tournament of two players and one table, whose tablet keeps the game."""
    made = creating.create(
        actor=SYSTEM,
        name="Table evening",
        format="swiss",
        control="10+5",
        rounds=1,
        table_count=1,
        keeper="table",
        now_ms=now_ms(),
    )
    from_list.enter(actor=SYSTEM, tournament=made, lines=read_players("Ada\nBen"), now_ms=now_ms())
    publish(made)
    return made


def test_a_game_on_phones_is_stopped_corrected_and_taken_back_from_the_desk(
    desk, evening, new_page, hall, sound
):
    publish(evening)
    board = MatchGame.objects.get(match__board=1)
    game = board.game
    phone = new_page(size=PHONE, has_touch=True)
    phone.goto(hall + links.make(SYSTEM, role="player", scope=game.scope, seat="X").path)
    expect(phone.locator(".connection")).to_have_attribute("data-status", "live")
    ask(game, r.Start())
    moved(game, "c1E")
    d = desk()
    page = d.page
    page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.board(1).get_by_role("link", name="Live board 1").click()
    expect(page.locator("#live-board .connection")).to_have_attribute("data-status", "live")
    expect(page.locator("#live-board [data-cell=e1]")).to_have_attribute("aria-label", "e1, cross")

    page.get_by_role("button", name="Pause", exact=True).click()
    d.told("The clocks stand.")
    expect(phone.get_by_text("The arbiter has stopped the clocks.")).to_be_visible()
    page.locator("#tool-clock > summary").click()
    page.locator("#clock-how").select_option("set")
    page.locator("#clock-minutes").fill("3")
    expect(page.locator("#clock-preview")).to_contain_text("→ 3:00")
    page.locator("#clock-reason").fill("clock was set wrongly")
    page.get_by_role("button", name="Change the clock").click()
    d.told("The clocks are changed.")
    expect(phone.locator('[data-face="X"] .clock-time')).to_have_text("3:00")
    use(page, "tool-penalty", "Time to the opponents", penalty_reason="phone rang")
    d.told("The penalty is given.")
    expect(phone.locator('[data-face="O"] .clock-time')).to_have_text(re.compile(r"^1[01]:\d\d$"))
    use(page, "tool-message", "Send it to the board", tool_message_text="Please speak low")
    expect(phone.locator(".board-notice")).to_have_text("Desk: Please speak low")
    use(page, "tool-takeback", "Take back")
    d.told("The moves are taken back.")
    expect(phone.locator("[data-cell=e1]")).not_to_have_attribute("aria-label", "e1, cross")
    expect(page.locator("#part-log")).to_contain_text("phone rang")
    page.get_by_role("button", name="Let it go on").click()
    expect(page.locator("#live-board")).to_have_attribute("data-status", "running")
    sound(page)


def test_a_tablet_is_asked_from_the_desk_and_what_another_one_played_on_is_adopted(
    desk, table_evening, new_page, hall
):
    board = MatchGame.objects.get()
    path = seating.tablet_link(actor=SYSTEM, table=table_evening.tables.get()).path
    tablet = new_page(size=TABLET, has_touch=True, allow="sw.js|script evaluation")
    tablet.goto(hall + path)
    expect(tablet.locator("#link-state")).to_have_attribute("data-state", "live")
    tablet.locator("#pause:enabled").tap()
    expect(tablet.locator("#table")).to_have_attribute("data-phase", "running")
    d = desk()
    page = d.page
    page.goto(f"{d.hall}/desk/games/{board.pk}/")
    expect(page.locator("#live-board")).to_have_attribute("data-status", "running")
    page.get_by_role("button", name="Pause", exact=True).click()
    d.told("The tablet is asked to pause.")
    expect(page.locator(".wish")).to_contain_text("done")
    expect(page.locator("#live-board")).to_have_attribute("data-status", "paused")
    expect(tablet.locator("#table")).to_have_attribute("data-phase", "paused")

    use(page, "tool-message", "Send it to the board", tool_message_text="Please speak low")
    expect(tablet.locator(".seat-clock > .board-notice")).to_have_count(2)
    tablet.reload()  # the call is stored, so a tablet that was away gets it too
    expect(tablet.locator(".seat-clock > .board-notice")).to_have_count(2)

    def wave():
        """Tap on the message; taps in its first moments do not count, because no player has read it yet."""
        box = tablet.locator(".board-notice").last.bounding_box()
        tablet.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return tablet.locator(".board-notice").count() == 1

    until(wave)

    # Another tablet takes the game over, and the first, which does not know yet, continues.
    epoch = Game.objects.get().epoch
    custody = custody_of(Game.objects.get())
    take_custody(board.game_id, "", SYSTEM)
    for n, (kind, more) in enumerate((("resume", {}), ("move", {"seat": "X", "ply": 0, "move": "c1E"})), 1):
        body = {"type": kind, **more}
        record(
            game_id=board.game_id,
            request=parse_request(body),
            actor=SYSTEM,
            nonce=f"late-{n}",
            body=body,
            stamp_ms=stamp_ms(),
            entry=TableEntry(epoch=epoch, n=custody.n + n, tab=custody.holder),
        )
    page.reload()
    expect(page.locator(".late-step")).to_have_count(3)
    expect(page.locator(".calls")).to_contain_text("entries that were not recorded")
    page.get_by_role("button", name="Adopt these entries").click()
    d.told("Adopted:")
    expect(page.locator("#live-board [data-cell=e1]")).to_have_attribute("aria-label", "e1, cross")
    expect(page.locator(".late-step")).to_have_count(0)


def test_a_call_is_seen_and_heard_of_on_any_page_of_the_desk_until_it_is_answered(desk, evening, axe):
    publish(evening)
    board = MatchGame.objects.get(match__board=2)
    ask(board.game, r.Start())
    d = desk()
    page = d.page
    page.goto(f"{d.hall}/desk/{evening.pk}/entries/")
    expect(page.locator(".calls")).to_have_count(0)
    ask(board.game, r.CallArbiter(Seat.X, ""))
    expect(page.locator(".call[data-unseen]")).to_contain_text("calls the arbiter")
    expect(page).to_have_title("(1!) Entries · Club evening · Cube Club")
    axe(page)
    page.get_by_role("button", name="Seen").click()
    expect(page.locator(".call[data-unseen]")).to_have_count(0)
    expect(page.locator(".call")).to_have_count(1)
    page.locator(".call").get_by_role("link", name="To the board").click()
    page.get_by_role("button", name="Let it go on").click()
    expect(page.locator(".calls")).to_have_count(0)
    expect(page).not_to_have_title("(1!) ")


def test_typed_against_live_is_decided_with_one_button(desk, table_evening, axe):
    board = MatchGame.objects.get()
    take_custody(board.game_id, "tablet", SYSTEM)
    for n, request in enumerate((r.Start(), r.Resign(Seat.O)), 1):
        if n == 2:
            entering.type_result(
                actor=SYSTEM, match=board.match, outcome=Outcome.SECOND_WINS, now_ms=now_ms(), confirm=True
            )
        record(
            game_id=board.game_id,
            request=request,
            actor=SYSTEM,
            nonce=f"n{n}",
            stamp_ms=stamp_ms(),
            entry=TableEntry(epoch=1, n=n, tab="tablet", spent_ms=500),
        )
    d = desk()
    d.page.goto(f"{d.hall}/desk/{table_evening.pk}/")
    d.says("1 live game says something else than the result that was typed")
    d.page.locator(".banner").get_by_role("link", name="To the board").click()
    expect(d.page.locator(".dispute-score")).to_have_text(["0 – 1", "1 – 0"])
    axe(d.page)
    d.page.get_by_role("button", name="The entered one stands").click()
    d.told("The entered result stands.")
    d.page.goto(f"{d.hall}/desk/{table_evening.pk}/")
    d.says("Close it.")


def test_what_is_entered_for_a_takeback_stays_when_a_move_changes_the_page(desk, evening):
    game = start_on_desk(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/games/{MatchGame.objects.get(game=game).pk}/")
    d.page.locator("#tool-takeback > summary").click()
    d.page.locator("#takeback-reason").fill("wrong cube")
    d.page.locator("#takeback-ply").focus()
    moved(game, "a3E")
    expect(d.page.locator("#takeback-ply option")).to_have_count(2)
    expect(d.page.locator("#takeback-reason")).to_have_value("wrong cube")
    # The move that was shown while the reason was typed, not the one that has come since.
    expect(d.page.locator("#takeback-ply")).to_have_value("0")
    expect(d.page.locator("#takeback-ply")).to_be_focused()
    expect(d.page.locator("#tool-takeback")).to_have_attribute("open", "")


def test_every_kind_of_field_is_carried_over_and_what_nobody_touched_is_fresh(desk, evening):
    game = start_on_desk(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/games/{MatchGame.objects.get(game=game).pk}/")
    d.page.evaluate(ADD_FIELDS)
    part = d.page.locator("#part-takeback")
    d.page.locator("#tool-takeback > summary").click()
    part.locator("[name=note]").fill("in two\nlines")
    part.locator("[name=sure]").check()
    part.locator("[name=all]").uncheck()
    part.locator("[name=way][value=b]").check()
    part.locator("[name=many]").select_option(["2", "3"])
    part.locator("[name=sure]").focus()
    moved(game, "a3E")
    expect(part.locator("#takeback-ply option")).to_have_count(2)
    expect(part.locator("[name=note]")).to_have_value("in two\nlines")
    expect(part.locator("[name=sure]")).to_be_checked()
    expect(part.locator("[name=all]")).not_to_be_checked()
    expect(part.locator("[name=way][value=b]")).to_be_checked()
    expect(part.locator("[name=many]")).to_have_values(["2", "3"])
    expect(part.locator("[name=sure]")).to_be_focused()
    # Fields of the same form as they were shown; the untouched form shows the values of the server.
    expect(part.locator("[name=other]")).to_have_value("one")
    expect(part.locator("[name=name]")).to_have_value("two")
