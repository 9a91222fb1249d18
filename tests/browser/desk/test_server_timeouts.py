"""A request of the desk that the server never answers: it times out, is reported, and is sent again."""

from playwright.sync_api import expect

from tests.browser.desk.conftest import publish
from tournament.models import Match


def never_answer(route):
    """Leave the request unanswered, as a network does that has stopped silently."""


def test_a_result_that_gets_no_answer_says_so_and_is_sent_again(desk, evening):
    publish(evening)
    d = desk()
    d.page.clock.install()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    expect(d.board(1)).to_contain_text("waiting")
    waiting = d.page.locator("#quick-pending li")
    d.page.route("**/line/", never_answer)
    for line in ("1 1-0", "2 1-0"):
        d.page.locator("#quick-line").fill(line)
        d.page.locator("#quick-line").press("Enter")
    expect(waiting).to_have_text(["1 1-0", "2 1-0"])
    d.page.clock.run_for(8_000)
    d.told("The server did not answer in time.")
    expect(waiting).to_have_text(["1 1-0: not sent yet, trying again", "2 1-0"])
    d.page.unroute("**/line/")
    d.page.clock.run_for(2_000)
    d.told("Board 2:")
    expect(d.page.locator("#quick-pending")).to_be_hidden()
    outcomes = Match.objects.order_by("board").values_list("outcome", flat=True)
    assert list(outcomes) == ["first-wins", "first-wins", ""]


def test_a_pressed_form_that_gets_no_answer_can_be_pressed_again(desk, evening):
    d = desk()
    d.page.clock.install()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/")
    button = d.page.locator(".banner").get_by_role("button", name="Draft the pairings")
    d.page.route("**/draft/", never_answer)
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    d.page.clock.run_for(8_000)
    d.told("The server did not answer in time.")
    expect(button).not_to_have_attribute("aria-busy", "true")
    d.page.unroute("**/draft/")
    button.click()
    d.says("Round 1 is drafted")
    expect(d.page.locator(".toast[data-tone=error]")).to_have_count(0)
