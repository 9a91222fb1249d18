"""The start page of a club: its name, today, what is next, who won last, what waits at the desk."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from games.access.permissions import SYSTEM
from games.models import Action
from tests.club.test_image_files import png
from tests.databases import own_rows
from tests.tournament.desk.conftest import as_role  # noqa: F401 (a fixture)
from tournament.models import Club, ClubSettings, Picture, Tournament, TournamentStatus
from tournament.server import first_run
from tournament.services.club import evenings, people

pytestmark = pytest.mark.django_db

PASSWORD = "five wooden cubes"


@pytest.fixture
def club_settings():
    first_run.set_up_club(
        club="Cube Club",
        language="en",
        time_zone="Europe/Vienna",
        name="Ada",
        username="ada",
        password=PASSWORD,
    )
    return ClubSettings.objects.get()


def front(client):
    return client.get("/").content.decode()


def test_a_club_that_has_nothing_yet_sees_what_fiveline_is(client, club_settings):
    page = front(client)
    assert "<h1>Cube Club</h1>" in page
    assert "from first pairing to last push" in page


def test_a_club_with_tournaments_shows_them_and_no_brochure(client, club_settings):
    today = timezone.localdate()
    Tournament.objects.create(name="Running Cup", status=TournamentStatus.RUNNING)
    Tournament.objects.create(name="Later Cup", starts_on=today + datetime.timedelta(days=9))
    Tournament.objects.create(name="Hidden Cup", starts_on=today, public=False)
    evenings.open_evening(actor=SYSTEM, name="Thursday", day=today, now_ms=1, live=False)
    page = front(client)
    today_part = page[page.index('id="tonight"') : page.index('id="coming"')]
    assert "Running Cup" in today_part
    assert "Thursday" in today_part
    assert "Later Cup" in page[page.index('id="coming"') :]
    assert "Hidden Cup" not in page
    assert "from first pairing to last push" not in page


def test_who_won_last_is_named(client, club_settings, make_tournament):
    e = make_tournament("Ada Ben Cleo Dan", planned_rounds=1)
    e.play(e.publish())
    Tournament.objects.filter(pk=e.tournament.pk).update(status=TournamentStatus.FINISHED)
    page = front(client)
    assert 'data-place="1"' in page[page.index('id="last-results"') :]


def test_staff_see_what_waits_at_their_desk_and_others_do_not(
    client,
    club_settings,
    make_tournament,
    as_role,  # noqa: F811
):
    e = make_tournament("Ada Ben Cleo Dan", planned_rounds=3)
    assert "At your desk" not in front(client)
    client = as_role("arbiter", e.tournament.scope)
    assert "At your desk" in front(client)
    assert reverse("desk-tournament", args=[e.tournament.pk]) in front(client)
    assert "draft round 1" in front(client) or "checked in" in front(client)


# ---- everything that the set-up asked


def form(**changes):
    return {"club": "Cube Club", "language": "en", "time_zone": "Europe/Vienna", "welcome": "", **changes}


def sign_in(client):
    client.login(username="ada", password=PASSWORD)


def test_everything_the_set_up_asked_can_be_changed(client, club_settings):
    sign_in(client)
    logo = SimpleUploadedFile("logo.png", png(), "image/png")
    wishes = form(
        club="Würfelfreunde", language="de", time_zone="Europe/Zurich", welcome="Fridays at **seven**"
    )
    answer = client.post(reverse("club-settings"), {**wishes, "logo": logo})
    assert answer.status_code == 302
    club_settings = ClubSettings.objects.current()
    assert (club_settings.club.name, club_settings.language, club_settings.time_zone) == (
        "Würfelfreunde",
        "de",
        "Europe/Zurich",
    )
    assert own_rows(Club).count() == 1, "the club was renamed, not made anew"
    page = front(client)
    assert "Fridays at <strong>seven</strong>" in page
    assert f"/picture/{club_settings.logo}" in page
    logged = Action.objects.get(verb="change_club")
    assert "Würfelfreunde" not in str(logged.after)


def test_a_logo_goes_again_and_its_bytes_with_it(client, club_settings):
    sign_in(client)
    client.post(reverse("club-settings"), {**form(), "logo": SimpleUploadedFile("l.png", png())})
    client.post(reverse("club-settings"), {**form(), "drop_logo": "on"})
    assert ClubSettings.objects.current().logo is None
    assert not own_rows(Picture).exists()


def test_a_logo_that_is_no_picture_is_refused_in_words(client, club_settings):
    sign_in(client)
    answer = client.post(
        reverse("club-settings"), {**form(club="Other"), "logo": SimpleUploadedFile("l.png", b"<svg/>")}
    )
    assert "Send a PNG, JPEG or WebP file." in answer.content.decode()
    assert ClubSettings.objects.current().club.name == "Cube Club"


def test_the_clubs_name_is_on_every_kind_of_page(client, club_settings, make_tournament):
    e = make_tournament("Ada Ben Cleo Dan")
    e.publish()
    code = e.tournament.code
    addresses = [
        *(reverse(name) for name in ("home", "tournaments", "club", "rules", "wall", "screens")),
        *(
            reverse(name, args=[code])
            for name in ("tournament", "tournament-standings", "projector", "print-standings", "print-poster")
        ),
    ]
    missing = [address for address in addresses if "Cube Club" not in client.get(address).content.decode()]
    assert not missing


# ---- a user's own account


def test_one_changes_the_own_name_and_address(client, club_settings, django_user_model):
    sign_in(client)
    address = reverse("account-particulars")
    refused = client.post(address, {"name": "Ada L.", "email": "ada@example.org"})
    assert "That is not your password." in refused.content.decode()
    client.post(address, {"name": "Ada L.", "email": "ada@example.org", "old_password": PASSWORD})
    assert "ada@example.org" in client.get(reverse("account")).content.decode()
    client.post(address, {"name": "Ada Lovelace", "email": "ada@example.org"})
    assert own_rows(django_user_model).get().first_name == "Ada Lovelace"


# ---- what the public sees of people


def test_the_club_says_how_new_people_appear_and_listed_people_stay_as_they_are(client, club_settings):
    known = people.add_player(actor=SYSTEM, first_name="Ada", family_name="Berg")
    sign_in(client)
    client.post(reverse("club-settings"), form(public_as="short"))
    fresh = people.add_player(actor=SYSTEM, first_name="Cleo", family_name="Dorn")
    chosen = people.add_player(actor=SYSTEM, first_name="Eva", family_name="Falk", public_as="full")
    assert [each.public_name for each in (known, fresh, chosen)] == ["Ada Berg", "Cleo D.", "Eva Falk"]
    tournament = Tournament.objects.create(
        name="Cup", code="cup", status=TournamentStatus.RUNNING, registration_code="q", registration_open=True
    )
    page = client.get(reverse("tournament-enter", args=[tournament.code])).content.decode()
    assert '<option value="short" selected>' in page


def test_the_club_says_whether_search_engines_may_come(client, club_settings, settings):
    assert client.get("/")["X-Robots-Tag"] == "noindex, nofollow"
    sign_in(client)
    client.post(reverse("club-settings"), form(indexed="on"))
    assert "X-Robots-Tag" not in client.get("/").headers
    assert "Disallow" not in client.get("/robots.txt").content.decode()
    client.post(reverse("club-settings"), form())
    assert client.get("/")["X-Robots-Tag"] == "noindex, nofollow"
    # The server's environment decides this, not the club's settings.
    settings.MAY_BE_INDEXED = True
    assert 'name="indexed"' not in client.get(reverse("club-settings")).content.decode()
    assert "X-Robots-Tag" not in client.get("/").headers


def test_the_privacy_page_says_what_is_really_set(client, club_settings):
    assert reverse("privacy") in front(client)
    page = client.get(reverse("privacy")).content.decode()
    assert "Cube Club runs this server" in page
    assert "appear in public by: Full name" in page
    assert "are asked to leave these pages out" in page
    assert "Accounts are signed out after 4 hours without use." in page
    ClubSettings.objects.update(public_as="initials", indexed=True)
    page = client.get(reverse("privacy")).content.decode()
    assert "appear in public by: Initials" in page
    assert "the club wants them to be found" in page
