"""The pages for addresses that a user may not see, or that do not exist."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.organisers import club_organiser
from tests.tournament.pages import text

pytestmark = pytest.mark.django_db


def test_an_address_that_only_takes_forms_says_so():
    response = Client().get(reverse("theme"))
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "press it there" in text(response)


def test_whoever_was_signed_out_meanwhile_signs_in_and_goes_on_where_it_was(make_tournament):
    e = make_tournament("A B")
    desk = reverse("desk-safety", args=[e.tournament.pk])
    response = Client().post(
        reverse("desk-backup", args=[e.tournament.pk]), headers={"referer": f"http://testserver{desk}"}
    )
    assert response.status_code == 403
    assert f"{reverse('sign-in')}?next={desk}" in response.content.decode()


def test_nobody_is_sent_to_sign_in_from_another_site(make_tournament):
    e = make_tournament("A B")
    url = reverse("desk-backup", args=[e.tournament.pk])
    response = Client().post(url, headers={"referer": "https://elsewhere.example/desk/"})
    assert "elsewhere" not in response.content.decode()


def test_a_signed_in_user_is_not_asked_to_sign_in(make_tournament, django_user_model):
    e = make_tournament("A B")
    client = Client()
    client.force_login(django_user_model.objects.create_user("ada"))
    shown = text(client.get(reverse("desk-settings", args=[e.tournament.pk])))
    assert "Ask the organiser for the right you need." in shown
    assert "sign in" not in shown.lower()


@pytest.mark.empty_club
def test_before_the_set_up_no_user_is_asked_to_sign_in():
    address = reverse("sign-in")
    assert "Almost there" in text(Client().get(address))
    club_organiser("boss")
    assert "Almost there" not in text(Client().get(address))
