"""Printed sheets: slips, table cards, score sheets."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.organisers import club_organiser
from tests.tournament.pages import page, text
from tournament.models import Club, ClubSettings
from tournament.services import prizes
from tournament.services.entries import slips
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db


def test_slips_are_printed_in_the_order_of_names(make_tournament):
    e = make_tournament("Zoe Élodie Øystein Fay Adam Łucja Max")
    names = [str(entrant) for entrant, _made in slips.all_slips(actor=ORGANISER, tournament=e.tournament)]
    assert names == ["Adam", "Élodie", "Fay", "Łucja", "Max", "Øystein", "Zoe"]


def test_slips_and_cards_are_for_staff_and_carry_links_that_open(make_tournament):
    e = make_tournament("A B")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    stranger, boss = Client(), Client()
    boss.force_login(club_organiser("boss"))
    slips_url, cards_url = (
        reverse(name, args=[e.tournament.code]) for name in ("print-slips", "print-table-cards")
    )
    assert stranger.post(slips_url).status_code == 403
    assert boss.get(slips_url).status_code == 405, "looking at an address makes no new links"
    slip = text(boss.post(slips_url))
    code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", slip)[0]
    assert stranger.post(reverse("code"), {"code": code}).status_code == 302
    card = text(boss.post(cards_url))
    assert len(re.findall(r"[2-9A-Z]{4}-[2-9A-Z]{4}", card)) == 2


def test_new_slips_and_cards_sign_every_device_out_if_they_are_asked_to(make_tournament):
    """A bulk of new cards used to leave the devices signed in that had opened the old ones."""
    e = make_tournament("A B")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    boss = Client()
    boss.force_login(club_organiser("boss"))
    hub, offer = reverse("print", args=[e.tournament.code]), 'name="everywhere"'
    assert offer not in boss.get(hub).content.decode(), "nobody is in yet"
    for name in ("print-slips", "print-table-cards"):
        address, phone = reverse(name, args=[e.tournament.code]), Client()
        code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", text(boss.post(address)))[0]
        phone.post(reverse("code"), {"code": code})
        for desk_page in (hub, reverse("desk-tables", args=[e.tournament.pk])):
            assert offer in boss.get(desk_page).content.decode()
        boss.post(address)
        assert phone.get(reverse("this-device")).context["links"], "without being asked they stay"
        boss.post(address, {"everywhere": "yes"})
        assert not phone.get(reverse("this-device")).context["links"]


def test_score_sheets_come_one_for_each_board_with_or_without_names(make_tournament):
    e = make_tournament("Anna Berta Clara Dora")
    e.publish()
    assert page(e, "print-score-sheets").content.decode().count('class="score-sheet"') == 2
    assert "Anna" in text(page(e, "print-score-sheets"))
    assert "Anna" not in text(page(e, "print-score-sheets", blank=1))


def test_the_score_sheet_of_four_has_a_column_for_each_player(make_tournament):
    e = make_tournament(format="round-robin", entry="pair", seats=4)
    e.enter_team("Duo", "Uta Carl")
    e.enter_team("Twins", "Ines Ben")
    match = e.matches(e.publish())[0]
    html = page(e, "print-score-sheets").content.decode()
    assert 'data-seats="4"' in html
    told = text(page(e, "print-score-sheets"))
    pairs = {"Duo": ("Uta", "Carl"), "Twins": ("Ines", "Ben")}
    (north, south), (east, west) = pairs[str(match.first)], pairs[str(match.second)]
    assert re.search(rf"N starts {north} O E {east} X S {south} O W {west}", told)
    assert "whom the dot points at: c1E.N" in told


def test_the_start_list_has_all_entrants_by_rating_and_the_people_of_teams(make_tournament):
    e = make_tournament("Anna Berta")
    assert re.search(r"1 Anna 2000 2 Berta 1990", text(page(e, "print-start-list")))
    teams = make_tournament(format="round-robin", entry="team", boards=2)
    teams.enter_team("Cubes", "Uta Carl")
    assert "Cubes Uta, Carl" in text(page(teams, "print-start-list"))


def test_the_prize_list_tells_who_gets_how_much_and_there_are_certificates(make_tournament):
    club = Club.objects.create(name="Cube Club")
    ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
    e = make_tournament("A B C D", planned_rounds=1, tiebreaks=[])
    lists = [prizes.PrizeList(None, ("100 €", "50 €", "a book"))]
    prizes.set_all(actor=ORGANISER, tournament=e.tournament, lists=lists, sharing="rank")
    e.play(e.publish())
    told = text(page(e, "print-prizes"))
    assert "1 A 75 €" in told
    assert "1 B 75 €" in told
    assert "3 C a book" in told, "shared with D, who is level"
    made = page(e, "print-certificates").content.decode()
    assert made.count('class="certificate"') == 4
    assert made.count("<p>Cube Club</p>") == 4, "whoever hangs it up knows who gave it"
    assert "Place 1" in made
    assert "75 €" in text(page(e, "tournament-prizes"))
