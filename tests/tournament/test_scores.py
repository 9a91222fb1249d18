"""Points and tie-breaks: ½ wherever people read them, decimals for programs."""

import io
import re
import zipfile
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tournament.import_export import sheets
from tournament.scores import people_text
from tournament.services.stages import stage_record
from tournament.views.club import site
from tournament.views.public.standings import parts

PAGES = (
    "tournament",
    "tournament-standings",
    "tournament-cross-table",
    "projector",
    "print-standings",
    "print-cross-table",
)


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (Fraction(0), "0", "0"),
        (Fraction(1, 2), "½", "½"),
        (Fraction(29, 2), "14½", "14½"),
        (Fraction(13, 4), "3.25", "3,25"),
        (Fraction(2, 3), "0.67", "0,67"),
    ],
)
def test_halves_are_written_as_such_and_finer_parts_in_decimals_of_the_language(value, english, german):
    assert people_text(value) == english
    assert people_text(value, ",") == german


def test_an_average_keeps_its_decimal():
    assert people_text(Fraction(3, 2), decimal=True) == "1.5"
    assert people_text(Fraction(3, 2)) == "1½"


@pytest.fixture
def drawn(make_tournament):
    """Play five draws and one win: halves in points and in tie-breaks, quarters too."""
    e = make_tournament("A B C D", format="round-robin", tiebreaks=["SB", "PS"], planned_rounds=None)
    for marks in ("A-D =|B-C =", "D-C 1|A-B =", "B-D =|C-A ="):
        round_ = e.publish()
        for text in marks.split("|"):
            e.result(text)
        e.close(round_)
    return e


def test_a_row_of_the_table_is_written_in_the_language_of_the_reader(drawn):
    (part,) = parts(stage_record.read(drawn.stage))
    rows = {each.public_name: each for each in part.rows}
    assert (rows["D"].points, rows["D"].values) == ("2", ("2.5", "4")), "as the quarters beside it"
    assert (rows["A"].points, rows["A"].values) == ("1½", ("2.25", "3"))
    with translation.override("de"):
        (part,) = parts(stage_record.read(drawn.stage))
        assert [each.values for each in part.rows if each.public_name == "A"] == [("2,25", "3")]


def test_an_encounter_with_nothing_to_decide_is_left_empty(make_tournament):
    e = make_tournament("A B", planned_rounds=1, tiebreaks=["DE", "AOB"])
    e.play(e.publish())
    (part,) = parts(stage_record.read(e.stage))
    assert [each.values for each in part.rows] == [("", "1"), ("", "0")]


@pytest.fixture
def halves(drawn):
    """Give the same tournament tie-breaks in halves only: a column with quarters has decimals."""
    drawn.stage.tiebreaks = ["PS"]
    drawn.stage.save()
    return drawn


def shown(html: str) -> str:
    return " ".join(
        re.sub(r"<[^>]+>", " ", re.sub(r"<(svg|script)\b.*?</\1>", " ", html, flags=re.S)).split()
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_of_a_tournament_writes_one_and_a_half_with_the_sign(halves, name, language):
    url = reverse(name, args=[halves.tournament.code])
    page = shown(Client(headers={"accept-language": language}).get(url).content.decode())
    assert "1½" in page
    assert not re.search(r"\b\d[.,]5\b", page)


@pytest.mark.django_db
def test_the_working_of_a_tiebreak_is_shown_with_halves(drawn):
    url = reverse("tournament-standings", args=[drawn.tournament.code]) + "1/1/"
    assert "½ + 1 + 1½" in shown(Client().get(url).content.decode())


@pytest.mark.django_db
def test_the_site_is_for_people_and_the_sheets_are_for_programs(halves):
    with zipfile.ZipFile(io.BytesIO(site.pack(halves.tournament))) as archive:
        pages = {
            name.partition("/")[2]: archive.read(name).decode()
            for name in archive.namelist()
            if "html" in name
        }
    for name in ("index.html", "cross-table-1.html"):
        assert "1½" in shown(pages[name])
        assert "1.5" not in shown(pages[name])
    for sheet in (sheets.standing(halves.stage), sheets.cross_table(halves.stage)):
        assert "1.5" in sheet.csv()
        assert "1½" not in sheet.csv()
