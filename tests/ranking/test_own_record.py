"""Article 7: tie-breaks from an entrant's own results."""

from dataclasses import replace

import pytest

from tests.ranking.examples import PLAYED, ROUND_ROBIN, UNPLAYED, values, working
from tournament.ranking.tiebreaks.catalogue import CATALOGUE
from tournament.scores import History, Scoring, System


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("WIN", "2 2 1 0 1 0"),
        ("WON", "2 2 1 0 1 0"),
        ("BPG", "1 0 1 3 1 3"),
        ("BWG", "1 0 0 0 0 0"),
        ("PS", "5.5 4 4 0.5 2.5 1.5"),
        ("REP", "3 3 3 3 3 3"),
        ("STD", "2.5 2 2 0.5 1.5 0.5"),
    ],
)
def test_own_record_when_every_game_was_played(code, expected):
    assert values(PLAYED, code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("WIN", "3 2 1 0 1 0 3"),  # C's forfeit and G's bye gave a win's points
        ("WON", "3 2 0 0 1 0 2"),  # but neither was won over the board
        ("BPG", "2 2 2 0 2 2 1"),  # D was second in the forfeited game only
        ("BWG", "2 0 0 0 1 0 0"),
        ("PS", "9 5 4.5 0.5 4 3 9"),
        ("REP", "4 4 4 2 4 2 4"),
        ("STD", "3.5 2 1.5 0.5 1.5 1 3.5"),
    ],
)
def test_own_record_with_unplayed_rounds(code, expected):
    assert values(UNPLAYED, code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("WON", "2 1 0 2"),  # 15.2: D's forfeit win is a regular game
        ("BPG", "2 1 1 1"),  # but C's forfeit loss stays unplayed for one's own record
        ("REP", "3 3 2 3"),
    ],
)
def test_in_round_robins_a_forfeit_win_is_a_game_and_a_forfeit_loss_is_not(code, expected):
    assert values(ROUND_ROBIN, code) == expected


def test_standard_points_undo_an_unusual_scoring():
    assert values(PLAYED, "STD", Scoring.read("3-1-0")) == values(PLAYED, "STD")


def test_standard_points_measure_a_bye_by_the_points_of_a_draw():
    history = History.read("A: U\nB: H\nC: Z\nD: F")
    assert values(history, "STD", Scoring.read("1-½-0 bye=½")) == "0.5 0.5 0 1"


def test_a_double_forfeit_gives_nobody_standard_points():
    assert values(History.read("A: B>-\nB: A<-"), "STD") == "0 0"


def test_a_bye_below_a_wins_points_is_no_win():
    assert values(History.read("A: U\nB: F"), "WIN", Scoring.read("1-½-0 bye=½")) == "0 1"


def test_the_working_of_the_progressive_score_shows_the_running_totals():
    assert str(working(PLAYED, "PS", "A")) == "PS 5.5 = 1 + 2 + 2.5"


@pytest.mark.parametrize("code", ["WON", "BPG", "BWG"])
def test_what_counts_only_over_the_board_says_that_a_round_robin_is_different(code):
    forfeited = History.read("A: B<+\nB: A>-", System.ROUND_ROBIN)
    assert values(forfeited, code) == "1 0"
    assert values(replace(forfeited, system=System.SWISS), code) == "0 0"
    assert CATALOGUE[code].explanation.endswith("in a round robin also forfeit wins.")
