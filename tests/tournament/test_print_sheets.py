"""What goes on paper: slips, table cards, score sheets."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.services.entries import slips
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db


def test_slips_are_printed_in_the_order_of_names(event):
    e = event("Zoe Élodie Øystein Fay Adam Łucja Max")
    names = [str(entrant) for entrant, _made in slips.all_slips(actor=ORGANISER, tournament=e.tournament)]
    assert names == ["Adam", "Élodie", "Fay", "Łucja", "Max", "Øystein", "Zoe"]


def test_slips_and_cards_are_for_staff_and_carry_links_that_open(event, django_user_model):
    e = event("A B")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    stranger, boss = Client(), Client()
    boss.force_login(django_user_model.objects.create_superuser("boss"))
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


def test_score_sheets_come_one_for_each_board_with_or_without_names(event):
    e = event("Anna Berta Clara Dora")
    e.publish()
    assert page(e, "print-score-sheets").content.decode().count('class="score-sheet"') == 2
    assert "Anna" in text(page(e, "print-score-sheets"))
    assert "Anna" not in text(page(e, "print-score-sheets", blank=1))
