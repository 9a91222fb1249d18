"""Groups never met: every page shows each group separately, and nothing adds them up."""

import json

import pytest
from django.urls import reverse

from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import as_role, desk, look
from tournament.import_export import sheets
from tournament.scores import Outcome
from tournament.services import prizes, standings
from tournament.services.entries import attendance
from tournament.services.results import correction_preview
from tournament.services.stages import stage_record, stages

__all__ = ["as_role", "desk"]


def beaten(match):
    return Outcome(match.outcome).swapped


@pytest.fixture
def two_groups(make_tournament):
    """Play A D E H and B C F G, the better seed winning; H leaves after one game of three: annulled."""
    e = make_tournament(
        "A B C D E F G H", format="groups", options={"groups": 2, "qualifiers": 2}, tiebreaks=[]
    )
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["H"])
    e.play(e.publish())
    e.play(e.publish())
    return e


TABLES = {
    "A": ["1 A 2", "2 D 1", "3 E 0", "- H 0"],
    "B": ["1 B 3", "2 C 2", "3 F 1", "4 G 0"],
}


def tables(e):
    return {
        letter: [f"{row.rank or '-'} {row.entrant} {row.standing.points_text}" for row in shown.rows]
        for letter, shown in standings.by_group(stage_record.read(e.stage)).items()
    }


def test_whether_a_player_left_too_early_to_count_is_judged_within_the_group(two_groups):
    assert tables(two_groups) == TABLES


def test_there_is_no_table_of_all_groups_at_once(two_groups):
    with pytest.raises(ValueError, match="groups have a table each"):
        standings.table(stage_record.read(two_groups.stage))
    with pytest.raises(ValueError, match="groups have a table each"):
        standings.table(stage_record.read(two_groups.stage))


def test_a_stage_without_groups_has_one_table_of_no_group(make_tournament):
    e = make_tournament("A B", format="round-robin")
    e.play(e.publish())
    assert tables(e) == {"": ["1 A 1", "2 B 0"]}


def test_a_cross_table_in_a_file_is_one_for_each_group(two_groups):
    """`row` and the opponents are counted within the group."""
    assert sheets.cross_table(two_groups.stage).csv().splitlines() == [
        "group;row;name;round 1;round 2;round 3;points",
        "A;1;A;4>1;2>1;3<1;2",
        "A;2;D;3>1;1<0;4>+;1",
        "A;3;E;2<0;4<+;1>0;0",
        "A;4;H;1<0;3>−;2<−;0",
        "B;1;B;4>1;2>1;3<1;3",
        "B;2;C;3>1;1<0;4>1;2",
        "B;3;F;2<0;4<1;1>0;1",
        "B;4;G;1<0;3>0;2<0;0",
    ]


def test_the_files_of_groups_can_be_taken_out(two_groups, desk):
    address = reverse("club-export-file", args=[two_groups.tournament.code, "cross-table", "json"])
    assert {row["group"] for row in json.loads(desk.get(address).content)} == {"A", "B"}


def test_who_has_the_same_place_in_different_groups_shares_it(two_groups):
    placed = [(row.rank, str(row.entrant)) for row in standings.final(two_groups.tournament).rows]
    assert placed == [(1, "A"), (1, "B"), (3, "D"), (3, "C"), (5, "E"), (5, "F"), (7, "G"), (None, "H")]


def test_prizes_go_by_the_places_within_the_groups(two_groups):
    lists = [prizes.PrizeList(None, ("1.", "", "3."))]
    prizes.set_all(actor=ORGANISER, tournament=two_groups.tournament, lists=lists, sharing="rank")
    given = standings.prize_giving(two_groups.tournament).awards
    assert [sorted(map(str, winners)) for _, winners in given] == [["A", "B"], ["C", "D"]]


def test_the_podium_shows_the_winners_of_all_groups(two_groups, client):
    page = client.get(reverse("tournament", args=[two_groups.tournament.code]))
    podium = [(place, [str(each.entrant) for each in who]) for place, who in page.context["podium"]]
    assert podium == [(1, ["A", "B"]), (3, ["D", "C"])]


def test_a_group_stage_that_has_not_begun_has_no_places(make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 2})
    assert standings.final(e.tournament).rows == ()
    assert sheets.cross_table(e.stage).rows == ()


def test_the_preview_of_a_correction_tells_places_and_points_of_the_group(two_groups):
    match = two_groups.match("B", "C")
    seen = correction_preview.impact(match, beaten(match))
    assert seen.group == "B"
    assert [
        (str(move.entrant), move.rank_before, move.rank_after, move.points_before, move.points_after)
        for move in seen.moves
    ] == [("C", 2, 1, "2", "3"), ("B", 1, 2, "3", "2")]


def test_the_preview_says_of_which_group_the_ranks_are(two_groups, desk):
    match = two_groups.match("B", "C")
    assert "Rank in group B" in look(desk, "desk-match", match.pk, query=f"?outcome={beaten(match)}")


@pytest.fixture
def knockout_begun(two_groups):
    stages.add(actor=ORGANISER, tournament=two_groups.tournament, format="knockout")
    groups = two_groups.stage
    two_groups.stage = two_groups.tournament.stages.get(number=2)
    two_groups.publish()
    two_groups.stage = groups
    return two_groups


def test_a_correction_that_the_next_stage_forbids_is_not_offered(knockout_begun, desk):
    match = knockout_begun.match("C", "F")
    page = look(desk, "desk-match", match.pk, query=f"?outcome={beaten(match)}")
    assert "the next stage is drawn already" in page
    assert "The pairings of rounds" not in page, "what would not happen is not told"
    assert "Change it" not in page


def test_a_correction_below_the_cut_is_offered_after_the_next_stage_began(knockout_begun, desk):
    match = knockout_begun.match("F", "G")
    page = look(desk, "desk-match", match.pk, query=f"?outcome={beaten(match)}")
    assert "the next stage is drawn already" not in page
    assert "Change it" in page
