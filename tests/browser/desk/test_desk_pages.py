"""The pages of the desk around a round: entries, wizard, tables; each without faults at every size."""

import re

import pytest
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.timekeeping import now_ms
from tests.browser.conftest import PHONE, scrolls_sideways
from tests.browser.desk.conftest import ask, publish
from tournament.models import Entrant, Match, Table, Tournament
from tournament.services.entries import attendance


def test_names_are_entered_one_after_the_other(desk, evening):
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/entries/")
    d.page.get_by_role("link", name="Add", exact=True).click()
    expect(d.page.get_by_label("Name", exact=True)).to_be_focused()
    for name in ("Gus", "Hal"):
        d.page.keyboard.type(name)
        d.page.keyboard.press("Enter")
        d.told(f"{name} is entered.")
        expect(d.page.get_by_label("Name", exact=True)).to_be_focused()


def test_check_in_takes_one_tap_and_search_narrows_the_list(desk, evening):
    d = desk(size=PHONE, has_touch=True)
    d.page.goto(f"{d.hall}/desk/{evening.pk}/entries/")
    d.page.get_by_role("button", name=re.compile("Here ?: Cleo")).tap()
    expect(d.page.get_by_role("button", name=re.compile("Here ?: Cleo"))).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(d.page.get_by_text("1 of 6 is checked in.")).to_be_visible()
    # Anywhere on the row: its lower edge is blank.
    row = d.page.locator(".entry", has_text="Ada")
    box = row.bounding_box()
    row.tap(position={"x": box["width"] / 2, "y": box["height"] - 3})
    expect(d.page.get_by_text("2 of 6 are checked in.")).to_be_visible()
    d.page.get_by_label("Search").fill("fa")
    expect(d.page.locator(".entry:visible")).to_have_count(1)
    # The only player that the search finds is checked in by Enter; the name is corrected in place.
    d.page.keyboard.press("Enter")
    d.told("Fay is here.")
    d.page.locator(".entry-name", has_text="Fay").tap()
    d.page.get_by_label("First name").fill("Faye")
    d.page.keyboard.press("Enter")
    expect(d.page.locator(".entry-name", has_text="Faye")).to_be_visible()


def test_tie_breaks_are_moved_by_arrow_keys_and_by_dragging(desk, evening):
    d = desk()
    stage = evening.stages.get()
    d.page.goto(f"{d.hall}/desk/stages/{stage.pk}/")
    order = d.page.locator("[data-order] > li")
    before = [each.get_attribute("data-order-item") for each in order.all()]
    order.nth(1).locator("input").focus()
    d.page.keyboard.press("ArrowUp")
    expect(order.first).to_have_attribute("data-order-item", before[1])
    expect(order.first.locator("input")).to_be_focused()
    handle, last = order.first.locator("[data-order-handle]"), order.last
    handle.hover()
    d.page.mouse.down()
    box = last.bounding_box()
    d.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 2, steps=4)
    d.page.mouse.up()
    expect(order.last).to_have_attribute("data-order-item", before[1])
    d.page.get_by_role("button", name="See what it affects").click()
    d.page.get_by_role("button", name="Change it").click()
    d.told("The stage is changed.")
    stage.refresh_from_db()
    assert stage.tiebreaks[-1] == "BH"


def test_the_wizard_says_what_a_change_would_take(desk):
    d = desk()
    d.page.goto(d.hall + "/desk/new/?entry=player&count=12&tables=6&minutes=180")
    expected = d.page.locator("#expected")
    before = expected.inner_text()
    d.page.locator("#plan [name=control]").fill("30+10")
    d.page.locator("#plan [name=control]").blur()
    expect(expected).not_to_have_text(before)
    d.page.locator("#plan [name=format]").select_option("groups")
    expect(d.page.get_by_label("Go on from each group")).to_be_visible()
    expect(d.page.locator("#plan [name=rounds]")).to_be_hidden()
    d.page.locator("a.proposal").first.press("Enter")
    expect(d.page.locator("#plan-title")).to_be_focused()


def test_the_clock_of_a_tournament_is_picked_and_explained(desk, axe):
    d = desk()
    d.page.goto(d.hall + "/desk/new/?entry=player&count=12&tables=6&minutes=180")
    d.page.get_by_role("button", name="Choose the clock").click()
    dialog = d.page.get_by_role("dialog", name="Choose the clock")
    dialog.get_by_role("button", name="Armageddon, crosses 5 min, circles 4 min").click()
    expect(dialog.locator("[data-words]")).to_contain_text("Circles: 4 min of thinking time.")
    axe(d.page)
    dialog.get_by_role("button", name="Delay", exact=True).click()
    dialog.get_by_role("button", name="Take this clock").click()
    expect(d.page.get_by_label("Time control")).to_have_value("X=5d5;O=4d5")


def test_the_wizard_follows_every_answer_and_keeps_what_was_typed(desk):
    d = desk()
    d.page.goto(d.hall + "/desk/new/")
    d.page.get_by_label("Name of the event").fill("Team cup")
    expect(d.page.get_by_label("Boards of a team match")).to_be_hidden()
    d.page.get_by_label("Teams over several boards").check()
    d.page.get_by_label("How many enter?").fill("4")
    d.page.get_by_label("Boards of a team match").fill("3")
    d.page.get_by_label("Boards of a team match").blur()
    # Six boards for six tables; then three tables have to do.
    proposals = d.page.locator("#part-proposals")
    expect(proposals).to_contain_text("Most play 6 matches.")
    expect(proposals).not_to_contain_text("Every table is used")
    d.page.get_by_label("How many tables?").fill("3")
    d.page.get_by_label("How many tables?").blur()
    expect(proposals).to_contain_text("Every table is used 2 times a round.")
    proposals.get_by_role("link", name=re.compile("knockout", re.IGNORECASE)).click()
    expect(d.page.locator("#plan [name=format]")).to_have_value("double-knockout")
    # The chosen format stays; and the form sends the fields as shown, whether the server answered or not.
    d.page.get_by_label("How many tables?").fill("5")
    d.page.get_by_role("button", name="Set it up").click()
    expect(d.page.get_by_role("heading", name="Team cup", level=1)).to_be_visible()
    tournament = Tournament.objects.get(name="Team cup")
    assert (tournament.entry, tournament.boards, tournament.tables.count()) == ("team", 3, 5)
    assert tournament.stages.get().format == "double-knockout"


@pytest.fixture
def every_page(evening):
    """Return the addresses of all pages of the desk, with data on each."""
    publish(evening)
    ask(Game.objects.order_by("pk").first(), r.Start())
    entrant = Entrant.objects.with_names().first()
    attendance.note_incident(actor=SYSTEM, entrant=entrant, kind="warning", text="Loud", now_ms=now_ms())
    parts = ("", "entries/", "results/", "tables/", "staff/", "settings/", "safety/")
    return [
        "/desk/",
        "/desk/new/",
        *(f"/desk/{evening.pk}/{part}" for part in parts),
        f"/desk/matches/{Match.objects.first().pk}/",
        f"/desk/entrants/{entrant.pk}/",
        f"/desk/stages/{evening.stages.get().pk}/",
    ]


def test_every_page_is_sound_at_every_size_and_in_every_theme(desk, every_page, sound):
    d = desk()
    for address in every_page:
        d.page.goto(d.hall + address)
        sound(d.page)


def test_german_fits_as_well(desk, every_page):
    d = desk(size=PHONE, language="de")
    for address in every_page:
        d.page.goto(d.hall + address)
        expect(d.page.locator("html")).to_have_attribute("lang", "de")
        assert not scrolls_sideways(d.page), address


def test_the_code_of_a_table_is_shown_to_scan_and_to_type(desk, evening, axe):
    d = desk()
    d.page.goto(f"{d.hall}/desk/{evening.pk}/tables/")
    d.page.get_by_role("button", name=re.compile("Code for a tablet ?: 1")).click()
    expect(d.page.locator("[data-code]")).to_be_visible()
    axe(d.page)
    assert Table.objects.count() == 2
