"""Article 9, with 14 (cuts) and 16 (unplayed rounds)."""

import pytest

from tests.ranking.examples import PLAYED, ROUND_ROBIN, UNPLAYED, values, working
from tournament.scores import History, System


@pytest.mark.parametrize(
    ("history", "code", "expected"),
    [
        (PLAYED, "SB", "3.5 2 2 0.75 0.75 1"),
        (PLAYED, "SB/C1", "3 1.5 1.75 0 0.5 1"),
        (UNPLAYED, "SB", "6.75 3 0.75 0.75 1.25 1.25 7.25"),
        (UNPLAYED, "SB/C1", "5.25 1.5 0.5 0.75 0.75 1.25 5.75"),
        (ROUND_ROBIN, "SB", "2.5 2.25 0.75 2"),
        (ROUND_ROBIN, "SB/C1", "2 2 0 1.5"),
        (ROUND_ROBIN, "KS", "1 1 0.5 1"),
    ],
)
def test_worked_examples(history, code, expected):
    assert values(history, code) == expected


def test_the_working_shows_the_products():
    shown = working(PLAYED, "SB", "C")
    assert str(shown) == "SB 2 = 0.25 + 0.5 + 1.25"
    template, fields = shown.sentence(shown.terms[0])
    assert template.format(**fields) == "Round 1: F scored 0.5, times 0.5 scored against them: 0.25."


def test_of_a_voluntary_round_and_the_weakest_opponent_the_more_valuable_product_is_cut():
    history = History.read("""
A: B>1 C>1 H   D>1
B: A<0 D>0 C>1 Z
C: D>0 A<0 B<0 U
D: C<1 B<1 U   A<0
""")
    # Products: B 1.5, C 1, the half-point bye 2 x 0.5, D 3. The bye ties with C's and goes first (16.5).
    assert str(working(history, "SB/C1", "A")) == "SB/C1 5.5 = 1.5 + 1 + (1) + 3"


def test_a_voluntary_round_worth_less_than_the_usual_cut_stays():
    history = History.read("A: B>1 Z U\nB: A<0 C>= Z\nC: U B<= Z")
    # The absence gives 1.5 x 0; B, who has the lowest score, gives 1 x 1.
    assert str(working(history, "SB/C1", "A")) == "SB/C1 1.5 = (1) + 0 + 1.5"


def test_koya_counts_points_against_those_with_half_of_what_their_games_could_give():
    three = History.read("A: B>1 C<= .\nB: A<0 . C>1\nC: . A>= B<0", System.ROUND_ROBIN)
    # B has 1 of 2: half of the games there were, though not of the rounds.
    assert values(three, "KS") == "1 0 0.5"
    assert str(working(ROUND_ROBIN, "KS", "D")) == "KS 1 = 0 + 1"
