"""A pasted list at the desk: read as people write it, shown first, then entered whole or not at all."""

import re

import pytest
from django.urls import reverse

from tests.tournament.desk.conftest import look, press
from tournament.models import Club, Entrant, Player
from tournament.services.entries import pasted_list

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
    lines = pasted_list.read(text, "player")
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
    (read,) = pasted_list.read(f"Team: Name\n{line}", "pair")
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
    assert pasted_list.read_person(line) == pasted_list.PastedPerson(first, family)


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
    page = look(desk, "desk-entries", e.tournament.pk, query="?add")
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


def test_a_list_is_pasted_on_a_page_that_keeps_its_tab(desk, event):
    e = event()
    page = look(desk, "desk-entry-paste", e.tournament.pk)
    assert "See what would happen" in page
    entries = reverse("desk-entries", args=[e.tournament.pk])
    assert f'<a href="{entries}" aria-current="true">Entries</a>' in page


@pytest.mark.parametrize(
    ("line", "name", "rating", "club"),
    [
        ("1. Anna Schmidt", "Anna Schmidt", None, ""),
        ("1.Anna Schmidt", "Anna Schmidt", None, ""),
        ("2) Bernd Müller (1540)", "Bernd Müller", 1540, ""),
        ("3 - Clara Weiß", "Clara Weiß", None, ""),
        ("(4) Clara Weiß", "Clara Weiß", None, ""),
        ("4 Clara Weiß", "Clara Weiß", None, ""),
        ("#5 Clara Weiß", "Clara Weiß", None, ""),
        ("5;Clara Weiß;1400", "Clara Weiß", 1400, ""),
        ("- Dieter Özdemir, 1480", "Dieter Özdemir", 1480, ""),
        ("• Eva-Maria Huber", "Eva-Maria Huber", None, ""),
        ("* Eva-Maria Huber", "Eva-Maria Huber", None, ""),
        ("[x] Eva-Maria Huber", "Eva-Maria Huber", None, ""),
        ("✅ Eva-Maria Huber", "Eva-Maria Huber", None, ""),
        ("\u200e10. \u2060Eva-Maria\u00a0Huber", "Eva-Maria Huber", None, ""),
        ("Hans Jürgen Lüdemann 1610", "Hans Jürgen Lüdemann", 1610, ""),
        ("Hans Jürgen Lüdemann - 1610", "Hans Jürgen Lüdemann", 1610, ""),
        ("Lüdemann, Hans Jürgen 1610", "Hans Jürgen Lüdemann", 1610, ""),
        ("Lüdemann, Hans Jürgen [1610]", "Hans Jürgen Lüdemann", 1610, ""),
        ("Hans Lüdemann DWZ 1610", "Hans Lüdemann", 1610, ""),
        ("Hans Lüdemann (Elo: 1610)", "Hans Lüdemann", 1610, ""),
        ("Hans Lüdemann (SK Graz)", "Hans Lüdemann", None, "SK Graz"),
        ("Hans Lüdemann (SK Graz) 1610", "Hans Lüdemann", 1610, "SK Graz"),
        ("Hans Lüdemann (1610), SK Graz", "Hans Lüdemann", 1610, "SK Graz"),
        ("Hans Lüdemann; TSV 1860", "Hans Lüdemann", None, "TSV 1860"),
        ("Ines Koch <ines@club.example>", "Ines Koch", None, ""),
        ("7. Ines Koch, ines@club.example", "Ines Koch", None, ""),
        ("Ines Koch +49 171 1234567", "Ines Koch", None, ""),
        ("jonas becker", "Jonas Becker", None, ""),
        ("LARS PETERSEN", "Lars Petersen", None, ""),
        ("EVA-MARIA O'BRIEN", "Eva-Maria O'Brien", None, ""),
        ("PETERSEN Lars", "Lars Petersen", None, ""),
        ("PETERSEN, Lars", "Lars Petersen", None, ""),
        ("Piet VAN DER MEER", "Piet van der Meer", None, ""),
        ("van der meer, piet", "Piet van der Meer", None, ""),
        ("AJ Smith", "AJ Smith", None, ""),
        ("Fischer, Frank", "Frank Fischer", None, ""),
    ],
)
def test_a_line_is_read_as_people_write_it(line, name, rating, club):
    (read,) = pasted_list.read(line, "player")
    assert (read.name, read.rating, read.club, read.trouble) == (name, rating, club, None)


@pytest.mark.parametrize(
    "line", ["Teilnehmer Herbstturnier:", "# Players", "Startliste vom 3. Mai", "-----", "Warteliste:"]
)
def test_a_heading_enters_nobody_and_is_shown(desk, event, line):
    page = desk.post(
        reverse("desk-entry-paste", args=[event().tournament.pk]), {"text": f"{line}\n1. Ada Birk"}
    ).content.decode()
    assert "This looks like a heading." in page
    assert re.search(r"Enter 1\s*<", page)


def test_who_is_written_twice_in_two_ways_is_entered_once(desk, event):
    e = event()
    told = press(
        desk, "desk-entry-paste", e.tournament.pk, text="2) Bernd Müller (1540)\nMÜLLER, Bernd", sure="yes"
    )
    assert told == ["1 entry was added."]


@pytest.mark.parametrize(
    "text",
    [
        "Team; Players\nRooks; Ada Birk, Ben Okafor",
        "Team;Spieler 1;Spieler 2\nRooks;Birk, Ada;Ben Okafor",
        "Mannschaft\tSpieler\nRooks\tAda Birk / Ben Okafor",
        "Team: Players\nRooks: Ada Birk, Ben Okafor",
        "1. Rooks: ada birk (1500), BEN OKAFOR",
    ],
)
def test_teams_are_read_under_a_heading_and_without(text):
    (read,) = pasted_list.read(text, "team")
    assert (read.name, *map(str, read.people)) == ("Rooks", "Ada Birk", "Ben Okafor")


def test_a_line_of_the_list_is_left_out_where_it_was_marked(desk, event):
    e = event()
    told = press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes", leave="1")
    assert told == ["2 entries were added."]
    assert not Player.objects.filter(family_name="Weber").exists()
