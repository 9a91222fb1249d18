"""A pasted list at the desk: read as people write it, shown first, then entered whole or not at all."""

import re

import pytest
from django.urls import reverse

from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press
from tournament.models import Club, Entrant, Player

pytestmark = pytest.mark.django_db


LIST = "Mira Novak; 1612; Cube Club\nWeber, Jonas\n\nÞórdís Ósk Jónsdóttir\t1400"


def test_a_pasted_list_is_shown_before_anybody_is_entered(desk, make_tournament):
    e = make_tournament()
    Player.objects.create(first_name="Jonas", family_name="Weber")
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST}).content.decode()
    assert "on our list" in page
    assert "Enter all 3" in page
    assert not own_rows(Entrant).exists()
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "3 entries were added."
    ]
    assert sorted(map(str, own_rows(Entrant).with_names())) == [
        "Jonas Weber",
        "Mira Novak",
        "Þórdís Ósk Jónsdóttir",
    ]
    assert Player.objects.get(first_name="Mira").club == Club.objects.get(name="Cube Club")
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes") == [
        "0 entries were added."
    ]


def test_a_pasted_list_enters_all_or_none(desk, make_tournament):
    e = make_tournament(capacity=2)
    address = reverse("desk-entry-paste", args=[e.tournament.pk])
    page = desk.post(address, {"text": LIST, "sure": "yes"}).content.decode()
    assert "All 2 places are taken." in page
    assert "Weber, Jonas" in page, "the list is still there to be mended"
    assert not own_rows(Entrant).exists()


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
def test_a_line_that_cannot_be_read_is_shown_and_left_out(desk, make_tournament, line, says):
    e = make_tournament()
    text = f"{line}\nJonas Weber"
    page = desk.post(reverse("desk-entry-paste", args=[e.tournament.pk]), {"text": text}).content.decode()
    assert f"left out: {says}" in page
    assert re.search(r"Enter 1\s*<", page)
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=text, sure="yes") == ["1 entry was added."]
    assert str(own_rows(Entrant).with_names().get()) == "Jonas Weber"


def test_the_preview_of_single_players_has_no_column_of_players(desk, make_tournament):
    address = reverse("desk-entry-paste", args=[make_tournament().tournament.pk])
    assert ">Players<" not in desk.post(address, {"text": LIST}).content.decode()


def test_a_team_is_pasted_with_its_players_and_substitutes(desk, make_tournament):
    e = make_tournament(entry="team", boards=2)
    press(
        desk, "desk-entry-paste", e.tournament.pk, text="Rooks: Ada Birk, Ben Okafor, Cleo Lind", sure="yes"
    )
    members = own_rows(Entrant).get().team.members.order_by("order")
    assert [(str(each.player), each.substitute) for each in members] == [
        ("Ada Birk", False),
        ("Ben Okafor", False),
        ("Cleo Lind", True),
    ]


@pytest.mark.parametrize("entry", ["pair", "team"])
def test_nobody_is_twice_in_a_pair_or_team(desk, make_tournament, entry):
    e = make_tournament(entry=entry, boards=2)
    told = press(desk, "desk-entry-add", e.tournament.pk, name="Kurz", players="Karl Kurz\nKarl Kurz")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    told = press(desk, "desk-entry-paste", e.tournament.pk, text="Kurz: Karl Kurz, Karl Kurz", sure="yes")
    assert told == ["Karl Kurz is named twice: everybody plays once."]
    assert not own_rows(Player).exists()


def test_a_pair_is_two_and_needs_no_name(desk, make_tournament):
    e = make_tournament(entry="pair")
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


def test_a_list_is_pasted_on_a_page_that_keeps_its_tab(desk, make_tournament):
    e = make_tournament()
    page = look(desk, "desk-entry-paste", e.tournament.pk)
    assert "See what would happen" in page
    entries = reverse("desk-entries", args=[e.tournament.pk])
    assert f'<a href="{entries}" aria-current="true">Entries</a>' in page


@pytest.mark.parametrize(
    "line", ["Teilnehmer Herbstturnier:", "# Players", "Startliste vom 3. Mai", "-----", "Warteliste:"]
)
def test_a_heading_enters_no_player_and_is_shown(desk, make_tournament, line):
    page = desk.post(
        reverse("desk-entry-paste", args=[make_tournament().tournament.pk]), {"text": f"{line}\n1. Ada Birk"}
    ).content.decode()
    assert "This looks like a heading." in page
    assert re.search(r"Enter 1\s*<", page)


def test_who_is_written_twice_in_two_ways_is_entered_once(desk, make_tournament):
    e = make_tournament()
    told = press(
        desk, "desk-entry-paste", e.tournament.pk, text="2) Bernd Müller (1540)\nMÜLLER, Bernd", sure="yes"
    )
    assert told == ["1 entry was added."]


def test_a_line_of_the_list_is_left_out_where_it_was_marked(desk, make_tournament):
    e = make_tournament()
    told = press(desk, "desk-entry-paste", e.tournament.pk, text=LIST, sure="yes", leave="1")
    assert told == ["2 entries were added."]
    assert not Player.objects.filter(family_name="Weber").exists()


def test_a_list_that_is_too_long_is_refused_and_stays_in_the_field(desk, make_tournament):
    address = reverse("desk-entry-paste", args=[make_tournament().tournament.pk])
    page = desk.post(address, {"text": "Ada Birk\n" * 501, "sure": "yes"}).content.decode()
    assert "There are more than 500 lines." in page
    assert "Ada Birk" in page
    assert not own_rows(Entrant).exists()


def test_a_year_of_birth_says_who_of_two_is_entered(desk, make_tournament):
    e = make_tournament()
    for year in (1980, 2009):
        Player.objects.create(first_name="Anna", family_name="Huber", birth_year=year)
    text = "Name;Born\nAnna Huber;2009"
    page = desk.post(reverse("desk-entry-paste", args=[e.tournament.pk]), {"text": text}).content.decode()
    assert "on our list" in page
    press(desk, "desk-entry-paste", e.tournament.pk, text=text, sure="yes")
    assert own_rows(Entrant).get().player.birth_year == 2009


def test_what_entering_does_not_need_keeps_no_player_out(desk, make_tournament):
    e = make_tournament()
    text = "Name;Born;Public;Board;Team\nAda Birk;99;ja;A1;Rooks\nBen Okafor;2001;initials;1;Rooks"
    assert press(desk, "desk-entry-paste", e.tournament.pk, text=text, sure="yes") == [
        "2 entries were added."
    ]
    assert sorted(map(str, own_rows(Entrant).with_names())) == ["Ada Birk", "Ben Okafor"]
    ben = own_rows(Player).get(first_name="Ben")
    assert (ben.birth_year, ben.public_as) == (2001, "initials")
