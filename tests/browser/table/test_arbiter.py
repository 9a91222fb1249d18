"""The arbiter at the table: the PIN with and without the server, clocks, results; a table that is served."""

import pytest
from playwright.sync_api import expect

from games.access import links, pins
from games.access.permissions import SYSTEM
from games.services.custody import take_custody
from tests.browser.conftest import TABLET_LANDSCAPE
from tests.browser.table.conftest import PLAIN, until
from tests.live.conftest import public_tournament

TOURNAMENT, TABLE = "tournament:1", "table:1:1"
PIN = "482915"
OPENING = "a2N a3E b5S"


@pytest.fixture
def official(lay):
    """Make `official(place=...)`: a tournament game whose arbiter has a PIN, needed to pause and set it."""

    def put(**wanted):
        public_tournament(TOURNAMENT)
        pins.set_pin(SYSTEM, TOURNAMENT, PIN)
        return lay(**{"topic": TOURNAMENT, "place": TABLE, "casual": False, **wanted})

    return put


def unlock(tablet, pin=PIN):
    field = tablet.page.get_by_label("PIN", exact=True)
    field.fill(pin)
    tablet.page.get_by_role("button", name="Unlock").tap()


def open_tools(tablet, pin=PIN):
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Arbiter's tools").tap()
    unlock(tablet, pin)


def choose_tool(tablet, name):
    tablet["#arbiter"].get_by_text(name, exact=True).first.tap()


def test_a_lock_on_its_way_does_not_overtake_the_next_unlocking(official):
    tablet = official().start()
    tool = tablet.page.get_by_role("dialog", name="Arbiter's tools")
    under_way, unlocked = [], []
    tablet.page.route("**/device/lock/", lambda route: under_way.append(route))
    tablet.page.on("request", lambda each: unlocked.append(each) if "/unlock/" in each.url else None)
    open_tools(tablet)
    with tablet.page.expect_request("**/device/lock/"):
        tool.get_by_role("button", name="Close").first.tap()
    open_tools(tablet)
    assert tablet.page.evaluate("document.getElementById('pin').open"), "the PIN waits for its turn"
    assert len(unlocked) == 1
    under_way[0].continue_()
    tool.get_by_label("Reason").fill("both agree")
    choose_tool(tablet, "Result")
    tool.get_by_role("button", name="Draw", exact=True).tap()
    until(lambda: tablet.kinds.endswith("ruled"))


def test_the_arbiter_sets_a_clock_after_the_pin(official, axe):
    tablet = official(control="10").start().play(OPENING)
    open_tools(tablet, "111222")
    expect(tablet["#pin-error"]).to_contain_text("That is not the arbiter's PIN")
    axe(tablet.page)
    unlock(tablet)
    tool = tablet.page.get_by_role("dialog", name="Arbiter's tools")
    choose_tool(tablet, "Set a clock")
    tool.get_by_label("Whose clock").select_option("X")
    tool.get_by_label("Minutes").fill("3")
    tool.get_by_label("Seconds").fill("20")
    tool.get_by_role("button", name="Set the clock").tap()
    expect(tablet["#tool-error"]).to_have_text("Give a reason; it is kept with the decision.")
    tool.get_by_label("Reason").fill("clock was set wrongly")
    axe(tablet.page)
    tool.get_by_role("button", name="Set the clock").tap()
    expect(tool).to_be_hidden()
    expect(tablet.seat("X", "[data-time]")).to_have_text("3:20")
    until(lambda: tablet.kinds.endswith("adjusted"))
    assert tablet.game.state_now().clock.account("X").main_ms == 200_000
    assert tablet.game.events.last().suspect == ""


def test_the_tools_are_locked_again_once_they_are_closed(official):
    tablet = official().start()
    open_tools(tablet)
    with tablet.page.expect_response("**/device/lock/"):
        tablet.page.get_by_role("button", name="Done").tap()
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Arbiter's tools").tap()
    expect(tablet["#pin"]).to_be_visible()


def test_the_tools_are_locked_again_once_the_game_was_taken_over(official):
    tablet = official().start().play(OPENING).synced()
    take_custody(tablet.game.pk, "another tablet", SYSTEM)
    expect(tablet["#blocked"]).to_be_visible()
    with tablet.page.expect_response("**/device/lock/"):
        tablet["#take-over"].tap()
        tablet["#ask-yes"].tap()
        unlock(tablet)
    expect(tablet["#blocked"]).to_be_hidden()
    assert tablet.game.epoch == 3
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Arbiter's tools").tap()
    expect(tablet["#pin"]).to_be_visible()
    expect(tablet["#arbiter"]).to_be_hidden()


def test_no_clock_runs_while_the_arbiter_types_the_pin_and_uses_the_tools(official):
    tablet = official().start().play(OPENING)
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="Stop the clocks and open the arbiter's tools").tap()
    expect(tablet["#pin"]).to_be_visible()
    expect(tablet["[data-clock][data-state=running]"]).to_have_count(0)
    until(lambda: tablet.game.state_now().arbiter)
    unlock(tablet)
    # Once the clocks run again nothing covers the board.
    tablet["#arbiter"].get_by_role("button", name="Resume").tap()
    expect(tablet["dialog[open]"]).to_have_count(0)
    expect(tablet["#table"]).to_have_attribute("data-phase", "running")


def test_friends_pause_by_opening_the_tools(lay):
    tablet = lay().start()
    tablet["#open-menu"].tap()
    tablet.page.get_by_role("button", name="arbiter's tools").tap()
    expect(tablet["#arbiter"]).to_be_visible()
    until(lambda: tablet.kinds == "started paused")


def test_every_decision_has_a_reason_of_its_own(official):
    tablet = official().start().play(OPENING)
    open_tools(tablet)
    tablet["#reason"].fill("disturbance")
    choose_tool(tablet, "Set a clock")
    tablet.page.get_by_role("button", name="+ 1 min").tap()
    tablet.page.get_by_role("button", name="Done").tap()
    open_tools(tablet)
    expect(tablet["#reason"]).to_have_value("")


def test_an_illegal_move_is_told_to_both_sides_and_counted(official):
    tablet = official(input="presses").start()
    open_tools(tablet)
    tool = tablet.page.get_by_role("dialog", name="Arbiter's tools")
    tool.get_by_text("Penalty, illegal move").tap()
    expect(tablet["#illegal-count"]).to_have_text("Illegal moves so far: Mira 0, Jonas 0.")
    tool.get_by_role("button", name="Illegal move at the board").tap()
    for seat in "XO":
        words = "Illegal move of Mira. A second one loses the game."
        expect(tablet.seat(seat, "[data-asked]")).to_have_text(words)


def test_a_game_that_is_reopened_does_not_say_that_the_arbiter_was_called(official):
    tablet = official().start().play(OPENING)
    tablet.hold(tablet["#call-arbiter"])
    until(lambda: tablet.game.state_now().arbiter)
    for tool, button in (("Result", "Draw"), ("Result", "Reopen the game")):
        open_tools(tablet)
        tablet["#reason"].fill("wood and tablet differ")
        tablet["#arbiter"].get_by_text(tool, exact=True).first.tap()
        tablet["#arbiter"].get_by_role("button", name=button, exact=True).tap()
    tablet.page.get_by_role("button", name="Done").tap()
    expect(tablet["#cover-words"]).to_have_text("The arbiter has stopped the clocks")


def test_a_short_tap_on_the_arbiter_says_that_it_must_be_held(official):
    tablet = official().start()
    tablet["#call-arbiter"].tap()
    for seat in "XO":
        expect(tablet.seat(seat, "[data-asked]")).to_have_text("Hold the button longer.")
    assert tablet.synced().kinds == "started"


def test_without_wifi_the_table_checks_the_pin_and_the_decision_is_marked_for_review(official, wifi):
    tablet = official().start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    wifi.cut()
    expect(tablet["#link-state"]).to_contain_text("Offline since")
    open_tools(tablet, "111222")
    expect(tablet["#pin-error"]).to_have_text("That is not the arbiter's PIN. Tries left: 4.")
    unlock(tablet)
    tool = tablet.page.get_by_role("dialog", name="Arbiter's tools")
    expect(tool).to_contain_text("marked for review")
    tool.get_by_label("Reason").fill("disturbance")
    choose_tool(tablet, "Set a clock")
    tool.get_by_role("button", name="+ 1 min").tap()
    tool.get_by_role("button", name="Done").tap()
    wifi.mend()
    until(lambda: tablet.kinds.endswith("adjusted"), seconds=20)
    assert tablet.game.events.last().suspect == "offline-pin"


def test_calling_the_arbiter_pauses_and_only_the_arbiter_resumes(official):
    tablet = official().start()
    expect(tablet["#pause"]).to_be_hidden()
    tablet.hold(tablet["#call-arbiter"])
    expect(tablet["#cover-words"]).to_have_text("The arbiter was called")
    until(lambda: tablet.game.state_now().arbiter)
    tablet["#go"].tap()
    unlock(tablet)
    expect(tablet["#table"]).to_have_attribute("data-phase", "running")
    until(lambda: tablet.kinds == "started arbiter-called resumed")


def test_the_arbiter_takes_back_sets_the_position_and_rules_a_result(official):
    tablet = official().start().play(OPENING)
    tool = tablet.page.get_by_role("dialog", name="Arbiter's tools")

    def use(name, *steps):
        open_tools(tablet)
        tool.get_by_label("Reason").fill("wood and tablet differ")
        tool.get_by_text(name, exact=True).first.tap()
        for step in steps:
            step()
        expect(tool).to_be_hidden()

    use(
        "Take back",
        lambda: tool.get_by_label("Back to before").select_option("1"),
        lambda: tool.get_by_role("button", name="Take back").tap(),
    )
    expect(tablet["#board [data-cell=a3]"]).to_have_accessible_name("a3, blank")
    use(
        "Set the position",
        lambda: tool.locator("[data-cell=c3]").tap(),
        lambda: tool.get_by_role("button", name="Set the position").tap(),
    )
    expect(tablet["#board [data-cell=c3]"]).to_have_accessible_name("c3, cross")
    use("Result", lambda: tool.get_by_role("button", name="Draw", exact=True).tap())
    expect(tablet["#status"]).to_have_text("Draw: decided by the arbiter")
    until(lambda: tablet.kinds.endswith("taken-back position-set ruled"))


def test_what_the_server_refuses_is_kept_and_shown_to_the_arbiter(official, wifi):
    tablet = official().start().play(OPENING)
    until(lambda: tablet.moves == OPENING)
    wifi.cut()
    expect(tablet["#link-state"]).to_contain_text("Offline since")
    tablet.play("a2S")
    take_custody(tablet.game.pk, "", SYSTEM)
    wifi.mend()
    expect(tablet["#blocked"]).to_contain_text("1 entry made here since is kept", timeout=20_000)
    expect(tablet["#toasts .toast"]).to_have_count(0)
    tablet["#open-menu"].dispatch_event("click")
    tablet.page.get_by_role("button", name="Arbiter's tools").dispatch_event("click")
    unlock(tablet)
    tablet["[data-tool=entries] summary"].tap()
    expect(tablet["#entries"]).to_contain_text("a2S")


def test_a_tablet_that_serves_a_table_shows_what_is_played_there(lay, new_game, axe):
    place = "table:1:4"
    made = links.make(SYSTEM, role="table", scope=place, topic=TOURNAMENT)
    with_table()
    tablet = lay(path=made.path, size=TABLET_LANDSCAPE)
    expect(tablet.page).to_have_url(f"{tablet.page.url.partition('/tables/')[0]}/tables/1/4/")
    expect(tablet["#waiting"]).to_contain_text("The next game appears here by itself.")
    axe(tablet.page)
    tablet._game = new_game(topic=TOURNAMENT, place=place, control="m1")
    tablet.start()
    until(lambda: tablet.game.ending == "flag")
    second = new_game(topic=TOURNAMENT, place=place, players={"X": {"name": "Second"}})
    tablet["#next-game"].tap()
    expect(tablet["#status"]).to_have_text("Second to start")
    assert second.status == "waiting"


def with_table():
    from tournament.models import Table, Tournament

    Table.objects.create(tournament=Tournament.objects.create(pk=1, name="Spring Cup"), number=4)


def test_leaving_takes_a_hold_and_the_way_back_is_guarded(lay):
    tablet = lay(host=PLAIN).start()
    here = tablet.page.url
    tablet.page.go_back()
    expect(tablet["#toasts"]).to_contain_text("To leave the table")
    expect(tablet.page).to_have_url(here)
    tablet["#open-menu"].tap()
    expect(tablet["#awake-note"]).to_be_visible()
    tablet["#leave"].dispatch_event("pointerdown", {"pointerId": 9, "pointerType": "touch"})
    tablet.page.wait_for_url(lambda url: url != here)
