"""The pages of the club in a real browser: a pasted list with mistakes, an evening, every screen size."""

import datetime

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import expect

from games.access.permissions import SYSTEM
from games.models import Grant
from tests.browser.conftest import HOST, TABLET
from tournament.models import Player
from tournament.scores import Outcome
from tournament.services.club import evenings, rating_periods

PASTED = """Name;Rating;Born;Club
Mira Novak;1612;1990;Cube Club
Jonas Weber;fifteen hundred;;
Ines Duarte;1540;2031x;
;1400;;
Cleo Lind;;2011;Cube Club
Mira Novak;1612;1990;
"""
NAMES = ("Mira Novak", "Jonas Weber", "Ines Duarte", "Cleo Lind", "Pavel Horak", "Lotte de Vries")


@pytest.fixture
def signed_in(hall, new_page):
    """Sign the club's organiser in on a page."""
    user = get_user_model().objects.create_user("anna", password="x")
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=1)
    client = Client()
    client.force_login(user)

    def open_page(**options):
        page = new_page(**options)
        cookie = {
            "name": "sessionid",
            "value": client.cookies["sessionid"].value,
            "domain": HOST,
            "path": "/",
        }
        page.context.add_cookies([cookie])
        return page

    return open_page


@pytest.fixture
def club(hall):
    """Make a club with six players, three evenings and ratings."""
    people = [
        Player.objects.create(first_name=name.partition(" ")[0], family_name=name.partition(" ")[2])
        for name in NAMES
    ]
    now_ms, last = 1_790_000_000_000, None
    for day in range(3):
        last = evenings.open_evening(
            actor=SYSTEM,
            name=f"Thursday {day + 1}",
            day=datetime.date(2026, 10, 1) + datetime.timedelta(7 * day),
            season="2026",
            now_ms=now_ms,
            live=False,
        )
        for place, one in enumerate(people):
            other = people[(place + day + 1) % len(people)]
            outcome = (Outcome.FIRST_WINS, Outcome.DRAW, Outcome.FIRST_WINS)[place % 3]
            evenings.play(
                actor=SYSTEM, evening=last, first=[one], second=[other], now_ms=now_ms, outcome=outcome
            )
            now_ms += 600_000
        if day < 2:
            evenings.close(actor=SYSTEM, evening=last, now_ms=now_ms)
        now_ms += 7 * 86_400_000
    rating_periods.bring_up_to_date()
    return last


def test_a_list_pasted_with_mistakes_says_so_line_by_line_and_brings_in_the_rest(hall, signed_in, axe):
    page = signed_in()
    page.goto(f"{hall}/club/import/players/")
    page.get_by_label("The list").fill(PASTED)
    page.get_by_role("button", name="Look through it").click()
    preview = page.get_by_role("region", name="Preview")
    expect(preview.get_by_role("row", name="3 Jonas Weber")).to_contain_text("is not a rating")
    expect(preview.get_by_role("row", name="4 Ines Duarte")).to_contain_text("is not a year of birth")
    expect(preview.get_by_role("row", name="5 ;1400")).to_contain_text("A name is needed")
    expect(preview.get_by_role("row", name="7 Mira Novak")).to_contain_text("The same as line 2")
    assert not Player.objects.exists()
    axe(page)
    # Corrected in place and checked again, then confirmed.
    page.get_by_label("The list").fill(PASTED.replace("fifteen hundred", "1500"))
    page.get_by_role("button", name="Look again").click()
    expect(preview.get_by_role("row", name="3 Jonas Weber")).to_contain_text("new")
    page.get_by_role("button", name="Bring in the good lines").click()
    expect(page.get_by_text("3 players added")).to_be_visible()
    assert sorted(str(player) for player in Player.objects.all()) == [
        "Cleo Lind",
        "Jonas Weber",
        "Mira Novak",
    ]


def test_an_evening_from_arriving_to_the_table(hall, signed_in, club, axe):
    page = signed_in(size=TABLET)
    page.goto(f"{hall}/club/evenings/{club.pk}/")
    page.get_by_role("combobox", name="Name").fill("Emil Berg")
    page.get_by_role("button", name="Is here").click()
    expect(page.get_by_role("heading", name="Who could play whom")).to_be_visible()
    axe(page)
    page.get_by_role("button", name="Let them play").first.click()
    playing = page.get_by_role("region", name="Being played")
    expect(playing).to_be_visible()
    playing.get_by_role("button", name="Draw").click()
    expect(playing).not_to_be_visible()
    page.get_by_role("button", name="Close the evening").click()
    page.get_by_role("dialog").get_by_role("button", name="Close the evening").click()
    expect(page.get_by_text("The evening is closed and rated.")).to_be_visible()


def test_every_page_is_sound_at_every_size_and_in_every_theme(hall, signed_in, club, sound):
    page = signed_in()
    mira = Player.objects.get(first_name="Mira").pk
    addresses = [
        "club/",
        f"club/players/{mira}/",
        f"club/players/{mira}/edit/",
        "club/players/",
        "club/evenings/",
        f"club/evenings/{club.pk}/",
        "club/exchange/",
        f"club/export/{club.twos.code}/",
        "api/",
    ]
    for address in addresses:
        page.goto(f"{hall}/{address}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        sound(page)
