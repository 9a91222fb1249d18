"""Staff: invited, given a role with the account they have, and removed again."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from games.access.permissions import SYSTEM
from games.accounts import accounts
from games.models import Grant
from tests.databases import own_rows
from tests.rights.signing import SECRET, is_in, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]


def invite(role="arbiter", scope="tournament:3"):
    return accounts.invite(SYSTEM, role=role, scope=scope, label="for Ada")


NEW = {"name": "Ada L.", "username": "ada", "email": "", "password": SECRET, "password_again": SECRET}


def test_an_invitation_opens_an_account_and_gives_the_role(client):
    made = invite()
    assert client.post(made.path).url == reverse("invitation")
    assert "arbiter" in client.get(reverse("invitation")).content.decode()
    assert client.post(reverse("invitation"), NEW).url == reverse("account")
    grant = own_rows(Grant).get()
    assert (grant.subject, grant.role, grant.scope) == (
        f"user:{own_rows(get_user_model()).get().pk}",
        "arbiter",
        "tournament:3",
    )
    assert is_in(client)


def test_an_invitation_is_accepted_with_the_account_one_has(client, someone):
    ada = someone()
    client.post(invite().path)
    sign_in(client, next=reverse("invitation"))
    client.post(reverse("invitation"))
    assert own_rows(Grant).get().subject == f"user:{ada.pk}"


def test_looking_at_an_invitation_does_not_use_it_up():
    made = invite()
    for _ in range(3):
        assert Client().post(made.path, follow=True).status_code == 200


def test_an_invitation_works_once():
    made = invite()
    first, second = Client(), Client()
    first.post(made.path)
    second.post(made.path)
    first.post(reverse("invitation"), NEW)
    assert second.post(reverse("invitation"), {**NEW, "username": "eve"}).status_code == 410
    assert Client().post(made.path, follow=True).status_code == 410
    assert not get_user_model().objects.filter(username="eve").exists()


def test_a_taken_user_name_is_refused_in_any_case(client, someone):
    someone("ada")
    client.post(invite().path)
    answer = client.post(reverse("invitation"), {**NEW, "username": "ADA"})
    assert "This user name is taken" in answer.content.decode()


def test_an_organiser_invites_on_the_page_and_takes_the_role_away(browser_of):
    browser = browser_of("organiser")
    page = browser.post(reverse("staff", args=["club"]), {"role": "scorer", "label": "Bea"}).content.decode()
    guest = Client()
    guest.post(re.search(r'value="http://testserver(/l/[^"]+)"', page)[1])
    guest.post(reverse("invitation"), {**NEW, "username": "bea"})
    grant = Grant.objects.get(role="scorer")
    browser.post(reverse("take-role", args=["club", grant.pk]))
    assert not Grant.objects.filter(role="scorer").exists()


def test_the_last_organiser_stays(browser_of):
    browser = browser_of("organiser")
    answer = browser.post(reverse("take-role", args=["club", own_rows(Grant).get().pk]), follow=True)
    assert "last organiser" in answer.content.decode()
    assert Grant.objects.filter(role="organiser", scope="club").exists()


def test_the_organiser_of_a_tournament_takes_no_role_elsewhere(browser_of, someone):
    someone("boss", role="organiser", scope="club")
    grant = Grant.objects.get(scope="club")
    browser = browser_of("organiser", scope="tournament:3")
    assert browser.post(reverse("take-role", args=["tournament:3", grant.pk])).status_code == 404
    assert browser.post(reverse("take-role", args=["club", grant.pk])).status_code == 403
