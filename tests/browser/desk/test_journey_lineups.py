"""An absent player of a team is replaced after the pairings went out: every screen shows who plays."""

import pytest
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from tests.browser.conftest import PHONE, TABLET
from tournament.models import MatchGame, Tournament
from tournament.services.tables import seating


@pytest.fixture
def league(desk):
    d = desk()
    plan = {"format": "round-robin", "control": "5", "boards": "2"}
    d.set_up("League", entry="Teams over several boards", count=2, tables=2, **plan)
    d.paste("Rooks: Ada Birk, Ben Okafor, Cleo Lind", "Pawns: Dan Ek, Eve Roth")
    return d


def test_a_substitute_takes_the_place_of_an_absent_player_on_every_screen(league, new_page, axe):
    d = league
    d.draft_and_publish(1)
    tournament = Tournament.objects.get()
    board = MatchGame.objects.select_related("table").get(number=2)
    tablet = new_page(size=TABLET, has_touch=True)
    tablet.goto(d.hall + seating.tablet_link(actor=SYSTEM, table=board.table).path)
    expect(tablet.get_by_label("Clock of Ben Okafor")).to_be_visible()
    fan = new_page(size=PHONE)
    fan.goto(f"{d.hall}/e/{tournament.code}/round/")
    expect(fan.locator(".team-boards")).to_contain_text("Ben Okafor")

    d.page.get_by_role("link", name="Line-ups").click()
    axe(d.page)
    rooks = d.page.get_by_role("form", name="Rooks")
    second = rooks.get_by_label("Board 2")
    # By keyboard: a player who is named twice is refused, and the choice stays to be corrected.
    second.focus()
    second.press("A")
    expect(second.locator("option:checked")).to_have_text("Ada Birk")
    rooks.get_by_role("button", name="Set the line-up").press("Enter")
    expect(rooks.get_by_role("alert")).to_have_text("Ada Birk is named for two boards.")
    axe(d.page)
    second.select_option(label="Cleo Lind (substitute)")
    rooks.get_by_role("button", name="Set the line-up").click()
    d.told("The line-up of Rooks is set.")

    expect(tablet.get_by_label("Clock of Cleo Lind")).to_be_visible()
    expect(tablet.get_by_label("Clock of Ben Okafor")).to_have_count(0)
    expect(fan.locator(".team-boards")).to_contain_text("Cleo Lind")
    expect(fan.locator(".team-boards")).not_to_contain_text("Ben Okafor")
    for sheet in ("pairings", "score-sheets"):
        fan.goto(f"{d.hall}/e/{tournament.code}/print/{sheet}/")
        expect(fan.locator("main")).to_contain_text("Cleo Lind")
        expect(fan.locator("main")).not_to_contain_text("Ben Okafor")
        axe(fan)
    d.home()
    expect(d.page.locator(".team-boards")).to_contain_text("Cleo Lind")


def test_the_desk_takes_a_game_from_a_tablet_and_gives_it_back(league, new_page, axe):
    d = league
    d.draft_and_publish(1)
    board = MatchGame.objects.select_related("table").get(number=1)
    tablet = new_page(size=TABLET, has_touch=True)
    tablet.goto(d.hall + seating.tablet_link(actor=SYSTEM, table=board.table).path)
    tablet.locator("#pause:enabled").tap()
    table = tablet.locator("#table")
    expect(table).to_have_attribute("data-phase", "running")

    d.page.get_by_role("link", name="More").first.click()
    expect(d.page.get_by_text("The tablet has kept this game since")).to_be_visible()
    axe(d.page)
    d.confirm("Take it over")
    d.told("The desk keeps the game now.")
    expect(tablet.locator("#take-over")).to_be_visible()
    expect(table).to_have_attribute("data-phase", "paused")

    d.page.get_by_role("button", name="Give it back to the tablet").click()
    d.told("The tablet at the table keeps the game again.")
    expect(tablet.locator("#take-over")).to_be_hidden()
    expect(table).to_have_attribute("data-phase", "paused")
    d.page.reload()
    d.page.get_by_role("button", name="Let it go on").click()
    expect(table).to_have_attribute("data-phase", "running")
