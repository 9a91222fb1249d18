"""Players and teams from lists: any usual delimiter and encoding, every line told, nothing written before."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import ORGANISER, read_or_refuse
from tournament.exchange import csv_tables, people, reading
from tournament.exchange.people import Fate
from tournament.models import Club, Player, Team

pytestmark = pytest.mark.django_db


def fates(text):
    return [
        (line.line, str(line.fate), *(str(each) for each in line.trouble)) for line in people.plan(text).lines
    ]


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
def test_every_usual_delimiter_is_found_out(delimiter):
    rows = [["First name", "Family name", "Rating", "Club"], ["Mira", "Novak", "1612", "Cube Club"]]
    planned = people.plan("\n".join(delimiter.join(row) for row in rows))
    (line,) = planned.lines
    assert (str(line.wanted.person), line.wanted.rating, line.wanted.club) == (
        "Mira Novak",
        1612,
        "Cube Club",
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_usual_encoding_is_recognised(encoding):
    assert "Käthe Öztürk" in reading.decode("Name;Rating\nKäthe Öztürk;1500\n".encode(encoding))


def test_an_encoding_may_be_named():
    assert reading.decode("Řehoř".encode("cp1250"), "cp1250") == "Řehoř"


@pytest.mark.parametrize("heading", ["Name;Elo", "Spieler;DWZ", "Nom;Classement", "naam;rating"])
def test_headings_of_other_languages_are_understood(heading):
    (line,) = people.plan(f"{heading}\nMira Novak;1612").lines
    assert (str(line.wanted.person), line.wanted.rating) == ("Mira Novak", 1612)


def test_a_list_without_headings_is_understood_too():
    (line,) = people.plan("Novak, Mira; 1612; 2009; Cube Club").lines
    assert (line.wanted.person.family_name, line.wanted.rating, line.wanted.birth_year) == (
        "Novak",
        1612,
        2009,
    )
    assert line.wanted.club == "Cube Club"


def test_every_line_is_told_and_nothing_is_written():
    Player.objects.create(first_name="Mira", family_name="Novak", rating=1500)
    Player.objects.create(first_name="Jonas", family_name="Weber")
    for _ in range(2):
        Player.objects.create(first_name="Two", family_name="Names")
    text = """Name;Rating;Born
Mira Novak;1612;
Jonas Weber;;
Ada Birk;abc;
Cleo Lind;1500;1850

Ines Duarte;1700;2001
Two Names;;
"Open;1500;
Ines Duarte;1700;2001
;1400;
"""
    assert fates(text) == [
        (2, "change"),
        (3, "known"),
        (4, "wrong", "“abc” is not a rating from 1 to 3999."),
        (5, "wrong", "“1850” is not a year of birth."),
        (7, "new"),
        (8, "wrong", "2 players of this name are listed. Add a year of birth, or make them one first."),
        (9, "wrong", "A quotation mark is opened and never closed."),
        (10, "wrong", "The same as line 7."),
        (11, "wrong", "There is no name."),
    ]
    assert Player.objects.count() == 4
    assert not Club.objects.exists()


def test_carrying_out_does_what_was_told_and_leaves_the_wrong_lines_out():
    mira = Player.objects.create(first_name="Mira", family_name="Novak", rating=1500)
    planned = people.plan("Name;Rating;Club\nMira Novak;1612;Cube Club\nAda Birk;x;\nCleo Lind;;cube club")
    people.carry_out(planned, actor=ORGANISER)
    mira.refresh_from_db()
    assert (mira.rating, mira.club.name) == (1612, "Cube Club")
    assert sorted(Player.objects.values_list("first_name", flat=True)) == ["Cleo", "Mira"]
    assert Club.objects.count() == 1


def test_teams_are_made_from_a_column_in_the_order_of_boards():
    text = "Team,Name,Board\nRooks,Ada Birk,2\nRooks,Ben Okafor,1\nKnights,Cleo Lind,\nKnights,Dan Ek,"
    people.carry_out(people.plan(text), actor=ORGANISER)
    rooks = Team.objects.get(name="Rooks")
    assert [str(member.player) for member in rooks.members.all()] == ["Ben Okafor", "Ada Birk"]
    again = people.plan(text)
    assert [team.known for team in again.teams] == [True, True]
    assert not again.does_something


def test_bringing_the_same_list_twice_changes_nothing():
    text = "Name;Rating\nMira Novak;1612\nAda Birk;1400"
    people.carry_out(people.plan(text), actor=ORGANISER)
    assert [line.fate for line in people.plan(text).lines] == [Fate.KNOWN, Fate.KNOWN]


@pytest.mark.parametrize("cell", ["=1+1", "+SUM(A1)", "-2+3", "@cmd", "  =HYPERLINK(1)"])
def test_no_cell_of_ours_is_a_formula(cell):
    assert csv_tables.harmless(cell).startswith("'")
    assert f"'{cell}" in csv_tables.write(["name"], [[cell]])


@pytest.mark.parametrize("cell", ["-5", "+3", "1.5", "Mira", "", "−5"])
def test_numbers_and_names_stay_as_they_are(cell):
    assert csv_tables.harmless(cell) == cell


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_planned_or_refused(text):
    read_or_refuse(lambda given: people.plan(reading.checked(given)), text)


CELLS = st.text("ab\"=é' ", max_size=8).map(lambda text: " ".join(text.split()))


@given(st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=8))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_written_as_csv_reads_back(rows):
    text = csv_tables.write(["name", "club", "note"], rows)
    back = [list(row.cells) for row in csv_tables.read(reading.checked(text))][1:]
    assert back == [[csv_tables.harmless(cell) for cell in row] for row in rows]


def test_what_was_read_as_something_else_is_read_again_without_its_file():
    read = reading.decode_file("Dvořák; Řehoř".encode("cp1250"))
    assert (read.text, read.encoding) == ("Dvoøák; Øehoø", "cp1252")
    assert read.read_as("cp1250").text == "Dvořák; Řehoř"


def test_an_encoding_is_called_by_what_it_is_for():
    with pytest.raises(reading.BadFile, match=r"This is not Unicode \(UTF-8\)\."):
        reading.decode("Käthe".encode("cp1252"), "utf-8")
    with pytest.raises(reading.BadFile, match="is not recognised"):
        reading.decode(b"\x81\xff")
