"""Tables as people read them: columns of one style, places won and lost, board scores of teams."""

import re
from fractions import Fraction

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.services.results import entering
from tournament.services.stages import stage_record
from tournament.views.public import standings

pytestmark = pytest.mark.django_db


def parts(e, **asked):
    return standings.parts(stage_record.read(e.stage), **asked)


def test_a_tie_break_with_quarters_is_written_in_decimals_all_the_way_down(make_tournament):
    e = make_tournament("A B C D", format="round-robin", tiebreaks=["SB", "WON"])
    for results in (("A-D =", "B-C 1"), ("D-C 1", "A-B 1"), ("B-D 1", "C-A 0")):
        round_ = e.publish()
        for each in results:
            e.result(each)
        e.close(round_)
    (part,) = parts(e)
    amounts = [row.standing.workings[0].value for row in part.table.rows]
    assert any(amount.denominator == 4 for amount in amounts)
    assert any(amount % 1 == Fraction(1, 2) for amount in amounts)
    assert not any("½" in row.values[0] for row in part.rows)
    assert [row.values[1] for row in part.rows] == ["2", "2", "1", "0"], "a column of whole numbers stays so"


def test_places_won_and_lost_since_the_round_before_are_shown(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3, tiebreaks=[])
    e.play(e.publish())
    round_ = e.publish()
    a, b = e.entrants["A"], e.entrants["B"]
    assert e.match("A", "B") is not None, (a, b)
    e.result("A-B 0")
    e.result("C-D =")
    e.close(round_)
    (part,) = parts(e, with_changes=True)
    assert {str(row.entrant): row.climbed for row in part.rows} == {"A": -1, "B": 0, "C": 0, "D": 0}
    html = page(e, "tournament-standings").content.decode()
    assert html.count('class="climbed"') == 1
    assert not any(row.climbed for row in parts(e)[0].rows), "elsewhere nobody asked"


def test_a_cross_table_of_teams_shows_the_score_of_the_boards(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    e.enter_team("Cubes", "Uta Carl")
    e.enter_team("Rows", "Ines Ben")
    match = e.matches(e.publish())[0]
    for number, typed in ((1, "1"), (2, "=")):
        outcome = entering.read_typed(typed)
        entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    shown = text(page(e, "tournament-cross-table"))
    assert re.search(rf"{match.first} 1½ won", shown)
    assert re.search(rf"{match.second} ½ lost", shown)
    assert "board points of the match" in shown
    assert "which symbol was played" not in shown
