"""Ratings from another list: found by names in any order and accents, shown before they are taken."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.access.permissions import SYSTEM
from tests.tournament.desk.conftest import look, press
from tournament.people_lists.people_list import read_players
from tournament.people_lists.people_matching import name_key
from tournament.services.entries import from_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def entered(make_tournament):
    e = make_tournament()
    names = "Karl Müller\nThérèse Lübcke-Ost; 1400\nAda Birk\nBen Okafor; 1500"
    from_list.enter(actor=SYSTEM, tournament=e.tournament, lines=read_players(names), now_ms=1)
    return e


def ratings(e):
    return {str(each): each.rating for each in e.tournament.entrants.with_names()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Karl Müller", "Mueller, Karl"),
        ("Thérèse Lübcke-Ost", "LUBCKE OST Therese"),
        ("Øyvind Strauß", "Strauss Oyvind"),
    ],
)
def test_a_name_is_the_same_in_any_order_and_with_any_accents(one, other):
    assert name_key(one) == name_key(other)


def test_what_the_list_would_change_is_shown_and_what_it_does_not_know(desk, entered):
    twice = "Birk, Ada;;1300\nBirk, Ada;;1310"
    text = f"Name;Verein;DWZ\nMUELLER, KARL;SK;1612\nOst Lubcke, Therese;;1400\n{twice}\nX Y;;1"
    page = desk.post(reverse("desk-entry-ratings", args=[entered.tournament.pk]), {"text": text})
    said = " ".join(page.content.decode().split())
    assert "Change 1 rating" in said
    assert "several of this name: stays" in said
    assert "not in the list: stays" in said
    assert "1 name of the list is not entered here: X Y" in said
    assert ratings(entered)["Karl Müller"] == 0
    told = press(desk, "desk-entry-ratings", entered.tournament.pk, text=text, sure="yes")
    assert told == ["1 rating was changed."]
    assert ratings(entered) == {
        "Karl Müller": 1612,
        "Thérèse Lübcke-Ost": 1400,
        "Ada Birk": 0,
        "Ben Okafor": 1500,
    }


def test_a_file_is_read_in_the_encoding_of_a_spreadsheet(desk, entered):
    file = SimpleUploadedFile("list.csv", "Müller;Karl;1700\nMüller, Karl;1700".encode("cp1252"))
    page = desk.post(reverse("desk-entry-ratings", args=[entered.tournament.pk]), {"file": file})
    assert "Change 1 rating" in " ".join(page.content.decode().split())


def test_an_empty_list_is_answered_with_a_sentence(desk, entered):
    page = desk.post(reverse("desk-entry-ratings", args=[entered.tournament.pk]), {"text": " "})
    assert "There is nothing in it." in page.content.decode()


def test_a_rating_list_that_is_too_long_is_refused_in_a_sentence(desk, entered, monkeypatch):
    monkeypatch.setattr(from_list, "MOST_RATINGS", 1)
    page = desk.post(reverse("desk-entry-ratings", args=[entered.tournament.pk]), {"text": "Ada; 1\nBen; 2"})
    assert "There is more than 1 line." in page.content.decode()


def test_entries_are_numbered_by_seed(desk, entered):
    page = look(desk, "desk-entries", entered.tournament.pk)
    names = ["Ben Okafor", "Thérèse Lübcke-Ost", "Karl Müller", "Ada Birk"]
    places = [page.index(f">{name}</a>") for name in names]
    assert places == sorted(places)
    assert '<span class="soft digits entry-number">1</span> <a class="entry-name"' in page


def test_seeding_by_the_club_says_what_it_did(desk, make_tournament):
    e = make_tournament()
    from_list.enter(actor=SYSTEM, tournament=e.tournament, lines=read_players("Ada\nBen"), now_ms=1)
    told = press(desk, "seed-by-rating", e.tournament.code)
    assert told == ["The club's list has no rating for anybody here: nothing changed."]
    player = e.tournament.entrants.first().player
    player.rating = 1500
    player.save()
    told = press(desk, "seed-by-rating", e.tournament.code)
    assert told == ["1 rating was taken from the club's list. 1 entrant is without one, and seeded last."]
