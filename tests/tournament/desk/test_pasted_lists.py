"""A pasted list at the desk: read as people write it, shown first, then entered whole or not at all."""

import re

import pytest
from django.urls import reverse

from tests.tournament.desk.conftest import look, press
from tournament.models import Club, Entrant, Player
from tournament.services.entries import pasting

pytestmark = pytest.mark.django_db


LIST = "Mira Novak; 1612; Cube Club\nWeber, Jonas\n\nÞórdís Ósk Jónsdóttir\t1400"


def test_a_pasted_list_is_shown_before_anybody_is_entered(desk, event):
    e = event()
    Player.objects.create(first_name="Jonas", family_name="Weber")
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST}).content.decode()
    assert "on our list" in page
    assert "Enter all 3" in page
    assert not Entrant.objects.exists()
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "3 entries were added."
    ]
    assert sorted(map(str, Entrant.objects.with_names())) == [
        "Jonas Weber",
        "Mira Novak",
        "Þórdís Ósk Jónsdóttir",
    ]
    assert Player.objects.get(first_name="Mira").club == Club.objects.get(name="Cube Club")
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "0 entries were added."
    ]


def test_a_pasted_list_enters_all_or_nobody(desk, event):
    e = event(capacity=2)
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST, "sure": "yes"}).content.decode()
    assert "All 2 places are taken." in page
    assert "Weber, Jonas" in page, "the list is still there to be mended"
    assert not Entrant.objects.exists()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Mira Novak,1612,Cube Club", [("Mira Novak", 1612, "Cube Club")]),
        ('"O\'Brien, Sinéad";1540', [("Sinéad O'Brien", 1540, "")]),
        ('"Novak, Mira",1612,Cube Club', [("Mira Novak", 1612, "Cube Club")]),
        ("Novak, Mira, 1612", [("Mira Novak", 1612, "")]),
        ("van Dijk, Piet, 1612, Cube Club", [("Piet van Dijk", 1612, "Cube Club")]),
        ("Mira Novak, Cube Club, 1612", [("Mira Novak", 1612, "Cube Club")]),
        ("Novak, Mira", [("Mira Novak", None, "")]),
        ("Name;Rating;Club\nMira Novak;1612;", [("Mira Novak", 1612, "")]),
        ("Name,Rating,Club\nMira Novak,,Cube Club", [("Mira Novak", None, "Cube Club")]),
        ("Vorname\tNachname\tDWZ\nMira\tNovak\t1612", [("Mira Novak", 1612, "")]),
        ("Name,Club\nMira Novak,Cube Club", [("Mira Novak", None, "Cube Club")]),
        ("Name\nMira Novak", [("Mira Novak", None, "")]),
    ],
)
def test_lists_are_read_as_spreadsheets_write_them(text, read):
    lines = pasting.read(text, "player")
    assert [(line.name, line.rating, line.club) for line in lines] == read
    assert not any(line.trouble for line in lines)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("; 1500; Cube Club", "A name is needed."),
        ("1500", "A name is needed."),
        ("\t1500\tCube Club", "A name is needed."),
        ("Mira Novak; 16120", "“16120” is not a rating from 1 to 3999."),
        (f"Mira {'k' * 61}", f"“{'k' * 20}…” has more than 60 letters."),
    ],
)
def test_a_line_that_cannot_be_read_is_shown_and_left_out(desk, event, line, says):
    e = event()
    text = f"{line}\nJonas Weber"
    page = desk.post(reverse("desk-entry-paste", args=[e.tournament.pk]), {"text": text}).content.decode()
    assert f"left out: {says}" in page
    assert re.search(r"Enter 1\s*<", page)
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=text, sure="yes") == ["1 entry was added."]
    assert str(Entrant.objects.with_names().get()) == "Jonas Weber"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Rooks:", "A name is needed."),
        ("Rooks: Ada Birk, Ben Okafor, Cleo Lind", "A pair has exactly two players."),
        ('"Rooks": "Birk, Ada"; Ben Okafor', None),
    ],
)
def test_pairs_are_judged_before_they_are_entered(line, says):
    (read,) = pasting.read(f"Team: Name\n{line}", "pair")
    assert (str(read.trouble) if read.trouble else None) == says
    if not says:
        assert (read.name, *map(str, read.people)) == ("Rooks", "Ada Birk", "Ben Okafor")


def test_the_preview_of_single_players_has_no_column_of_players(desk, event):
    address = reverse("desk-entry-paste", args=[event().tournament.pk])
    assert ">Players<" not in desk.post(address, {"text": LIST}).content.decode()


@pytest.mark.parametrize(
    ("line", "first", "family"),
    [
        ("Mira Novak", "Mira", "Novak"),
        ("Novak, Mira", "Mira", "Novak"),
        ("Pelé", "Pelé", ""),
        ("A  B C", "A B", "C"),
    ],
)
def test_names_are_read_as_people_write_them(line, first, family):
    assert pasting.read_person(line) == pasting.PastedPerson(first, family)


def test_a_team_is_pasted_with_its_players_and_substitutes(desk, event):
    e = event(entry="team", boards=2)
    press(
        desk, "desk-entry-paste", e.tournament.pk, text="Rooks: Ada Birk, Ben Okafor, Cleo Lind", sure="yes"
    )
    members = Entrant.objects.get().team.members.order_by("order")
    assert [(str(each.player), each.substitute) for each in members] == [
        ("Ada Birk", False),
        ("Ben Okafor", False),
        ("Cleo Lind", True),
    ]


@pytest.mark.parametrize("entry", ["pair", "team"])
def test_nobody_is_twice_in_a_pair_or_team(desk, event, entry):
    e = event(entry=entry, boards=2)
    told = press(desk, "desk-entry-add", e.tournament.pk, name="Kurz", players="Karl Kurz\nKarl Kurz")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    told = press(desk, "desk-entry-paste", e.tournament.pk, text="Kurz: Karl Kurz, Karl Kurz", sure="yes")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    assert not Player.objects.exists()


def test_a_pair_is_two_and_needs_no_name(desk, event):
    e = event(entry="pair")
    page = look(desk, "desk-entries", e.tournament.pk)
    assert "Name of the pair" in page
    assert "substitutes" not in page
    three = ("Ada Birk", "Ben Okafor", "Cleo Lind")
    told = press(desk, "desk-entry-add", e.tournament.pk, players="\n".join(three))
    assert told == ["A pair has exactly two players."]
    paste = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(paste, {"text": ", ".join(three), "sure": "yes"}).content.decode()
    assert "A pair has exactly two players." in page
    told = press(desk, "desk-entry-add", e.tournament.pk, players="Ada Birk\nBen Okafor")
    assert told == ["Ada / Ben is entered."]


def test_the_address_of_a_pasted_list_leads_to_the_entries(desk, event):
    e = event()
    answer = desk.get(reverse("desk-entry-paste", args=[e.tournament.pk]))
    assert answer.url == reverse("desk-entries", args=[e.tournament.pk])
