"""Article 6: direct encounter among tied entrants."""

import pytest

from tests.ranking.examples import ROUND_ROBIN, order
from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks import direct_encounter
from tournament.scores import CLASSIC, History, System

ALL_MET = "A: B>1 C<= D>1\nB: A<0 D<0 C>1\nC: D>1 A>= B<0\nD: C<0 B>1 A<0"


def encounter(text, tied, system=System.SWISS):
    return direct_encounter(ScoreSheet(History.read(text, system), CLASSIC), list(tied))


def groups(text, tied, system=System.SWISS):
    return " ".join("".join(map(str, group)) for group in encounter(text, tied, system).groups)


def test_when_all_met_their_games_rank_them_and_who_is_still_tied_is_ranked_again():
    # A 2.5, C 1.5, B and D 1 each; among themselves D beat B.
    assert groups(ALL_MET, "ABCD") == "A C D B"
    assert str(encounter(ALL_MET, "ABCD").workings["D"]) == "DE 1 = 0 + 1 + 0; then DE 1 = 1"


def test_games_against_others_do_not_count():
    assert groups(ALL_MET, "AC") == "AC"
    assert groups(ALL_MET, "BD") == "D B"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A beat both others, who never met: alone on top with any result of their game.
        ("A: B>1 C>1\nB: A<0 D>1\nC: D>1 A<0\nD: C<0 B<0", "A BC"),
        # A beat B only; C, who met neither, could still have two.
        ("A: B>1 D>0\nB: A<0 U\nC: D>1 U\nD: C<0 A<1", "ABC"),
        # A beat B and drew with C, who could draw level by beating B.
        ("A: B>1 C>=\nB: A<0 U\nC: U A<=", "ABC"),
    ],
)
def test_first_place_must_be_certain_when_games_are_missing(text, expected):
    assert groups(text, "ABC") == expected


def test_after_a_certain_first_the_second_may_be_certain_too():
    text = "A: B>1 C>1 D>1\nB: A<0 D>1 C>1\nC: E>1 A<0 B<0\nD: U B<0 A<0\nE: C<0 Z Z"
    assert groups(text, "ABCD") == "A B CD"


def test_in_a_swiss_forfeits_are_not_encounters_and_in_a_round_robin_they_are():
    assert groups("A: B>+\nB: A<-", "AB") == "AB"
    assert groups("A: B>+\nB: A<-", "AB", System.ROUND_ROBIN) == "A B"


def test_who_met_twice_counts_with_the_average():
    text = "A: B>1 B<0 C>1\nB: A<0 A>1 Z\nC: Z U A<0"
    found = encounter(text, "AB")
    assert found.groups == [["A", "B"]]
    assert str(found.workings["A"]) == "DE 0.5 = 0.5"


def test_double_round_robin_by_the_average_of_two_games():
    text = "A: B>1 B<= .\nB: A<0 A>= C>1\nC: . . B<0"
    assert groups(text, "AB", System.ROUND_ROBIN) == "A B"


def test_standings_apply_it_among_the_tied_at_its_place_in_the_list():
    assert order(ROUND_ROBIN) == "1 A D, 3 B, 4 C"
    assert order(ROUND_ROBIN, "DE") == "1 A, 2 D, 3 B, 4 C"
    assert order(ROUND_ROBIN, "WON, DE") == "1 A, 2 D, 3 B, 4 C"
