"""The first run, and the language and time zone of the club afterwards."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation

from games.access.permissions import may
from games.models import Action, Grant
from tests.games.actors import actor_for
from tournament.middleware import ClubSettingsMiddleware
from tournament.models import Club, ClubSettings, Picture
from tournament.server import first_run

WISHES = {
    "club": "Cube Club",
    "language": "de",
    "time_zone": "Europe/Berlin",
    "name": "Ada",
    "username": "ada",
    "password": "five wooden cubes",
}
FORM = {**WISHES, "password_again": WISHES["password"]}

pytestmark = [pytest.mark.django_db, pytest.mark.empty_club]


@pytest.fixture
def club_settings():
    first_run.set_up_club(**WISHES)
    return ClubSettings.objects.get()


def test_the_house_comes_with_its_club_and_logo_in_one_statement(club_settings, django_assert_num_queries):
    """Read both in one query, because every page needs them; only the logo's own view reads the picture."""
    ClubSettings.objects.update(indexed=True, welcome="Come in.\nTea is ready.")
    with django_assert_num_queries(1):
        bare = ClubSettings.objects.current()
        assert (bare.club.name, bare.logo) == ("Cube Club", None)
    asked = ClubSettings.objects.get()
    for field in ClubSettings._meta.concrete_fields:
        assert repr(getattr(bare, field.attname)) == repr(getattr(asked, field.attname)), field
    picture = Picture.objects.create(digest="0" * 32, kind="png", width=7, height=5, data=b"pixels")
    ClubSettings.objects.update(logo=picture)
    with django_assert_num_queries(1):
        logo = ClubSettings.objects.current().logo
        assert (logo.digest, logo.width, logo.get_deferred_fields()) == (picture.digest, 7, {"data"})
    assert bytes(logo.data) == b"pixels"


def test_the_form_founds_the_house_and_signs_the_organiser_in(client):
    answer = client.post(first_run.path(), FORM)
    assert (answer.status_code, answer.url) == (302, "/welcome/")
    assert client.get("/welcome/").status_code == 200
    club_settings = ClubSettings.objects.get()
    assert (club_settings.club.name, club_settings.language, club_settings.time_zone) == (
        "Cube Club",
        "de",
        "Europe/Berlin",
    )
    organiser = User.objects.get()
    assert not organiser.is_superuser
    assert not organiser.is_staff
    assert may(actor_for(f"user:{organiser.pk}"), "manage_club")
    assert Action.objects.get(verb="set_up").actor == f"user:{organiser.pk}"


def test_the_link_is_dead_afterwards(client):
    link = first_run.path()
    client.post(link, FORM)
    assert first_run.path() is None
    assert client.get(link).status_code == 410
    assert client.post(link, {**FORM, "username": "eve"}).status_code == 410
    assert [user.username for user in User.objects.all()] == ["ada"]


@pytest.mark.parametrize("guess", ["0" * 40, "x", "é"])
def test_a_guessed_link_opens_nothing(client, guess):
    assert client.get(f"/setup/{guess}/").status_code == 410
    assert client.post(f"/setup/{guess}/", FORM).status_code == 410
    assert not ClubSettings.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("club", ""),
        ("password", "short"),
        ("password", "ada"),
        ("password_again", "another one"),
        ("language", "tlh"),
        ("time_zone", "Mars/Olympus"),
        ("username", "a b"),
    ],
)
def test_what_cannot_be_is_asked_again_and_nothing_is_made(client, field, value):
    answer = client.post(first_run.path(), {**FORM, field: value})
    assert answer.status_code == 200
    assert answer.context["form"].errors
    assert not User.objects.exists()
    assert not ClubSettings.objects.exists()


def test_of_two_who_send_the_form_at_once_the_second_is_told_and_leaves_nothing(club_settings):
    with pytest.raises(first_run.AlreadySetUp):
        first_run.set_up_club(**{**WISHES, "club": "Other Club", "username": "eve"})
    assert not User.objects.filter(username="eve").exists()
    assert not Club.objects.filter(name="Other Club").exists()
    assert Grant.objects.count() == 1


def test_until_then_the_start_page_says_where_the_link_is(client):
    assert "setup/waiting.html" in [template.name for template in client.get("/").templates]
    first_run.set_up_club(**WISHES)
    assert "setup/waiting.html" not in [template.name for template in client.get("/").templates]


@pytest.mark.parametrize(
    ("cookie", "browser", "spoken"),
    [
        (None, "", "de"),  # no choice: the club's
        (None, "tlh", "de"),  # a language that is not offered: the club's
        (None, "en-GB,en;q=0.9", "en"),
        (None, "tlh;q=0.9,de-AT;q=0.5", "de"),
        (None, "fr-CH,de;q=0.5", "fr"),
        ("en", "de", "en"),  # chosen here
    ],
)
def test_a_page_comes_in_the_guests_language_or_in_that_of_the_house(
    client, club_settings, cookie, browser, spoken
):
    if cookie:
        client.cookies["django_language"] = cookie
    answer = client.get("/hall/", headers={"Accept-Language": browser})
    assert answer.headers["Content-Language"] == spoken
    assert f'<html lang="{spoken}"' in answer.content.decode()


def test_times_are_those_of_the_house(club_settings):
    winter = datetime.datetime(2026, 1, 15, 19, 0, tzinfo=datetime.UTC)

    def page(request):
        return HttpResponse(timezone.localtime(winter).strftime("%H:%M"))

    with translation.override(None):
        assert ClubSettingsMiddleware(page)(RequestFactory().get("/")).content == b"20:00"
    assert timezone.get_current_timezone_name() == "UTC"


def test_an_unknown_zone_is_no_reason_to_fail(club_settings):
    club_settings.time_zone = "Mars/Olympus"
    assert club_settings.tz is datetime.UTC
