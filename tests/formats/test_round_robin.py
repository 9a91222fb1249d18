"""Berger tables: known small ones, and the laws for all."""

from collections import Counter
from itertools import combinations, groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.words import field, show
from tournament.formats.pairing import pair
from tournament.formats.round_robin import ScheduleTerms, schedule
from tournament.scores import Entrant, InvalidField, Outcome

# FIDE Handbook C.05, annex 1.
FOUR = ["A-D B-C", "D-C A-B", "B-D C-A"]
SIX = ["A-F B-E C-D", "F-D E-C A-B", "B-F C-A D-E", "F-E A-D B-C", "C-F D-B E-A"]


@pytest.mark.parametrize(("letters", "expected"), [("ABCD", FOUR), ("ABCDEF", SIX)])
def test_the_tables_are_bergers(letters, expected):
    assert [show(round) for round in schedule(field(letters))] == expected


def test_an_odd_field_has_one_free_per_round_where_the_last_number_would_be_met():
    assert [show(round) for round in schedule(field("ABC"))] == ["B-C A:free", "A-B C:free", "C-A B:free"]


def test_the_second_cycle_repeats_the_first_with_the_start_reversed():
    assert [show(round) for round in schedule(field("ABCD"), ScheduleTerms(cycles=2))[3:]] == [
        "D-A C-B",
        "C-D B-A",
        "D-B A-C",
    ]


def test_the_last_two_rounds_of_the_first_cycle_can_be_swapped():
    rounds = schedule(field("ABCD"), ScheduleTerms(cycles=2, swap_last_two=True))
    assert [show(round) for round in rounds][:3] == [FOUR[0], FOUR[2], FOUR[1]]


def longest_run(starts):
    return max(len(list(group)) for _, group in groupby(starts))


@pytest.mark.parametrize("count", [4, 6, 8, 10])
def test_swapping_keeps_anyone_from_the_same_turn_three_times_running(count):
    rounds = schedule(field(count), ScheduleTerms(cycles=2, swap_last_two=True))
    for entrant in range(1, count + 1):
        starts = [p.first == entrant for round in rounds for p in round if entrant in p.entrants]
        assert longest_run(starts) < 3


def test_without_swapping_it_does_happen():
    rounds = schedule(field(6), ScheduleTerms(cycles=2))
    runs = [
        longest_run([p.first == entrant for round in rounds for p in round if entrant in p.entrants])
        for entrant in range(1, 7)
    ]
    assert max(runs) == 3


@given(count=st.integers(2, 40), cycles=st.integers(1, 2), swap=st.booleans())
@settings(max_examples=60, deadline=None)
def test_everyone_meets_everyone_once_a_cycle_with_starts_balanced(count, cycles, swap):
    rounds = schedule(field(count), ScheduleTerms(cycles=cycles, swap_last_two=swap))
    meetings: Counter = Counter()
    started: Counter = Counter()
    second: Counter = Counter()
    for round in rounds:
        present = [entrant for pairing in round for entrant in pairing.entrants]
        assert sorted(present) == list(range(1, count + 1))
        games = [p for p in round if p.second is not None]
        assert [p.board for p in games] == list(range(1, count // 2 + 1))
        assert all(p.bye is Outcome.FREE and p.board is None for p in round if p.second is None)
        for p in games:
            meetings[pair(p.first, p.second)] += 1
            started[p.first] += 1
            second[p.second] += 1
    assert meetings == {pair(*couple): cycles for couple in combinations(range(1, count + 1), 2)}
    allowed = 0 if cycles == 2 or count % 2 else 1
    assert all(abs(started[e] - second[e]) <= allowed for e in range(1, count + 1))
    assert rounds == schedule(reversed(field(count)), ScheduleTerms(cycles=cycles, swap_last_two=swap))


@pytest.mark.parametrize(
    ("entrants", "code"),
    [
        ((Entrant(1, 1),), "too-few"),
        ((Entrant(1, 1), Entrant(2, 1)), "seed-twice"),
        ((Entrant(1, 1), Entrant(1, 2)), "entrant-twice"),
    ],
)
def test_a_field_that_cannot_be_used_is_refused(entrants, code):
    with pytest.raises(InvalidField) as refusal:
        schedule(entrants)
    assert refusal.value.code == code
