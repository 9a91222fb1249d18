"""Article 8, with 14 (cuts) and 16 (unplayed rounds)."""

import pytest

from tests.ranking.examples import PLAYED, UNPLAYED, values, working
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import CLASSIC, History, Scoring


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BH", "4.5 4.5 3.5 6 3 5.5"),
        ("BH/C1", "4 4 3 4.5 2.5 4"),
        ("BH/C2", "2 2.5 2.5 2.5 2 2"),
        ("BH/M1", "2 1.5 0.5 2 0.5 2"),
        ("BH/M2", "0 0 0 0 0 0"),
        ("FB", "4 5 4 6 3 5"),
        ("AOB", "4.67 4.33 5.33 3.67 5.33 3.67"),
    ],
)
def test_the_buchholz_family_when_every_game_was_played(code, expected):
    assert values(PLAYED, code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("BH", "8.5 10 6.5 4 9 5.5 9"),
        ("BH/C1", "7 8.5 6 3.5 8.5 4.5 7.5"),
        ("BH/C2", "5.5 7 5.5 3 7 3.5 5.5"),
        ("BH/M1", "3.5 5 2.5 2 5 2.5 4"),
        ("FB", "9 9 6.5 4.5 8 6.5 9.5"),
        ("AOB", "8.63 7.38 7.5 7.75 6.75 9.5 9.17"),
    ],
)
def test_the_buchholz_family_with_unplayed_rounds(code, expected):
    assert values(UNPLAYED, code) == expected


@pytest.mark.parametrize(
    ("entrant", "expected"),
    [
        ("B", "BH 10 = 3.5 + 1.5 + 1.5 + 3.5"),  # F left: the last round counts as a draw for B (16.3.2)
        ("C", "BH 6.5 = 0.5 + 3.5 + 2 + 0.5"),  # a forfeit: at most the scheduled opponent's score (16.4.1)
        ("G", "BH 9 = 2 + 1.5 + 3.5 + 2"),  # a bye: at most as many as draws in all rounds (16.4.2)
        ("D", "BH 4 = 0.5 + 0.5 + 1.5 + 1.5"),  # a dummy never has more than oneself (16.4)
    ],
)
def test_the_working_shows_every_opponent_and_dummy(entrant, expected):
    assert str(working(UNPLAYED, "BH", entrant)) == expected


def test_an_absence_that_a_game_follows_counts_for_opponents_as_awarded():
    followed = History.read("A: B>1 Z B<=\nB: A<0 U A>=")
    assert str(working(followed, "BH", "B")) == "BH 4.5 = 1.5 + 1.5 + 1.5"


def test_absences_to_the_end_count_for_opponents_as_draws_even_across_a_forfeit():
    left = History.read("""
A: B>1 C>+ U
B: A<0 U   C>+
C: Z   A<- B<-
""")
    # C's absence becomes a draw; the forfeit losses after it stay worth nothing.
    assert str(working(left, "BH", "A")) == "BH 4 = 2 + 0.5 + 1.5"


def test_the_lowest_voluntarily_unplayed_round_is_cut_before_a_weaker_opponent():
    history = History.read("""
A: B>1 C>1 H   D>1
B: A<0 D>0 C>1 Z
C: D>0 A<0 B<0 U
D: C<1 B<1 U   A<0
""")
    # A has 3.5, so the half-point bye is a dummy with 2: cut first, although B and C are worth less.
    assert str(working(history, "BH/C1", "A")) == "BH/C1 5.5 = 1.5 + 1 + (2) + 3"
    assert str(working(history, "BH/C2", "A")) == "BH/C2 4.5 = 1.5 + (1) + (2) + 3"
    assert str(working(history, "BH/M1", "A")) == "BH/M1 2.5 = 1.5 + 1 + (2) + (3)"


def test_fore_buchholz_is_known_before_the_last_round_is_played():
    paired = History.read("A: B>1 C>?\nB: A<0 D>?\nC: D>1 A<?\nD: C<0 B<?")
    played = History.read("A: B>1 C>0\nB: A<0 D>+\nC: D>1 A<1\nD: C<0 B<-")
    assert values(paired, "FB") == values(played, "FB") == "2 2 2 2"


def test_the_average_leaves_out_opponents_met_on_paper_only():
    assert str(working(UNPLAYED, "AOB", "D")) == "AOB 7.75 = (9 + 6.5) / 2"


def test_who_met_nobody_has_an_average_of_nothing():
    assert str(working(History.read("A: U\nB: Z"), "AOB", "A")) == "AOB 0"


def test_caps_follow_the_scoring():
    history = History.read("A: U B>1\nB: Z A<0")
    # A has 6; the dummy is worth at most two draws.
    assert str(working(history, "BH", "A", Scoring.read("3-1-0"))) == "BH 2 = 2 + 0"


def test_more_cuts_than_rounds_leave_nothing():
    assert str(working(History.read("A: B>1\nB: A<0"), "BH/C2", "A")) == "BH/C2 0 = (0)"


def test_a_second_median_leaves_what_lies_between_the_two_lowest_and_the_two_highest():
    history = History.read(
        "A: B>1 C>1 D>1 E>1 F>1\nB: A<0 E>1 F>1 C>1 D>1\nC: F>1 A<0 E>1 B<0 Z\n"
        "D: E>1 F<1 A<0 Z B<0\nE: D<0 B<0 C<0 A<0 U\nF: C<0 D>0 B<0 U A<0"
    )
    # A's opponents scored 4, 2, 2, 1 and 1; C's absence in the last round counts as a draw (16.3.2).
    assert str(working(history, "BH/M2", "A")) == "BH/M2 2 = (4) + (2.5) + 2 + (1) + (1)"


def test_before_the_last_round_is_paired_the_fore_buchholz_is_the_buchholz():
    table = standings(PLAYED, CLASSIC, read_tiebreaks("BH,FB"), last_round=5)
    assert all(row.workings[0].terms == row.workings[1].terms for row in table)
    last = standings(PLAYED, CLASSIC, read_tiebreaks("BH,FB"), last_round=3)
    assert any(row.workings[0].terms != row.workings[1].terms for row in last)
