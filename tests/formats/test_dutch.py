"""The FIDE (Dutch) System: case by case, and compared with trying everything."""

from dataclasses import replace

import pytest

from tests.formats.dutch_by_trying import by_trying, compare
from tests.formats.words import field, results, show
from tournament.formats import engine, swiss
from tournament.formats.dutch import pair_round
from tournament.formats.dutch.criteria import Criteria
from tournament.formats.dutch.packing import pack, scale_factors
from tournament.formats.pairing import pair
from tournament.formats.swiss_round import SwissRound
from tournament.scores import Scoring


def paired(asked):
    return show(swiss.propose(asked, engine.solve))


@pytest.mark.parametrize("how", ["forbidden", "avoided"])
def test_the_bye_goes_to_the_last_although_others_are_kept_apart(how):
    asked = SwissRound(1, 5, field("ABCDEFG"), **{how: frozenset({pair(1, 2)})})
    assert paired(asked) == "A-D E-B C-F G:bye"


def test_an_even_field_in_which_everybody_had_a_bye_is_paired():
    history = results("A bye, B bye, C bye, D bye")
    assert paired(SwissRound(2, 5, field("ABCD"), history)) == "A-C D-B"


LAST_ROUND = (
    "A-E =, F-B 1-0, C-G 0-1, H-D =",
    "G-F =, D-A =, E-H 0-1, B-C =",
    "H-G 0-1, F-D 0-1, A-B =, C-E 1-0",
    "G-D 1-0, F-A 1-0, H-C 0-1, B-E =",
)


@pytest.mark.parametrize("times", [1, 2, 6])
def test_what_a_win_is_worth_does_not_change_who_is_a_top_scorer(times):
    asked = SwissRound(5, 5, field("ABCDEFGH"), results(*LAST_ROUND))
    scaled = replace(asked, scoring=Scoring.of(2 * times, times, 0))
    assert engine.propose(scaled).paired_by.is_announced
    assert paired(scaled) == paired(asked) == "E-G C-F D-B A-H"


def test_more_pairs_come_before_better_scores_of_who_floats():
    history = (
        "A-E -+, F-B =, C-G =, H-D -+",
        "E-D =, B-C 1-0, G-F 1-0, A-H 0-1",
        "B-E 0-1, D-G 0-1, C-A =, F absent, H absent",
        "G-E 0-1, D-B 0-1, H-C 0-1, A-F 0-1",
        "E-C =, B-A =, F-H 1-0, D absent, G absent",
    )
    assert paired(SwissRound(6, 9, field("ABCDEFGH"), results(*history))) == "A-E G-B C-F H-D"


def test_more_pairs_come_before_better_scores_in_a_plain_tournament_of_twelve():
    history = (
        "A-G 0-1, H-B 1-0, C-I =, J-D 1-0, E-K =, L-F 0-1",
        "F-H 1-0, G-J 0-1, K-C =, I-E 1-0, D-A 1-0, B-L 1-0",
        "J-F 1-0, B-I 0-1, C-D 0-1, H-K 1-0, E-G 1-0, A-L 1-0",
        "I-J =, D-H 0-1, F-E 0-1, K-A =, G-B =, L-C =",
        "J-H 1-0, F-I 1-0, E-D 1-0, A-B =, C-G 0-1, L-K 1-0",
        "E-J =, H-I 1-0, G-F =, C-A 0-1, B-K 0-1, D-L 0-1",
    )
    asked = SwissRound(7, 10, field("ABCDEFGHIJKL"), results(*history))
    assert paired(asked) == "J-L H-E A-F I-G K-D B-C"


def test_the_bye_falls_to_who_missed_least_even_when_moved_down_before():
    """Neither B nor C can meet a resident of their own bracket, so both go down to D, and one stays there."""
    history = ("A-B 1-0, C-D 1-0, E bye", "C-A 0-1, B-D +-, E absent", "A-E 1-0, B-C 0-1, D bye")
    asked = SwissRound(4, 9, field("ABCDE"), results(*history))
    assert {frozenset(couple) for couple in pair_round(asked).pairs} == set(map(frozenset, by_trying(asked)))


def test_baku_pairs_the_upper_half_as_if_it_had_won_already():
    eight = SwissRound(1, 5, field("ABCDEFGH"))
    assert paired(eight) == "A-E F-B C-G H-D"
    assert paired(replace(eight, accelerated=True)) == "A-C D-B E-G H-F"
    # Round two of five still adds the points of a win; round three half of them; then none.
    history = results("A-C =, D-B =, E-G =, H-F =", "", "")
    rounds = [SwissRound(number, 5, eight.entrants, history, accelerated=True) for number in (2, 3, 4)]
    assert [asked.cards()[4].virtual for asked in rounds] == [2, 1, 0]
    assert [asked.cards()[5].virtual for asked in rounds] == [0, 0, 0]


def test_a_late_entry_does_not_move_the_middle_of_an_accelerated_field():
    early = "A-C =, D-B =, E-G =, H-F ="
    asked = SwissRound(2, 5, field("ABCDEFGHIJ"), results(early), accelerated=True)
    assert sorted(card.entrant for card in asked.cards().values() if card.virtual) == [1, 2, 3, 4]


def test_small_deep_rounds_agree_with_trying_everything():
    rounds, tried, faults = compare(150, seed=14)
    assert faults == []
    assert (rounds >= 150, tried > 60) == (True, True)


def test_the_comparison_can_fail(monkeypatch):
    """The comparison finds a criterion that is left out."""
    seeing = Criteria.in_bracket
    monkeypatch.setattr(Criteria, "in_bracket", lambda *asked: tuple(max(each, 0) for each in seeing(*asked)))
    assert compare(40, seed=14)[2]


def test_no_sum_of_lesser_numbers_outweighs_a_greater_one():
    worths = {(0, 0): (1, 0, -1), (0, 1): (0, 3, 0), (1, 1): (0, 0, -2)}
    by = scale_factors({0: 6, 1: 4}, worths, room=10)
    least = 3 * -1 + 2 * -2  # three pairs of the first group and two of the second
    assert pack((1, 0, least), by) > pack((0, 12, 0), by)
    assert pack((0, 1, least), by) > pack((0, 0, 0), by)
    assert by[-1] == 10
