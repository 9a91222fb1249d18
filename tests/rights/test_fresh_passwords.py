"""Sensitive pages need the password again; guesses at it count; and how long an account stays signed in."""

import pytest
import time_machine
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games.access.permissions import actor_of, may
from games.access.roles import FRESH
from games.access.throttle import LIMITS
from games.accounts import session_age
from games.accounts.session_age import DAY_MS, FRESH_MS, HOUR_MS, IDLE_MS, LONGEST_MS, PAUSE_MS
from games.models import Action, Link, SessionInfo
from games.timekeeping import MINUTE_MS, now_ms
from tests.databases import own_rows
from tests.rights.signing import SECRET, is_in, sign_in
from tests.rights.test_actor import scope_of

pytestmark = pytest.mark.django_db

STAFF_PAGE = "/staff/club/"
INVITATION = {"role": "arbiter", "label": "for Bob"}


@pytest.fixture
def desk(someone):
    """Sign an organiser in, a while ago."""
    someone(role="organiser")
    client = Client()
    sign_in(client)
    own_rows(SessionInfo).update(password_ms=now_ms() - FRESH_MS - 1)
    return client


def test_the_password_is_asked_again_and_the_step_then_continues(desk):
    asked = desk.post(STAFF_PAGE, INVITATION)
    assert "Your password, please" in asked.content.decode()
    assert not own_rows(Link).exists()
    carried = dict(asked.context["carried"])
    assert carried == INVITATION
    done = desk.post(STAFF_PAGE, {**carried, "fresh_password": SECRET})
    assert "The invitation is ready" in done.content.decode()
    assert own_rows(Link).get().label == "for Bob"
    assert "The invitation is ready" in desk.post(STAFF_PAGE, INVITATION).content.decode()


def test_looking_needs_no_fresh_password_unless_it_gives_everything_away(desk, settings, tmp_path):
    assert "Your password, please" not in desk.get(STAFF_PAGE).content.decode()
    assert {verb for verb, looks in FRESH.items() if looks} == {"take_backups", "take_exports"}
    from tournament.models import Tournament
    from tournament.services.backup import copies

    tournament = Tournament.objects.create(name="Spring Cup")
    assert copies.make(tournament, reason="manual", now_ms=now_ms())
    address = reverse("desk-backup-download", args=[copies.list_backups()[0].path.name])
    assert "Your password, please" in desk.get(address).content.decode()
    assert_loads(desk.post(address, {"fresh_password": SECRET, "fresh_look": "yes"}), address)
    assert desk.get(address).headers["Content-Type"] == "application/gzip"


def assert_loads(answer, address):
    """Check that a file loads: the page it loads beside must not ask for the password any longer."""
    page = answer.content.decode()
    assert f'<meta http-equiv="refresh" content="0; url={address}">' in page
    assert "Your password, please" not in page


@pytest.mark.parametrize(
    ("came_from", "back"),
    [
        ("http://testserver/club/export/abc/?round=2", "/club/export/abc/?round=2"),
        ("http://elsewhere.test/club/", "/account/"),
        ("//elsewhere.test/club/", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("http://testserver//elsewhere.test/", "/account/"),
        ("", "/account/"),
    ],
)
def test_a_question_for_the_password_leads_back_to_where_one_was(desk, came_from, back):
    from tournament.models import Tournament

    tournament = Tournament.objects.create(name="Spring Cup")
    address = reverse("club-export-file", args=[tournament.code, "event", "json"])
    asked = desk.get(address, headers={"Referer": came_from})
    assert f'href="{back}">Cancel' in " ".join(asked.content.decode().split()).replace("> Cancel", ">Cancel")
    form = {"fresh_look": "yes", "fresh_from": back}
    wrong = desk.post(address, {**form, "fresh_password": "no idea"})
    assert wrong.context["back"] == back
    loading = desk.post(address, {**form, "fresh_password": SECRET})
    assert_loads(loading, address)
    assert loading.context["back"] == back


def test_the_names_of_a_tournament_leave_the_house_after_a_fresh_password(desk):
    from tournament.models import Tournament

    tournament = Tournament.objects.create(name="Spring Cup")
    assert (
        "Your password, please"
        not in desk.get(reverse("club-export", args=[tournament.code])).content.decode()
    )
    address = reverse("club-export-file", args=[tournament.code, "event", "json"]) + "?stage=1"
    assert "Your password, please" in desk.get(address).content.decode()
    assert_loads(desk.post(address, {"fresh_password": SECRET, "fresh_look": "yes"}), address)
    assert desk.get(address).headers["Content-Type"] == "application/json"


def test_whether_staff_need_a_second_factor_is_switched_with_a_fresh_password(desk):
    from tournament.models import Club, ClubSettings

    club = Club.objects.create(name="Cube Club")
    ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
    rule, wish = reverse("club-second-factor"), {"second_factor": "on"}
    assert f'action="{rule}"' in desk.get(reverse("club-settings")).content.decode()
    general = {"club": "Cube Club", "language": "en", "time_zone": "UTC", "welcome": ""}
    assert desk.post(reverse("club-settings"), {**general, **wish}).status_code == 302
    assert "Your password, please" in desk.post(rule, wish).content.decode()
    assert ClubSettings.objects.get().second_factor_from_ms is None
    desk.post(rule, {**wish, "fresh_password": SECRET})
    assert ClubSettings.objects.get().second_factor_from_ms is not None
    assert Action.objects.get(verb="change_club", after__second_factor=True)
    desk.post(rule)
    assert ClubSettings.objects.get().second_factor_from_ms is None


def test_a_wrong_password_is_asked_for_again_and_changes_nothing(desk):
    again = desk.post(STAFF_PAGE, {**INVITATION, "fresh_password": "nonsense"})
    assert "That is not your password." in again.content.decode()
    assert "nonsense" not in again.content.decode()
    assert dict(again.context["carried"]) == INVITATION
    assert not own_rows(Link).exists()


@pytest.mark.parametrize(
    ("page", "fields"),
    [
        (
            "password",
            {"old_password": "{}", "password": "five cubes", "password_again": "five cubes"},
        ),
        ("account-particulars", {"name": "Ada", "email": "ada@example.org", "old_password": "{}"}),
        ("staff", {**INVITATION, "fresh_password": "{}"}),
    ],
)
def test_guesses_at_the_password_on_the_account_page_are_limited(desk, page, fields):
    """Also not by a stranger at an unattended desk."""
    address = reverse(page, args=["club"] if page == "staff" else [])

    def guess(password):
        filled = {name: value.format(password) for name, value in fields.items()}
        return desk.post(address, filled).content.decode()

    for _ in range(LIMITS["own-password"].most):
        assert "not your password" in guess("nonsense")
    assert "Too many wrong tries" in guess(SECRET)
    assert Action.objects.filter(verb="password_wrong").count() == LIMITS["own-password"].most


@pytest.mark.parametrize(
    ("age_ms", "unused_ms", "over"),
    [
        (HOUR_MS, 0, False),
        (IDLE_MS, IDLE_MS, False),
        (IDLE_MS + 1, IDLE_MS + 1, True),
        (DAY_MS + HOUR_MS, PAUSE_MS, False),  # a long day lasts while the desk is used
        (DAY_MS + HOUR_MS, PAUSE_MS + 1, True),
        (LONGEST_MS + 1, 0, True),
    ],
)
def test_a_session_ends_in_a_pause_and_never_in_the_middle_of_work(age_ms, unused_ms, over):
    now = 10**12
    assert (now > session_age.ends_ms(now - age_ms, now - unused_ms)) is over


def test_an_unused_account_is_signed_out_and_the_tablet_stays(client, someone):
    from games.access import links
    from games.access.permissions import SYSTEM

    someone(role="organiser")
    made = links.make(SYSTEM, role="display", scope="club")
    client.post(made.path)
    sign_in(client)
    scope = scope_of(client)
    with time_machine.travel(now_ms() / 1000 + IDLE_MS / 1000 + 60):
        assert not may(actor_of(scope), "manage_club")
        answer = client.get(STAFF_PAGE)
        assert answer.url.startswith(reverse("sign-in"))
        assert not is_in(client)
        assert client.session["links"] == [made.link.pk]


def test_a_desk_in_use_stays_for_a_long_day(client, someone):
    someone(role="organiser")
    sign_in(client)
    start = now_ms()
    with time_machine.travel(start / 1000) as clock:
        for _ in range(48):
            clock.shift(PAUSE_MS / 1000 - 60)
            assert is_in(client)
        assert now_ms() - start > DAY_MS + 10 * HOUR_MS


@pytest.mark.parametrize(
    "weak", ["8273645192", "2026-11-17-19", "Fiveline12", "quixoquixo", "quixo tournament", "abababababab"]
)
def test_what_is_tried_first_is_no_password(weak):
    with pytest.raises(ValidationError):
        validate_password(weak)


@pytest.mark.parametrize("good", ["five wooden cubes", "quixo with grandmother", "Kaffee um halb 7"])
def test_a_sentence_is_a_good_password(good):
    validate_password(good)


def test_the_desk_is_used_by_messages_as_well(client, someone, monkeypatch):
    """An arbiter may act at a board for hours without loading a page."""
    from games.accounts import sessions

    someone(role="arbiter")
    sign_in(client)
    monkeypatch.setattr(sessions, "_last_noted", {})
    key = client.session.session_key
    own_rows(SessionInfo).update(seen_ms=now_ms() - 10 * MINUTE_MS)
    sessions.note_seen(key, "10.0.0.7")
    assert now_ms() - own_rows(SessionInfo).get().seen_ms < MINUTE_MS
