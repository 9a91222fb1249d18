"""Narrow screens at the desk: the longest words of the header, the longest names beside their buttons."""

import pytest
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from tests.browser.conftest import PHONE
from tournament.models import Player, Tournament
from tournament.services.entries import enrol
from tournament.services.stages import stages

ONE_LINE_PX = 64
MENU_BELOW_PX = 960


@pytest.mark.parametrize("width", [768, 959, 960, 1180])
def test_the_header_stays_on_one_line_in_german(desk, width):
    d = desk(language="de", size={"width": width, "height": 700})
    d.page.goto(d.hall + "/desk/")
    header = d.page.get_by_role("banner")
    if width < MENU_BELOW_PX:
        expect(header.get_by_role("button", name="Menü")).to_be_visible()
    else:
        expect(header.get_by_role("link", name="Turnierbüro")).to_be_visible()
        expect(header.get_by_role("link", name="Olga")).to_be_visible()
    assert header.bounding_box()["height"] <= ONE_LINE_PX


def test_a_long_name_is_not_squeezed_between_its_buttons_on_a_phone(desk):
    tournament = Tournament.objects.create(name="Open", fee="5 €")
    stages.add(actor=SYSTEM, tournament=tournament, format="swiss", planned_rounds=3)
    player = Player.objects.create(first_name="Maximilian", family_name="Oberhauser-Brandt")
    enrol.enter_player(actor=SYSTEM, tournament=tournament, player=player, now_ms=1)
    d = desk(size=PHONE)
    d.page.goto(f"{d.hall}/desk/{tournament.pk}/entries/")
    entry = d.page.locator(".entry")
    name = entry.get_by_role("link", name="Maximilian").bounding_box()
    for label in ("Paid", "Here"):
        button = entry.get_by_role("button", name=label).bounding_box()
        assert button["y"] >= name["y"] + name["height"]
        assert button["x"] + button["width"] <= PHONE["width"]
