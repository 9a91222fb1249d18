"""The desk as it is used: live without a reload, by keyboard, on a phone, by two organisers at once."""

from django.contrib.auth import get_user_model
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from games.accounts import sessions
from games.models import Game, SessionInfo
from games.referee import requests as r
from games.rules import Seat
from games.timekeeping import now_ms
from tests.browser.desk.conftest import ask, publish
from tournament.models import Match, Round
from tournament.scores import Outcome
from tournament.services.pairing import drafts
from tournament.services.results import entering
from tournament.services.rounds import lifecycle

SECRET = "a long enough secret"


def test_boards_follow_the_hall_without_a_reload(desk, evening):
    publish(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.page.evaluate("window.untouched = true")
    line = d.board(1)
    expect(line).to_contain_text("waiting")
    game = Game.objects.order_by("pk").first()
    ask(game, r.Start())
    expect(line).to_contain_text("playing")
    shown = line.locator("[data-running] [data-time]")
    before = shown.inner_text()
    expect(shown).not_to_have_text(before)
    ask(game, r.CallArbiter(Seat.X, "a question"))
    expect(line).to_contain_text("calls the arbiter")
    ask(game, r.Resign(Seat.X))
    expect(line).to_contain_text("0 – 1")
    # The table that has become free goes to the game that waited for one.
    expect(d.board(3)).to_contain_text("table 1")
    assert d.page.evaluate("window.untouched")


def test_two_organisers_at_once(desk, evening):
    draft = drafts.draft(actor=SYSTEM, stage=evening.stages.get())
    one, other = desk(), desk(allow="ERR_FAILED")
    for d in (one, other):
        d.page.goto(f"{d.hall}/desk/{evening.pk}/")
        d.says("Round 1 is drafted")
    # The second desk has no network at the moment when the first publishes.
    other.page.route(
        "**/desk/*/", lambda route: route.abort() if route.request.method == "GET" else route.continue_()
    )
    lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms())
    one.says("3 of 3 results are missing")
    other.step("Publish")
    other.told("Round 1 is published already. Nothing was done twice.")
    other.says("3 of 3 results are missing")
    assert Match.objects.count() == 3


def test_a_page_that_could_not_be_had_once_is_asked_for_again(desk, evening):
    draft = drafts.draft(actor=SYSTEM, stage=evening.stages.get())
    d = desk(allow="ERR_FAILED")
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.says("Round 1 is drafted")
    d.page.wait_for_load_state("networkidle")
    d.page.route("**/desk/*/", lambda route: route.abort())
    with d.page.expect_event("requestfailed"):
        lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms())
    d.page.unroute("**/desk/*/")
    d.says("3 of 3 results are missing")


def test_what_is_said_of_a_lost_network_goes_with_it(desk, evening):
    publish(evening)
    d = desk(allow="ERR_FAILED")
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    expect(d.board(1)).to_contain_text("waiting")
    d.page.route("**/desk/**", lambda route: route.abort())
    d.page.locator("#quick-line").fill("1 1-0")
    d.page.locator("#quick-line").press("Enter")
    d.told("The server cannot be reached.")
    expect(d.page.locator("#quick-pending")).to_have_text("1 1-0: not sent yet, trying again")
    d.page.unroute("**/desk/**")
    # Without a touch the desk sends what was typed, and no longer warns of the network.
    d.told("Board 1:")
    expect(d.page.locator(".toast[data-tone=error]")).to_have_count(0)
    expect(d.page.locator("#quick-pending")).to_be_hidden()


def test_results_typed_while_signed_out_arrive_after_signing_in_again(desk, evening):
    """Sign out with a line in the queue, a key pressed on a board, and a line half typed."""
    publish(evening)
    d = desk(allow="403")
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    expect(d.board(1)).to_contain_text("waiting")
    field, waiting = d.page.locator("#quick-line"), d.page.locator("#quick-pending")
    field.fill("1 1-0")
    sessions.end_sessions(list(SessionInfo.objects.all()))
    field.press("Enter")
    d.told("You are signed out.")
    d.page.locator("[data-row]").nth(1).press("0")
    expect(waiting.locator("li")).to_have_count(2)
    field.fill("3 =")

    olga = get_user_model().objects.get(username="olga")
    olga.set_password(SECRET)
    olga.save()
    door = d.page.context.new_page()
    door.goto(f"{d.hall}/sign-in/")
    door.get_by_label("User name").fill("olga")
    door.get_by_label("Password", exact=True).fill(SECRET)
    door.keyboard.press("Enter")
    door.wait_for_url("**/account/")
    d.told("Board 2:")
    expect(waiting).to_be_hidden()
    expect(d.page.locator(".toast[data-tone=error]")).to_have_count(0)
    expect(field).to_have_value("3 =")
    field.press("Enter")
    d.told("Board 3:")
    assert list(Match.objects.order_by("board").values_list("outcome", flat=True)) == [
        "first-wins",
        "second-wins",
        "draw",
    ]


def test_results_by_keyboard_alone(desk, evening):
    publish(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.says("3 of 3 results are missing")
    d.page.keyboard.press("r")
    expect(d.page.locator("#quick-line")).not_to_be_focused()  # no board has the focus yet
    d.page.keyboard.press("ArrowDown")
    d.page.keyboard.press("r")
    expect(d.page.locator("#quick-line")).to_be_focused()
    assert not Match.objects.exclude(outcome="").exists()
    d.page.keyboard.type("7 1-0")
    d.page.keyboard.press("Enter")
    d.told("Round 1 has no board 7.")
    expect(d.page.locator("#quick-line")).to_have_value("7 1-0")
    d.page.keyboard.type("8 1-0")
    d.page.keyboard.press("Enter")
    d.told("Round 1 has no board 8.")
    expect(d.page.locator(".toast[data-tone=error]")).to_have_count(1)
    for line in ("1 1-0", "2 =", "3 +-"):
        d.page.keyboard.type(line)
        d.page.keyboard.press("Enter")
        d.told(f"Board {line[0]}:")
        expect(d.page.locator("#quick-line")).to_be_focused()
        expect(d.page.locator("#quick-line")).to_have_value("")
    expect(d.page.locator("#quick-pending")).to_be_hidden()
    d.says("Close it.")
    assert sorted(Match.objects.values_list("outcome", flat=True)) == [
        "draw",
        "first-wins",
        "second-forfeits",
    ]


def test_what_is_being_typed_or_confirmed_is_never_taken_away(desk, evening):
    round_ = publish(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.page.locator("#quick-line").fill("1 1-")
    d.page.locator("summary").filter(has_text="Round").click()
    d.page.get_by_role("button", name="Undo the round").click()
    dialog = d.page.locator("dialog[open]")
    expect(dialog).to_contain_text("Its pairings (3) and results (0) are taken back")
    ask(Game.objects.order_by("pk").first(), r.Start())
    ask(Game.objects.order_by("pk").first(), r.Resign(Seat.X))
    d.says("2 of 3 results are missing")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(d.page.locator("#quick-line")).to_have_value("1 1-")
    assert Round.objects.get().pk == round_.pk


def second_round_with_a_rival(evening):
    """Return a draft, one of its matches, and an earlier opponent of its first player."""
    first = publish(evening)
    for match in Match.objects.filter(round=first).select_related("round__stage__tournament"):
        entering.type_result(actor=SYSTEM, match=match, outcome=Outcome.FIRST_WINS, now_ms=now_ms())
    lifecycle.close(actor=SYSTEM, round_=first, now_ms=now_ms())
    draft = drafts.draft(actor=SYSTEM, stage=evening.stages.get())
    one = Match.objects.filter(round=draft).first()
    met = Match.objects.of(one.first).get(round=first)
    rival = met.second if met.first_id == one.first_id else met.first
    return one, rival


def test_a_swap_names_the_two_and_warns(desk, evening):
    one, rival = second_round_with_a_rival(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    swap = d.page.get_by_role("button", name="Swap the two")
    expect(swap).to_be_disabled()
    d.page.get_by_label(str(one.second)).check()
    d.page.get_by_label(str(rival)).check()
    expect(d.page.locator("[data-swap-hint]")).to_contain_text("would change places")
    swap.click()
    d.told("They have changed places.")
    expect(d.page.get_by_text("They have met before, in round 1.")).to_be_visible()
    expect(d.page.locator("[name=entrant]:checked")).to_have_count(0)
    expect(swap).to_be_disabled()
    d.page.get_by_label(str(rival)).check()
    names = d.page.locator(".swap-name")
    other = names.nth(1).locator(".draft-who").inner_text()
    d.page.get_by_role("button", name="Turn round").first.press("Enter")
    expect(names.first.locator(".draft-who")).to_have_text(other)
    expect(d.page.locator("[name=entrant]:checked")).to_have_count(1)
    expect(d.page.get_by_role("button", name="Turn round").first).to_be_focused()
    d.page.get_by_role("button", name="Draft again").click()
    expect(d.page.locator("[name=entrant]:checked")).to_have_count(0)


ANSWERS_WAIT = """() => {
  const send = window.fetch;
  window.fetch = async (address, options = {}) => {
    const answer = await send(address, options);
    if (options.method === "POST") await new Promise((go) => { window.answer = go; });
    return answer;
  };
}"""


def test_a_swap_whose_answer_comes_after_the_news_of_it_leaves_nobody_ticked(desk, evening):
    one, rival = second_round_with_a_rival(evening)
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.page.evaluate(ANSWERS_WAIT)
    for entrant in (one.second, rival):
        d.page.get_by_label(str(entrant)).check()
    swap = d.page.get_by_role("button", name="Swap the two")
    swap.click()
    expect(d.page.get_by_text("They have met before, in round 1.")).to_be_visible()
    d.page.wait_for_function("() => window.answer")
    d.page.evaluate("() => window.answer()")
    expect(d.page.locator("[name=entrant]:checked")).to_have_count(0)
    assert swap.is_disabled(), "without waiting for the next refresh"


def test_the_keyboard_keeps_its_place(desk, evening):
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    d.page.get_by_role("button", name="Draft the pairings").press("Enter")
    expect(d.page.locator("#draft-title")).to_be_focused()
    assert Round.objects.get().status == "draft", "a second Enter publishes nothing"
    d.page.locator(".banner").get_by_role("button", name="Publish").press("Enter")
    d.says("3 of 3 results are missing")
    expect(d.page.locator("#what-now")).to_be_focused()
    d.board(2).get_by_role("button", name="½").press("Enter")
    expect(d.board(2)).to_be_focused()
    menu = d.page.locator("details.menu summary").filter(has_text="Round")
    menu.press("Enter")
    undo = d.page.get_by_role("button", name="Undo the round")
    undo.press("Enter")
    expect(d.page.locator("dialog[open]")).to_be_visible()
    d.page.keyboard.press("Escape")
    expect(d.page.locator("dialog[open]")).to_have_count(0)
    expect(undo).to_be_focused()
    d.page.keyboard.press("Escape")
    expect(menu).to_be_focused()
