"""Teams in public: their people, what each scored, and the way of an entrant through all stages."""

import re

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.pages import page, text
from tournament.services.results import entering
from tournament.services.stages import stage_record, stages
from tournament.services.standings import board_scores

pytestmark = pytest.mark.django_db


@pytest.fixture
def teams(make_tournament):
    """Let Cubes beat Rows on the first board and draw on the second."""
    e = make_tournament(format="round-robin", entry="team", boards=2)
    e.enter_team("Cubes", "Uta Carl")
    e.enter_team("Rows", "Ines Ben")
    match = e.matches(e.publish())[0]
    for number, typed in ((1, "1"), (2, "=")):
        outcome = entering.read_typed(typed)
        entering.type_result(actor=ORGANISER, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    return e, match


def test_every_player_of_a_team_has_a_score(teams):
    e, match = teams
    found = {
        str(each.player): (each.points, each.games, each.boards)
        for each in board_scores(stage_record.read(e.stage))
    }
    ahead, behind = ("Uta", "Ines") if str(match.first) == "Cubes" else ("Ines", "Uta")
    assert found == {ahead: (2, 1, (1,)), behind: (0, 1, (1,)), "Carl": (1, 1, (2,)), "Ben": (1, 1, (2,))}


def test_the_cross_table_of_teams_comes_with_the_results_of_the_players(teams):
    e, _match = teams
    for name in ("tournament-cross-table", "print-cross-table"):
        shown = text(page(e, name))
        assert "Results of the players" in shown, name
        assert re.search(r"Carl Cubes 2 ½ 0 1 0", shown), name


def test_a_team_page_names_its_people_with_their_scores(teams):
    e, _match = teams
    shown = text(page(e, "tournament-entrant", e.entrants["Cubes"].number))
    assert "Carl ½ games: 1, board: 2" in shown
    assert "Cubes Uta, Carl" in text(page(e, "tournament-entrants"))


def test_players_alone_have_no_table_of_boards(make_tournament):
    e = make_tournament("A B", format="round-robin")
    e.publish()
    assert "Results of the players" not in text(page(e, "tournament-cross-table"))


def test_the_page_of_an_entrant_tells_the_games_of_every_stage(make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 2, "qualifiers": 1})
    knockout = stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    e.play(e.publish())
    e.stage = knockout
    e.publish()
    shown = text(page(e, "tournament-entrant", e.entrants["A"].number))
    assert re.search(r"Groups Place 1 .* 1 . X D|Groups Place 1 .*D", shown)
    assert "B" in shown.split("Groups Place 1")[0], "the final stands above"
    lost = text(page(e, "tournament-entrant", e.entrants["D"].number))
    assert "No round played yet" not in lost
    assert "Groups Place 2" in lost
