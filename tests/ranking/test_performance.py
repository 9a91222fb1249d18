"""Article 10: ratings of opponents, and performance."""

import pytest

from tests.ranking.examples import PLAYED, UNPLAYED
from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import UnknownTieBreak, read_tiebreak, read_tiebreaks
from tournament.ranking.tiebreaks.performance import rating_difference
from tournament.scores import CLASSIC, History, Scoring, System

RATINGS = {"A": 2000, "B": 1901, "C": 1800, "D": 1700, "E": 1600, "F": 1500}


def working(history, code, entrant, ratings=RATINGS, scoring=CLASSIC):
    return read_tiebreak(code).working(ScoreSheet(history, scoring, ratings=ratings), entrant)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # A met D, B and C: 5401 / 3 = 1800.3; 2.5 of 3 are 83 hundredths, which add 273.
        ("ARO", "ARO 1800 = (1700 + 1901 + 1800) / 3"),
        ("TPR", "TPR 2073 = 1800 + 273; then ARO 1800 = (1700 + 1901 + 1800) / 3"),
        # D 1527: 1800 - 273 with half a point of three; B 1825: 1700 + 125; C 1858: 1733 + 125.
        ("APRO", "APRO 1737 = (1527 + 1825 + 1858) / 3"),
    ],
)
def test_performance_of_somebody_who_played_every_round(code, expected):
    assert str(working(PLAYED, code, "A")) == expected


def test_a_poor_score_is_taken_off():
    assert str(working(PLAYED, "TPR", "D")).startswith("TPR 1527 = 1800 − 273")


def test_an_average_that_ends_in_a_half_is_rounded_up():
    history = History.read("A: B>1 C>1\nB: A<0 U\nC: U A<0")
    assert working(history, "ARO", "A", {"B": 1500, "C": 1501}).value == 1501


def test_forfeits_byes_and_unrated_opponents_count_for_nothing():
    assert str(working(UNPLAYED, "ARO", "C")) == "ARO 1867 = (2000 + 1901 + 1700) / 3"
    without_b = {**RATINGS, "B": 0}
    assert str(working(UNPLAYED, "ARO", "C", without_b)) == "ARO 1850 = (2000 + 1700) / 2"
    assert str(working(UNPLAYED, "TPR", "A", {})) == "TPR 0"


def test_a_win_is_one_point_whatever_the_event_gives_for_it():
    assert working(PLAYED, "TPR", "A", scoring=Scoring.read("3-1-0")) == working(PLAYED, "TPR", "A")


def test_they_rank_like_every_other_tie_break():
    history = History.read("A: C>1\nB: D>1\nC: A<0\nD: B<0")
    rows = standings(history, CLASSIC, read_tiebreaks("ARO,TPR"), ratings={"C": 1500, "D": 1600})
    assert [(row.rank, row.entrant) for row in rows[:2]] == [(1, "B"), (2, "A")]


def test_where_everybody_has_the_same_opponents_their_average_is_not_offered():
    with pytest.raises(UnknownTieBreak):
        read_tiebreak("ARO").require(System.ROUND_ROBIN)
    read_tiebreak("TPR").require(System.ROUND_ROBIN)


def test_every_share_of_the_points_has_the_rating_difference_of_the_handbook():
    """FIDE B.02, table 8.1.1, read from 100 hundredths down to 50, and from there to none."""
    better = """
        800 677 589 538 501 470 444 422 401 383 366 351 336 322 309 296 284 273 262 251 240 230 220 211 202
        193 184 175 166 158 149 141 133 125 117 110 102 95 87 80 72 65 57 50 43 36 29 21 14 7 0
    """
    expected = [int(value) for value in better.split()]
    assert [rating_difference(share) for share in range(100, 49, -1)] == expected
    assert [rating_difference(share) for share in range(51)] == [-value for value in expected]
