"""What the club import and pasted entries make of the same list, before one reader replaces both."""

import pytest

from tournament.exchange import people
from tournament.services.entries import pasted_list

pytestmark = pytest.mark.django_db
SAME = "same"


def in_brief(name, rating, club, birth_year=None):
    found = (name, rating, club, birth_year)
    while found and not found[-1]:
        found = found[:-1]
    return found


def as_club(text):
    return [
        tuple(map(str, line.trouble))
        if line.wanted is None
        else in_brief(str(line.wanted.person), line.wanted.rating, line.wanted.club, line.wanted.birth_year)
        for line in people.plan(text).lines
    ]


def as_entries(text):
    return [
        (str(line.trouble),) if line.trouble else in_brief(line.name, line.rating, line.club)
        for line in pasted_list.read(text, "player")
    ]


# Text, what the club's import reads, what pasted entries read.
EXAMPLES = [
    ("Mira Novak; 1612; Cube Club", [("Mira Novak", 1612, "Cube Club")], SAME),
    (
        "Novak, Mira\nWeber, Jonas",
        [("Novak", None, "Mira"), ("Weber", None, "Jonas")],
        [("Mira Novak",), ("Jonas Weber",)],
    ),
    (
        "Novak, Mira; 1612; 2009; Cube Club",
        [("Mira Novak", 1612, "Cube Club", 2009)],
        [("Mira Novak", 1612, "Cube Club")],
    ),
    ("Mira Novak,1612,Cube Club", [("Mira Novak", 1612, "Cube Club")], SAME),
    (
        "1. Anna Schmidt\n2. Bernd Müller (1540)",
        [("1. Anna Schmidt",), ("2. Bernd Müller (1540)",)],
        [("Anna Schmidt",), ("Bernd Müller", 1540)],
    ),
    ("• Eva-Maria Huber", [("• Eva-Maria Huber",)], [("Eva-Maria Huber",)]),
    ("LARS PETERSEN; 1500", [("LARS PETERSEN", 1500)], [("Lars Petersen", 1500)]),
    ("PETERSEN Lars", [("PETERSEN Lars",)], [("Lars Petersen",)]),
    ("jonas becker", [("jonas becker",)], [("Jonas Becker",)]),
    (
        "Hans Lüdemann (SK Graz) 1610",
        [("Hans Lüdemann (SK Graz) 1610",)],
        [("Hans Lüdemann", 1610, "SK Graz")],
    ),
    ("Hans Lüdemann; TSV 1860", [("Hans Lüdemann", None, "TSV 1860")], SAME),
    ("Ines Koch <ines@club.example>", [("Ines Koch <ines@club.example>",)], [("Ines Koch",)]),
    ("; 1500; Cube Club", [("Cube Club", 1500)], [("A name is needed.",)]),
    (
        "Teilnehmer:\nAda Birk",
        [("Teilnehmer:",), ("Ada Birk",)],
        [("This looks like a heading.",), ("Ada Birk",)],
    ),
    ("3.", [("There is no name.",)], IndexError),
    ("3", [("There is no name.",)], [("A name is needed.",)]),
    ("-----", [("There is no name.",)], [("This looks like a heading.",)]),
    (
        "Name;Rating\nNovak, Mira;1612\nWeber, Jonas",
        [("Mira Novak", 1612), ("Jonas Weber",)],
        [("Mira Novak", 1612), ("“Jonas” is not a rating from 1 to 3999.",)],
    ),
    ("Name\nNovak, Mira", [("Novak",)], SAME),
    ("Name\nMira Novak; 1612", [("Mira Novak",)], SAME),
    ('Name,Club\nMira Novak,"A; B"', [("Mira Novak", None, "A; B")], [('"A Mira Novak', None, 'B"')]),
    ("Name, Rating\nMira Novak; 1612", [("Rating Name",), ("Mira Novak", 1612)], [("Mira Novak", 1612)]),
    ("Name;Rating;Born\nMira Novak;1612;1850", [("“1850” is not a year of birth.",)], [("Mira Novak", 1612)]),
    ("Name;Rating\nMira Novak;-", [("“-” is not a rating from 1 to 3999.",)], SAME),
    ("Name;Rating\nMira Novak;0", [("Mira Novak",)], SAME),
    ("Name;Rating\nMira Novak;00", [("“00” is not a rating from 1 to 3999.",)], [("Mira Novak",)]),
    ("Name;Rating\nMira Novak;abc", [("“abc” is not a rating from 1 to 3999.",)], SAME),
    ("Name;Nachname;Rating\nMira;Novak;1612", [("Mira Novak", 1612)], [("Mira", 1612)]),
    ('"Open;1500', [("A quotation mark is opened and never closed.",)], [("Open;1500",)]),
    ('"Bobby" Fischer; 1500', [("A quotation mark is opened and never closed.",)], [("Bobby Fischer", 1500)]),
    (
        'Name;Rating\n"Bobby" Fischer; 1500',
        [("A quotation mark is opened and never closed.",)],
        [("Bobby Fischer", 1500)],
    ),
    ("'t Hooft, Gerard; 1500", [("Gerard t Hooft", 1500)], [("Gerard 't Hooft", 1500)]),
    ("Name;Rating\n'=SUM(A1);1500", [("=SUM(A1)", 1500)], [("'=Sum(A1)", 1500)]),
    ("Name;Rating\nMIRA NOVAK;1612", [("MIRA NOVAK", 1612)], [("Mira Novak", 1612)]),
    ("Name;Rating\nNOVAK Mira;1612", [("NOVAK Mira", 1612)], [("Mira Novak", 1612)]),
    ("Vorname;Nachname;Rating\nMIRA;NOVAK;1612", [("MIRA NOVAK", 1612)], [("Mira Novak", 1612)]),
    ("Name;Born\nMira Novak;12.05.2009", [("Mira Novak", None, "", 2009)], [("Mira Novak",)]),
    ("Name;Born\nMira Novak;12 May 2009", [("“12 May 2009” is not a year of birth.",)], [("Mira Novak",)]),
    ("Name;Team;Board\nMira Novak;Rooks;1", [("Mira Novak",)], SAME),
    ("Name;Born\nMira Novak;99", [("“99” is not a year of birth.",)], [("Mira Novak",)]),
    ("  Mira Novak\n  Ada Birk", [("Mira Novak",), ("Ada Birk",)], SAME),
    (
        "\t1500\tCube Club\nJonas Weber\t1400",
        [("Cube Club", 1500), ("Jonas Weber", 1400)],
        [("A name is needed.",), ("Jonas Weber", 1400)],
    ),
    ("Mira Novak\u200b; 1612", [("Mira Novak\u200b", 1612)], [("Mira Novak", 1612)]),
    ("Name;Rating\nMira\xa0Novak\u200e;1612", [("Mira Novak\u200e", 1612)], SAME),
    ("Mira Novak | 1612 | Cube Club", [("Mira Novak", 1612, "Cube Club")], SAME),
    (
        "Mira Novak; 1612\nAda Birk, 1400\nBen Okafor\t1300",
        [("Mira Novak; 1612",), ("1400 Ada Birk",), ("Ben Okafor", 1300)],
        [("Mira Novak", 1612), ("Ada Birk", 1400), ("Ben Okafor", 1300)],
    ),
    ("Nachname;Rating\nNovak;1612", [("Novak", 1612)], SAME),
    ("Mira Novak; 16120", [("“16120” is not a rating from 1 to 3999.",)], SAME),
    ("Novak,Mira; TSV 1860", [("Mira Novak", None, "TSV 1860")], [("Mira Novak", 1860, "TSV")]),
    (
        "Name;Verein;DWZ\nMUELLER, KARL;SK;1612",
        [("KARL MUELLER", 1612, "SK")],
        [("Karl Mueller", 1612, "SK")],
    ),
    ("Name;Public\nMira Novak;ja", [("“ja” is none of full, short and initials.",)], [("Mira Novak",)]),
    ("Name;Public\nMira Novak;Initials", [("Mira Novak",)], SAME),
]


@pytest.mark.parametrize(("text", "club", "entries"), EXAMPLES)
def test_the_same_list_in_both_readers(text, club, entries):
    assert as_club(text) == club
    if entries is IndexError:
        with pytest.raises(IndexError):
            as_entries(text)
    else:
        assert as_entries(text) == (club if entries is SAME else entries)
