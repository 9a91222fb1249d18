"""Accounts: signing in under guesses, sessions, invitations, new passwords."""

import re
import threading

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import accounts, links
from games.access import SYSTEM
from games.models import Action, Grant, SessionInfo
from games.throttle import LIMITS
from games.timekeeping import now_ms
from tournament.environment import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

SECRET = "a long enough secret"
FRESH = "another long secret"


def sign_in(client, name="ada", password=SECRET, **fields):
    return client.post(reverse("sign-in"), {"username": name, "password": password, **fields})


def is_in(client):
    return client.get(reverse("account")).status_code == 200


def test_signing_in_makes_a_new_session_and_keeps_the_links(client, someone):
    someone()
    made = links.make(SYSTEM, role="table", scope="table:3:4")
    client.get(made.path)
    before = client.session.session_key
    assert sign_in(client).status_code == 302
    assert client.session.session_key != before
    assert client.session["links"] == [made.link.pk]


def test_signing_out_signs_out_the_person_and_not_the_tablet(client, someone):
    someone()
    made = links.make(SYSTEM, role="table", scope="table:3:4")
    client.get(made.path)
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
def test_after_signing_in_nobody_is_sent_to_another_host(client, someone, wanted, goes_to):
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
    for _ in range(limit.failures):
        sign_in(client, password="nonsense")
    assert "Too many wrong tries" in sign_in(client).content.decode()
    assert not is_in(client)
    assert sign_in(Client(REMOTE_ADDR="10.0.0.9")).status_code == 302
    with time_machine.travel(now_ms() / 1000 + limit.window_ms / 1000 + 1):
        assert sign_in(client).status_code == 302


def test_guessing_one_account_from_everywhere_is_locked_out(someone):
    someone()
    for number in range(LIMITS["sign-in-account"].failures):
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
    assert SessionInfo.objects.count() == 1
    assert sign_in(Client(), password=FRESH).status_code == 302


@pytest.mark.parametrize(
    ("old", "new", "again", "why"),
    [
        ("nonsense", FRESH, FRESH, "not your password until now"),
        (SECRET, "short", "short", "too short"),
        (SECRET, "password1234", "password1234", "too common"),
        (SECRET, FRESH, FRESH + "!", "differ"),
    ],
)
def test_a_password_is_changed_only_by_its_owner_to_a_good_one(client, someone, old, new, again, why):
    someone()
    sign_in(client)
    answer = client.post(reverse("password"), {"old_password": old, "password": new, "password_again": again})
    assert why in answer.content.decode()
    assert get_user_model().objects.get().check_password(SECRET)


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


def test_nobody_ends_the_session_of_somebody_else(client, someone):
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
    seen = SessionInfo.objects.get().seen_ms
    with CaptureQueriesContext(
        connection,
    ) as queries:
        client.get(reverse("code"))
    assert not [query for query in queries if not query["sql"].startswith("SELECT")]
    with time_machine.travel(now_ms() / 1000 + 400):
        client.get(reverse("code"))
    assert SessionInfo.objects.get().seen_ms > seen


def test_a_role_taken_away_ends_with_the_next_request(client, someone):
    ada = someone(role="organiser")
    client.force_login(ada)
    assert client.get(reverse("staff", args=["club"])).status_code == 200
    Grant.objects.filter(subject=f"user:{ada.pk}").delete()
    assert client.get(reverse("staff", args=["club"])).status_code == 403


def invite(role="arbiter", scope="tournament:3"):
    return accounts.invite(SYSTEM, role=role, scope=scope, label="for Ada")


NEW = {"name": "Ada L.", "username": "ada", "email": "", "password": SECRET, "password_again": SECRET}


def test_an_invitation_opens_an_account_and_gives_the_role(client):
    made = invite()
    assert client.get(made.path).url == reverse("invitation")
    assert "arbiter" in client.get(reverse("invitation")).content.decode()
    assert client.post(reverse("invitation"), NEW).url == reverse("account")
    grant = Grant.objects.get()
    assert (grant.subject, grant.role, grant.scope) == (
        f"user:{get_user_model().objects.get().pk}",
        "arbiter",
        "tournament:3",
    )
    assert is_in(client)


def test_an_invitation_is_accepted_with_the_account_one_has(client, someone):
    ada = someone()
    client.get(invite().path)
    sign_in(client, next=reverse("invitation"))
    client.post(reverse("invitation"))
    assert Grant.objects.get().subject == f"user:{ada.pk}"


def test_looking_at_an_invitation_does_not_use_it_up():
    made = invite()
    for _ in range(3):
        assert Client().get(made.path, follow=True).status_code == 200


def test_an_invitation_works_once():
    made = invite()
    first, second = Client(), Client()
    first.get(made.path)
    second.get(made.path)
    first.post(reverse("invitation"), NEW)
    assert second.post(reverse("invitation"), {**NEW, "username": "eve"}).status_code == 410
    assert Client().get(made.path, follow=True).status_code == 410
    assert not get_user_model().objects.filter(username="eve").exists()


def test_a_taken_user_name_is_said_so_whatever_its_case(client, someone):
    someone("ada")
    client.get(invite().path)
    answer = client.post(reverse("invitation"), {**NEW, "username": "ADA"})
    assert "This user name is taken" in answer.content.decode()


def test_an_organiser_invites_on_the_page_and_takes_the_role_away(browser_of):
    browser = browser_of("organiser")
    page = browser.post(reverse("staff", args=["club"]), {"role": "scorer", "label": "Bea"}).content.decode()
    guest = Client()
    guest.get(re.search(r'value="http://testserver(/l/[^"]+)"', page)[1])
    guest.post(reverse("invitation"), {**NEW, "username": "bea"})
    grant = Grant.objects.get(role="scorer")
    browser.post(reverse("take-role", args=["club", grant.pk]))
    assert not Grant.objects.filter(role="scorer").exists()


def test_the_last_organiser_stays(browser_of):
    browser = browser_of("organiser")
    answer = browser.post(reverse("take-role", args=["club", Grant.objects.get().pk]), follow=True)
    assert "last organiser" in answer.content.decode()
    assert Grant.objects.filter(role="organiser", scope="club").exists()


def test_the_organiser_of_an_event_takes_no_role_elsewhere(browser_of, someone):
    someone("boss", role="organiser", scope="club")
    grant = Grant.objects.get(scope="club")
    browser = browser_of("organiser", scope="tournament:3")
    assert browser.post(reverse("take-role", args=["tournament:3", grant.pk])).status_code == 404
    assert browser.post(reverse("take-role", args=["club", grant.pk])).status_code == 403


def test_an_organiser_hands_over_a_new_password(browser_of, someone):
    ada = someone()
    hers = Client()
    sign_in(hers)
    browser = browser_of("organiser")
    page = browser.post(reverse("reset-password", args=[ada.pk])).content.decode()
    phone = Client()
    phone.get(re.search(r'value="http://testserver(/l/[^"]+)"', page)[1])
    assert (
        phone.post(reverse("new-password"), {"password": FRESH, "password_again": FRESH}).status_code == 302
    )
    assert is_in(phone)
    assert not is_in(hers)
    assert sign_in(Client(), password=FRESH).status_code == 302
    assert (
        phone.post(reverse("new-password"), {"password": SECRET, "password_again": SECRET}).status_code == 410
    )


def test_a_second_reset_kills_the_first(someone):
    ada = someone()
    first = accounts.make_reset(SYSTEM, ada)
    accounts.make_reset(SYSTEM, ada)
    assert Client().get(first.path).status_code == 410


def test_the_organiser_of_an_event_cannot_reset_the_clubs_organiser(browser_of, someone):
    boss = someone("boss", role="organiser", scope="club")
    browser = browser_of("organiser", scope="tournament:3")
    assert browser.post(reverse("reset-password", args=[boss.pk])).status_code == 403


MAIL = Mail("mail.example", 587, "", "", True, False, "club@example.org")


def sent():
    """The letters, once those under way have been sent."""
    for thread in threading.enumerate():
        if thread.name == accounts.LETTER:
            thread.join(timeout=10)
    return mail.outbox


def test_without_a_mail_server_the_page_says_whom_to_ask(client):
    text = client.get(reverse("forgot")).content.decode()
    assert "Ask an organiser" in text
    assert '<form class="card' not in text


def test_a_new_password_comes_by_mail_where_it_is_set_up(client, someone, settings):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    known = client.post(reverse("forgot"), {"email": "ADA@example.org"}).content
    unknown = client.post(reverse("forgot"), {"email": "eve@example.org"}).content
    assert re.sub(rb"csrf\S+|value=\S+|\{.*?\}", b"", known) == re.sub(
        rb"csrf\S+|value=\S+|\{.*?\}", b"", unknown
    )
    (letter,) = sent()
    assert letter.to == ["ada@example.org"]
    path = re.search(r"http://testserver(/l/\S+)", letter.body)[1]
    assert client.get(path).url == reverse("new-password")


def test_nobody_waits_for_the_mail_server(client, someone, settings, monkeypatch):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    answered, taken = threading.Event(), []
    monkeypatch.setattr(accounts, "send_mail", lambda *letter: taken.append(answered.wait(10)))
    client.post(reverse("forgot"), {"email": "ada@example.org"})
    assert not taken
    answered.set()
    sent()
    assert taken == [True]


def test_a_mail_server_that_is_down_tells_a_stranger_nothing(client, someone, settings, caplog):
    settings.MAIL = MAIL
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    someone(email="ada@example.org")
    answer = client.post(reverse("forgot"), {"email": "ada@example.org"})
    assert "on its way" in answer.content.decode()
    sent()
    assert "did not take the letter" in caplog.text


def test_mails_to_one_address_are_throttled(client, someone, settings):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    for _ in range(6):
        client.post(reverse("forgot"), {"email": "ada@example.org"})
    assert len(sent()) == LIMITS["reset-mail"].failures


def test_the_log_names_nobody(client, someone):
    ada = someone("adalovelace")
    sign_in(client, "adalovelace")
    sign_in(Client(), "adalovelace", password="nonsense")
    client.post(reverse("sign-out"))
    assert list(Action.objects.values_list("actor", "verb", "target")) == [
        (f"user:{ada.pk}", "sign_in", f"user:{ada.pk}"),
        ("anybody", "sign_in_failed", f"user:{ada.pk}"),
        (f"user:{ada.pk}", "sign_out", f"user:{ada.pk}"),
    ]
    assert "lovelace" not in str(list(Action.objects.values())).lower()
