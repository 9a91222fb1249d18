"""Large brackets in sections: one on each page of paper, on screens one below the other."""

import re

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.services.stages import stage_record, stages
from tournament.views.public import bracket_layout, bracket_sections

pytestmark = pytest.mark.django_db


def shown(make_tournament, count, format):
    e = make_tournament(" ".join(f"P{number}" for number in range(1, count + 1)), format=format)
    e.publish()
    return e, bracket_layout.layout(stage_record.read(e.stage))


def numbers(section):
    matches = [match for column in section.columns for match in column.matches]
    return [match.number for match in (*matches, *(match for _title, match in section.alone))]


@pytest.mark.parametrize(
    ("count", "format"), [(64, "knockout"), (24, "double-knockout"), (40, "double-knockout")]
)
def test_every_match_is_in_exactly_one_section_and_each_fits_a_page(make_tournament, count, format):
    _e, bracket = shown(make_tournament, count, format)
    sections = bracket_sections.sections(bracket)
    drawn = [number for section in sections for number in numbers(section)]
    assert len(drawn) == len(set(drawn)) == max(drawn)
    assert all(len(section.columns) <= bracket_sections.COLUMNS for section in sections)
    assert all(len(column.slots) <= bracket_sections.ROWS for each in sections for column in each.columns)


def test_a_bracket_of_64_comes_in_quarters(make_tournament):
    e, bracket = shown(make_tournament, 64, "knockout")
    titles = [section.title for section in bracket_sections.sections(bracket)]
    assert titles == ["First quarter", "Second quarter", "Third quarter", "Fourth quarter", "Last rounds"]
    printed = page(e, "print-bracket").content.decode()
    assert len(re.findall(r'class="bracket-section"', printed)) == 5
    assert "First quarter" in text(page(e, "tournament-bracket"))


@pytest.mark.parametrize(
    ("format", "titles"),
    [
        ("knockout", ["Semi-final", "Final", "Final"]),
        # The losers' final has its own round before the grand final.
        ("double-knockout", ["Winners' round 1", "Winners' final", *["Grand final"] * 3]),
    ],
)
def test_the_latest_round_is_the_one_that_is_played_and_in_the_end_the_last(make_tournament, format, titles):
    e = make_tournament("A B C D", format=format)
    found = []
    while e.stage.status != "finished":
        round_ = e.publish()
        found.append(bracket_layout.layout(stage_record.read(e.stage)).latest.title)
        e.play(round_)
        e.stage.refresh_from_db()
    found.append(bracket_layout.layout(stage_record.read(e.stage)).latest.title)
    assert found == titles


def test_sixteen_stay_one_tree(make_tournament):
    _e, bracket = shown(make_tournament, 16, "knockout")
    assert [section.title for section in bracket_sections.sections(bracket)] == [""]


def test_the_grand_final_is_tied_to_both_trees_where_there_is_room(make_tournament):
    e, bracket = shown(make_tournament, 8, "double-knockout")
    assert bracket_sections.is_joined(bracket)
    assert 'class="bracket-double"' in page(e, "tournament-bracket").content.decode()
    _e, large = shown(make_tournament, 24, "double-knockout")
    assert not bracket_sections.is_joined(large)
    finals = bracket_sections.sections(large)[-1]
    assert [title for title, _match in finals.alone] == ["Winners' final", "Grand final", "Deciding final"]


def test_before_the_groups_end_the_bracket_names_the_places_that_lead_into_it(make_tournament):
    e = make_tournament("A B C D E F G H", format="groups", options={"groups": 2})
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    e.publish()
    told = text(page(e, "tournament-bracket"))
    assert "A1 is the first of group A" in told
    assert re.search(r"Semi-final A1 B2 1 B1 A2 2|Semi-final A1 B2 .* B1 A2", told)
    assert "Winner of match 1" in told


def test_without_groups_that_have_begun_there_is_no_bracket_to_show(make_tournament):
    e = make_tournament("A B C D", format="groups")
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    assert "Not drawn yet" in text(page(e, "tournament-bracket"))
