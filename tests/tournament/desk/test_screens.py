"""The screens of the hall: named at the desk, opened once, and showing what the desk chooses."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Action
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press
from tournament.models import HallScreen, Round, Tournament, TournamentStatus

pytestmark = pytest.mark.django_db


@pytest.fixture
def e(desk, make_tournament):
    made = make_tournament("Anna Bert Cleo Zoe")
    made.publish()
    press(desk, "desk-screen-add", made.tournament.pk, name="Door")
    return made


def steer(desk, e, **wish):
    return press(desk, "desk-screen-steer", e.tournament.pk, screen=own_rows(HallScreen).get().pk, **wish)


def shown():
    screen = own_rows(HallScreen).get()
    return Client().get(reverse("screen", args=[screen.pk])).content.decode()


def version():
    screen = own_rows(HallScreen).get()
    return Client().get(reverse("screen-version", args=[screen.pk])).json()["version"]


def test_a_screen_is_chosen_by_its_name_on_the_screen_itself(e):
    assert "Door" in Client().get(reverse("screens")).content.decode()
    assert "Pairings" in shown(), "a new one shows everything in turn"


@pytest.mark.parametrize(
    ("shows", "there", "missing"),
    [
        ("results", 'aria-label="Pairings"', 'aria-label="Standings'),
        ("standings", 'aria-label="Standings', 'aria-label="Pairings"'),
        ("pairings", 'aria-label="Pairings by name"', 'aria-label="Standings'),
        ("club", "slide-club", "slide-follow"),
        ("wall", "wall-grid", 'aria-label="Pairings"'),
        ("podium", "slide-club", "slide-podium"),  # no winner yet: show the club's name instead
    ],
)
def test_the_desk_says_what_a_screen_shows(desk, e, shows, there, missing):
    before = version()
    assert steer(desk, e, shows=shows) == ["1 screen changes."]
    assert version() != before, "the screen hears of it"
    assert there in shown()
    assert missing not in shown()


def test_pairings_by_name_are_divided_by_letters(desk, e):
    steer(desk, e, shows="pairings", first_letter="a", last_letter="k")
    assert re.findall(r"<strong>\s*(\w+)", shown()) == ["Anna", "Bert", "Cleo"]
    assert steer(desk, e, shows="pairings", first_letter="7") == [
        "Pairings are divided by letters: from A to K, for example."
    ]


def test_a_message_stands_on_the_screen(desk, e):
    assert steer(desk, e, shows="message", text=" ") == ["Type the message that the screen is to show."]
    steer(desk, e, shows="message", text="Lunch at one")
    assert "<p>Lunch at one</p>" in shown()


def test_a_screen_counts_down_to_the_round(desk, e):
    own_rows(Round).update(starts_ms=4_000_000_000_000)
    steer(desk, e, shows="countdown")
    assert 'class="countdown"' in shown()


def test_at_the_end_the_winners_have_a_slide_of_their_own(desk, e):
    e.play(own_rows(Round).get())
    own_rows(Tournament).update(status=TournamentStatus.FINISHED)
    assert "slide-podium" in shown()


def test_all_screens_change_with_one_press_and_each_is_logged(desk, e):
    press(desk, "desk-screen-add", e.tournament.pk, name="Bar")
    assert press(desk, "desk-screen-steer", e.tournament.pk, shows="standings") == ["2 screens change."]
    assert set(own_rows(HallScreen).values_list("shows", flat=True)) == {"standings"}
    assert Action.objects.filter(verb="steer_screen").count() == 2


def test_one_screen_changes_and_the_other_stays(desk, e):
    press(desk, "desk-screen-add", e.tournament.pk, name="Bar")
    bar = HallScreen.objects.get(name="Bar")
    told = press(desk, "desk-screen-steer", e.tournament.pk, screen=bar.pk, shows="standings")
    assert told == ["1 screen changes."]
    assert list(own_rows(HallScreen).values_list("name", "shows")) == [
        ("Door", "turning"),
        ("Bar", "standings"),
    ]


def test_a_name_is_given_once(desk, e):
    assert press(desk, "desk-screen-add", e.tournament.pk, name="Door") == [
        "Another screen is called “Door”."
    ]


def test_the_desk_sees_which_screens_are_on(desk, e):
    assert "not open" in look(desk, "desk-screens", e.tournament.pk)
    version()
    assert "not open" not in look(desk, "desk-screens", e.tournament.pk)


def test_the_screens_of_another_tournament_are_left_alone(desk, e, make_tournament):
    other = make_tournament("Carl Dora")
    assert press(desk, "desk-screen-steer", other.tournament.pk, shows="club") == ["0 screens change."]
    assert own_rows(HallScreen).get().tournament == e.tournament


def test_a_hidden_tournament_is_on_no_screen_of_a_stranger(desk, e):
    own_rows(Tournament).update(public=False)
    assert "Anna" not in shown()


def test_a_screen_whose_tournament_was_deleted_shows_the_club(desk, e):
    own_rows(HallScreen).update(tournament=None)
    assert "slide-club" in shown()
    assert "Anna" not in shown()


def test_a_screen_is_removed(desk, e):
    number = own_rows(HallScreen).get().pk
    press(desk, "desk-screen-drop", e.tournament.pk, screen=number)
    assert not own_rows(HallScreen).exists()
    assert Client().get(reverse("screen", args=[number])).status_code == 404
