"""What entrants are due, and who starts when two are due the same (FIDE C.04.3, 1.6 and 5.2)."""

import pytest

from tests.formats.words import number
from tournament.formats.swiss_cards import SwissCard
from tournament.formats.who_starts import Due, Ranked, Strength, choose_starter, may_start, start_due


def card(letter="A", turns="", score=0):
    """Make a card from turns like "SNS": S started, N did not, in rounds 1, 2, ..."""
    return SwissCard(
        number(letter),
        score,
        starts=[turn == "S" for turn in turns],
        start_rounds=list(range(1, len(turns) + 1)),
    )


@pytest.mark.parametrize(
    ("turns", "start", "strength"),
    [
        ("", None, Strength.NONE),
        ("S", False, Strength.STRONG),
        ("N", True, Strength.STRONG),
        ("SN", True, Strength.MILD),
        ("NS", False, Strength.MILD),
        ("SS", False, Strength.ABSOLUTE),
        ("SNN", True, Strength.ABSOLUTE),
        ("NNSS", False, Strength.ABSOLUTE),
        ("SNSSN", False, Strength.STRONG),
        ("SSNSSN", False, Strength.ABSOLUTE),
    ],
)
def test_what_is_due(turns, start, strength):
    assert start_due(card(turns=turns)) == Due(start, strength)


@pytest.mark.parametrize(
    ("turns", "start", "allowed"),
    [
        ("SS", True, False),
        ("NNSS", True, False),
        ("SS", False, True),
        ("SSNS", True, False),
        ("SNS", True, True),
        ("NSN", True, True),
    ],
)
def test_never_three_running_and_never_more_than_two_apart(turns, start, allowed):
    assert may_start(card(turns=turns), start=start) is allowed


@pytest.mark.parametrize(
    ("a", "b", "starts", "code"),
    [
        (("N", 0), ("S", 0), "A", "start-both"),
        (("S", 0), ("N", 0), "B", "start-both"),
        (("S", 0), ("", 0), "B", "second-due"),
        (("", 0), ("N", 0), "B", "start-due"),
        (("NS", 0), ("SS", 0), "A", "second-due"),
        (("NNSNN", 0), ("NSNN", 0), "A", "start-due"),
        (("SNSN", 0), ("NSSN", 0), "A", "start-alternates"),
        (("SN", 0), ("SN", 0), "A", "start-higher"),
        (("SN", 0), ("SN", 2), "B", "start-higher"),
        (("", 0), ("", 0), "A", "start-lot"),
        (("", 0), ("", 2), "A", "start-lot"),
    ],
)
def test_two_wishes_are_settled_in_the_order_of_the_rule(a, b, starts, code):
    one = Ranked(card("A", *a), 1)
    other = Ranked(card("B", *b), 2)
    first, _, reason = choose_starter(one, other, odd_seeds_start=True)
    assert (first, reason.code) == (number(starts), code)
    assert choose_starter(other, one, odd_seeds_start=True) == choose_starter(
        one, other, odd_seeds_start=True
    )


def test_a_start_turned_round_names_the_round_it_goes_back_to():
    one, other = Ranked(card("A", "SNSN"), 1), Ranked(card("B", "NSSN"), 2)
    reason = choose_starter(one, other, odd_seeds_start=True)[2]
    assert str(reason) == "Both were due the same: turned round from round 2, when they last differed."
