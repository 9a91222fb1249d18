"""A forgotten password: a link from an organiser, or by email."""

import re
import threading

import pytest
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from games.access.permissions import SYSTEM
from games.access.throttle import LIMITS
from games.accounts import accounts
from tests.rights.signing import SECRET, is_in, sign_in
from tournament import environment
from tournament.environment import Mail

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("plain_scopes")]

FRESH = "another long secret"


def test_an_organiser_hands_over_a_new_password(browser_of, someone):
    ada = someone()
    hers = Client()
    sign_in(hers)
    browser = browser_of("organiser")
    page = browser.post(reverse("reset-password", args=[ada.pk])).content.decode()
    phone = Client()
    phone.post(re.search(r'value="http://testserver(/l/[^"]+)"', page)[1])
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
    assert Client().post(first.path).status_code == 410


def test_the_organiser_of_a_tournament_cannot_reset_the_clubs_organiser(browser_of, someone):
    boss = someone("boss", role="organiser", scope="club")
    browser = browser_of("organiser", scope="tournament:3")
    assert browser.post(reverse("reset-password", args=[boss.pk])).status_code == 403


MAIL = Mail("mail.example", 587, "", "", True, False, "club@example.org", "https://club.example.org")


@pytest.fixture
def sent(monkeypatch):
    """Run the background tasks and return the emails."""
    tasks = []
    monkeypatch.setattr(accounts, "run_in_background", lambda *task: tasks.append(task))

    def emails():
        while tasks:
            task, *arguments = tasks.pop(0)
            task(*arguments)
        return mail.outbox

    return emails


def test_without_a_mail_server_the_page_says_whom_to_ask(client):
    text = client.get(reverse("forgot")).content.decode()
    assert "Ask an organiser" in text
    assert '<form class="card' not in text


def test_a_new_password_comes_by_mail_where_it_is_set_up(client, someone, settings, sent):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    known = client.post(reverse("forgot"), {"email": "ADA@example.org"}).content
    unknown = client.post(reverse("forgot"), {"email": "eve@example.org"}).content
    assert re.sub(rb"csrf\S+|value=\S+|\{.*?\}", b"", known) == re.sub(
        rb"csrf\S+|value=\S+|\{.*?\}", b"", unknown
    )
    (email,) = sent()
    assert email.to == ["ada@example.org"]
    path = re.search(r"https://club\.example\.org(/l/\S+)", email.body)[1]
    assert client.post(path).url == reverse("new-password")


def test_links_in_emails_use_the_configured_host(client, someone, settings, sent):
    settings.MAIL, settings.ALLOWED_HOSTS = MAIL, ["*"]
    someone(email="ada@example.org")
    client.post(reverse("forgot"), {"email": "ada@example.org"}, headers={"host": "evil.example"})
    (email,) = sent()
    assert "evil" not in email.body
    assert MAIL.links_to in email.body


def test_the_owner_reads_of_a_new_device_in_the_language_used_before(someone, settings, sent):
    settings.MAIL = MAIL
    someone("ada", email="ada@example.org")
    for language, address in (("de", "192.0.2.1"), ("en", "198.51.100.7")):
        browser = Client(headers={"accept-language": language}, REMOTE_ADDR=address)
        browser.post(reverse("sign-in"), {"username": "ada", "password": SECRET})
    (email,) = sent()
    assert email.subject == "Neue Anmeldung bei Fiveline"
    assert "198.51.100.7" in email.body


def test_an_email_is_sent_by_another_thread_in_the_language_of_the_request():
    sent_by = []

    def send(address):
        connection.ensure_connection()
        own = connections["default"]
        sent_by.append((address, translation.get_language(), threading.current_thread(), own))

    with translation.override("de"):
        accounts.run_in_background(send, "ada@example.org")
    for thread in threading.enumerate():
        if thread.name == "email":
            thread.join()
    ((address, language, thread, own),) = sent_by
    assert (address, language) == ("ada@example.org", "de")
    assert thread is not threading.current_thread()
    assert own.connection is None, "the thread closed the connection that it opened"


def test_emails_are_sent_only_where_it_is_known_where_their_links_lead(monkeypatch):
    monkeypatch.setenv("FIVELINE_MAIL_URL", "smtp://mail.example?from=club@example.org")
    for profile, hosts in (("lan", ["*"]), ("lan", ["club.example.org"]), ("tls", ["*"]), ("tls", [])):
        with pytest.raises(ImproperlyConfigured, match="FIVELINE_ADDRESS"):
            environment.mail(profile, hosts)
    assert environment.mail("tls", ["club.example.org"]).links_to == "https://club.example.org"
    monkeypatch.setenv("FIVELINE_ADDRESS", "http://hall.local:8000/")
    assert environment.mail("lan", ["*"]).links_to == "http://hall.local:8000"
    monkeypatch.setenv("FIVELINE_ADDRESS", "club.example.org")
    with pytest.raises(ImproperlyConfigured, match="has the form"):
        environment.mail("lan", ["*"])


def test_one_address_cannot_ask_for_emails_to_all_accounts(client, someone, settings, sent):
    settings.MAIL = MAIL
    for number in range(LIMITS["reset-address"].most + 5):
        someone(f"user{number}", email=f"{number}@example.org")
        client.post(reverse("forgot"), {"email": f"{number}@example.org"})
    assert len(sent()) == LIMITS["reset-address"].most


def test_the_answer_takes_the_same_steps_for_a_known_and_an_unknown_address(client, someone, settings, sent):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    client.post(reverse("forgot"), {"email": "first@example.org"})
    steps = []
    for email in ("ada@example.org", "eve@example.org"):
        with CaptureQueriesContext(connection) as queries:
            client.post(reverse("forgot"), {"email": email})
        steps.append([re.sub(r"'[^']*'|[0-9]+", "?", query["sql"]) for query in queries])
        assert not mail.outbox
    assert steps[0] == steps[1]
    assert not [sql for sql in steps[0] if "auth_user" in sql or "games_link" in sql]


def test_a_mail_server_that_is_down_tells_a_stranger_nothing(client, someone, settings, caplog, sent):
    settings.MAIL = MAIL
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    someone(email="ada@example.org")
    answer = client.post(reverse("forgot"), {"email": "ada@example.org"})
    assert "on its way" in answer.content.decode()
    sent()
    assert "did not take the email" in caplog.text


def test_mails_to_one_address_are_throttled(client, someone, settings, sent):
    settings.MAIL = MAIL
    someone(email="ada@example.org")
    for _ in range(6):
        client.post(reverse("forgot"), {"email": "ada@example.org"})
    assert len(sent()) == LIMITS["reset-mail"].most
