"""Registering for a tournament with its code."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.pages import page, text
from tournament.models import Entrant

pytestmark = pytest.mark.django_db


def entry(**more):
    return {"code": "spring", "first_name": "Nora", "family_name": "Quist", "public_as": "short"} | more


def test_entering_by_oneself_waits_for_the_organiser(make_tournament):
    e = make_tournament("A B", registration_open=True, registration_code="Spring")
    url = reverse("tournament-enter", args=[e.tournament.code])
    response = Client().post(url, entry(), follow=True)
    assert "Thank you, Nora Q.: the organiser" in text(response)
    entrant = Entrant.objects.get(player__first_name="Nora")
    assert entrant.status == "applied"
    assert "Nora" not in text(page(e, "tournament-entrants"))


def test_a_wrong_code_enters_no_player_and_guessing_is_locked_out(make_tournament):
    e = make_tournament("A B", registration_open=True, registration_code="spring")
    url, client = reverse("tournament-enter", args=[e.tournament.code]), Client()
    assert "does not open the registration" in text(client.post(url, entry(code="summer")))
    for _ in range(12):
        last = client.post(url, entry(code="winter"))
    assert "Too many wrong tries" in text(last)
    assert "Too many wrong tries" in text(client.post(url, entry()))
    assert e.tournament.entrants.count() == 2


def test_a_full_tournament_says_so_and_that_is_no_guess(make_tournament):
    e = make_tournament("A B", registration_open=True, registration_code="spring", capacity=2)
    url, client = reverse("tournament-enter", args=[e.tournament.code]), Client()
    for _ in range(15):
        assert "All 2 places are taken." in text(client.post(url, entry()))


def test_registration_that_is_closed_offers_no_form(make_tournament):
    e = make_tournament("A B")
    response = Client().post(reverse("tournament-enter", args=[e.tournament.code]), entry())
    assert "Registration is not open" in text(response)
    assert e.tournament.entrants.count() == 2
