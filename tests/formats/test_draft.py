"""Drafts changed by hand, and the warnings before publishing."""

import pytest

from tests.formats.words import field, letter, number, results, show
from tournament.formats import engine, swiss
from tournament.formats.by_hand import find_warnings, swap_entrants, swap_start
from tournament.formats.pairing import Pairing, pair
from tournament.formats.swiss import SwissRound
from tournament.scores import InvalidField, Outcome


def draft(text):
    """Read a draft such as "A-B C-D E:bye"."""
    pairings = []
    for board, word in enumerate(text.split(), 1):
        if ":" in word:
            who, kind = word.split(":")
            pairings.append(Pairing(None, number(who), None, Outcome(kind)))
        else:
            first, second = word.split("-")
            pairings.append(Pairing(board, number(first), number(second)))
    return tuple(pairings)


def test_two_entrants_change_places_byes_included():
    assert show(swap_entrants(draft("A-B C-D E:bye"), 2, 3)) == "A-C B-D E:bye"
    assert show(swap_entrants(draft("A-B C-D E:bye"), 1, 5)) == "E-B C-D A:bye"
    assert show(swap_entrants(draft("A-B C-D E:bye"), 1, 2)) == "B-A C-D E:bye"


def test_what_was_touched_says_it_was_set_by_hand():
    touched = [[r.code for r in p.reasons] for p in swap_entrants(draft("A-B C-D E-F"), 2, 3)]
    assert touched == [["by-hand"], ["by-hand"], []]


def test_swapping_twice_is_as_before():
    before = draft("A-B C-D E:bye")
    assert show(swap_entrants(swap_entrants(before, 1, 4), 1, 4)) == show(before)


def test_a_board_can_be_turned_round():
    assert show(swap_start(draft("A-B C-D"), 2)) == "A-B D-C"


def test_who_is_not_in_the_draft_cannot_be_swapped():
    with pytest.raises(InvalidField):
        swap_entrants(draft("A-B"), 1, 3)


PAST = ("A-B 1-0, C-D 1-0, E bye", "A-C 1-0, E-D =, B half")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D-A C-B E:half-bye", []),
        (
            "B-A D-C E:half-bye",
            ["BA They have met before, in round 1.", "DC They have met before, in round 1."],
        ),
        (
            "A-D C-B E:half-bye",
            [
                "A Starts for the third time in a row.",
                "A Starts would be more than two ahead.",
                "D Second for the third time in a row.",
                "D Starts would be more than two behind.",
            ],
        ),
        ("D-A C-B E:bye", ["E Has already had a bye or a win by forfeit."]),
        ("E-B D-A C:bye", ["EB These two must not meet."]),
        ("E-A B-C D:half-bye", ["EA These two should be kept apart."]),
    ],
)
def test_warnings(text, expected):
    asked = SwissRound(
        3,
        5,
        field("ABCDE"),
        results(*PAST),
        forbidden=frozenset({pair(5, 2)}),
        avoided=frozenset({pair(5, 1)}),
    )
    found = [f"{''.join(map(letter, c.entrants))} {c.reason}" for c in find_warnings(draft(text), asked)]
    assert found == expected


def test_a_third_second_turn_is_warned_about():
    asked = SwissRound(3, 5, field("ABCDEF"), results("A-B =, C-D =, E-F =", "C-B =, A-D =, F-E ="))
    found = [str(c.reason) for c in find_warnings(draft("D-B"), asked)]
    assert found == ["Second for the third time in a row.", "Starts would be more than two behind."]


def test_pairing_over_a_missing_result_is_warned_about():
    asked = SwissRound(2, 5, field("ABCD"), results("A-B ?, C-D 1-0"))
    assert [(c.entrants, str(c.reason)) for c in find_warnings(draft("A-C B-D"), asked)] == [
        ((1, 2), "The result of round 1 is missing and counts as a draw here.")
    ]


def test_what_the_engine_proposes_raises_no_warning():
    asked = SwissRound(3, 5, field("ABCDE"), results(*PAST))
    assert find_warnings(swiss.propose(asked, engine.solve), asked) == ()
