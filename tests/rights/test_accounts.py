"""Accounts: signing in under guesses, sessions, a new password of one's own."""

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.access.throttle import LIMITS
from games.models import Action, Grant, SessionInfo
from games.timekeeping import now_ms
from tests.databases import own_rows
from tests.rights.signing import SECRET, is_in, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

FRESH = "another long secret"


def test_signing_in_makes_a_new_session_and_keeps_the_links(client, someone):
    someone()
    made = links.make(SYSTEM, role="table", scope="table:3:4")
    client.post(made.path)
    before = client.session.session_key
    assert sign_in(client).status_code == 302
    assert client.session.session_key != before
    assert client.session["links"] == [made.link.pk]


def test_signing_out_signs_out_the_person_and_not_the_tablet(client, someone):
    someone()
    made = links.make(SYSTEM, role="table", scope="table:3:4")
    client.post(made.path)
    sign_in(client)
    client.post(reverse("sign-out"))
    assert not is_in(client)
    assert client.session["links"] == [made.link.pk]


def test_signing_out_needs_a_post(client, someone):
    client.force_login(someone())
    assert client.get(reverse("sign-out")).status_code == 405


@pytest.mark.parametrize(
    ("wanted", "goes_to"),
    [
        ("/rules/", "/rules/"),
        ("https://evil.example/", "/account/"),
        ("//evil.example/", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("", "/account/"),
    ],
)
def test_signing_in_never_redirects_to_another_host(client, someone, wanted, goes_to):
    someone()
    assert sign_in(client, next=wanted).url == goes_to


def test_a_form_without_its_token_is_refused(someone):
    someone()
    assert sign_in(Client(enforce_csrf_checks=True)).status_code == 403


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(client, someone):
    someone()
    wrong, unknown = sign_in(client, password="nonsense"), sign_in(client, name="nobody")
    sentence = "Name and password do not fit together"
    assert sentence in wrong.content.decode()
    assert sentence in unknown.content.decode()


def test_guessing_a_password_is_locked_out_here_and_not_elsewhere(client, someone):
    someone()
    limit = LIMITS["sign-in-here"]
    for _ in range(limit.most):
        sign_in(client, password="nonsense")
    assert "Too many wrong tries" in sign_in(client).content.decode()
    assert not is_in(client)
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9")).status_code == 302
    with time_machine.travel(now_ms() / 1000 + limit.window_ms / 1000 + 1):
        assert sign_in(client).status_code == 302


def test_guessing_one_account_from_everywhere_is_locked_out(someone):
    someone()
    for number in range(LIMITS["sign-in-account"].most):
        sign_in(Client(REMOTE_ADDR=f"10.0.1.{number}"), password="nonsense")
    assert "Too many wrong tries" in sign_in(Client(REMOTE_ADDR="10.0.2.1")).content.decode()


def test_an_address_behind_a_trusted_proxy_is_believed_and_no_other(settings, client, someone):
    someone()
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    client.post(
        reverse("sign-in"),
        {"username": "ada", "password": SECRET},
        headers={"x-forwarded-for": "1.2.3.4, 10.0.0.5"},
    )
    assert Action.objects.get(verb="sign_in").address == "10.0.0.5"
    settings.TRUSTED_PROXIES = []
    Client().post(
        reverse("sign-in"), {"username": "ada", "password": SECRET}, headers={"x-forwarded-for": "1.2.3.4"}
    )
    assert Action.objects.filter(verb="sign_in").last().address == "127.0.0.1"


def test_a_changed_password_signs_out_the_other_devices(someone):
    someone()
    here, there = Client(), Client()
    sign_in(here)
    sign_in(there)
    here.post(reverse("password"), {"old_password": SECRET, "password": FRESH, "password_again": FRESH})
    assert is_in(here)
    assert not is_in(there)
    assert own_rows(SessionInfo).count() == 1
    assert sign_in(Client(), password=FRESH).status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "again", "why"),
    [
        ("nonsense", FRESH, FRESH, "not your password"),
        (SECRET, "short", "short", "too short"),
        (SECRET, "password1234", "password1234", "Many people use this password"),
        (SECRET, FRESH, FRESH + "!", "differ"),
    ],
)
def test_a_password_is_changed_only_by_its_owner_to_a_good_one(client, someone, old, new, again, why):
    someone()
    sign_in(client)
    answer = client.post(reverse("password"), {"old_password": old, "password": new, "password_again": again})
    assert why in answer.content.decode()
    assert own_rows(get_user_model()).get().check_password(SECRET)


def test_a_browser_is_informed_which_password_a_field_takes(client, someone):
    someone()
    sign_in(client)
    form = client.get(reverse("password")).context["form"]
    assert {field.name: field.field.widget.attrs["autocomplete"] for field in form} == {
        "old_password": "current-password",
        "password": "new-password",
        "password_again": "new-password",
    }


def test_sessions_are_listed_with_their_device_and_ended_one_by_one(someone):
    someone()
    ipad = Client(
        headers={"user-agent": "Mozilla/5.0 (iPad; CPU OS 18_0) AppleWebKit/605 Version/18.0 Safari/605"}
    )
    laptop = Client(
        headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140 Safari/537"}
    )
    sign_in(ipad)
    sign_in(laptop)
    text = laptop.get(reverse("account")).content.decode()
    assert "iPad · Safari" in text
    assert "Linux · Chrome" in text
    laptop.post(reverse("end-session", args=[SessionInfo.objects.get(device__startswith="iPad").pk]))
    assert is_in(laptop)
    assert not is_in(ipad)


def test_all_other_sessions_end_with_one_press(someone):
    someone()
    devices = [Client() for _ in range(3)]
    for device in devices:
        sign_in(device)
    devices[0].post(reverse("end-other-sessions"))
    assert [is_in(device) for device in devices] == [True, False, False]


def test_no_user_ends_the_session_of_another(client, someone):
    other = Client()
    someone("bob")
    sign_in(other, "bob")
    client.force_login(someone("ada"))
    assert (
        client.post(
            reverse("end-session", args=[SessionInfo.objects.get(user__username="bob").pk])
        ).status_code
        == 404
    )
    assert is_in(other)


def test_being_seen_costs_no_write_per_page(client, someone):
    client.force_login(someone())
    client.get(reverse("code"))
    seen = own_rows(SessionInfo).get().seen_ms
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(reverse("code"))
    assert not [query for query in queries if not query["sql"].startswith("SELECT")]
    with time_machine.travel(now_ms() / 1000 + 400):
        client.get(reverse("code"))
    assert own_rows(SessionInfo).get().seen_ms > seen


def test_a_role_taken_away_ends_with_the_next_request(client, someone):
    ada = someone(role="organiser")
    client.force_login(ada)
    assert client.get(reverse("staff", args=["club"])).status_code == 200
    Grant.objects.filter(subject=f"user:{ada.pk}").delete()
    assert client.get(reverse("staff", args=["club"])).status_code == 403


def test_the_log_holds_no_names(client, someone):
    ada = someone("adalovelace")
    sign_in(client, "adalovelace")
    sign_in(Client(), "adalovelace", password="nonsense")
    client.post(reverse("sign-out"))
    assert list(own_rows(Action).values_list("actor", "verb", "target")) == [
        (f"user:{ada.pk}", "sign_in", f"user:{ada.pk}"),
        ("anybody", "sign_in_failed", f"user:{ada.pk}"),
        (f"user:{ada.pk}", "sign_out", f"user:{ada.pk}"),
    ]
    assert "lovelace" not in str(list(own_rows(Action).values())).lower()
