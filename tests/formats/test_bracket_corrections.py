"""A corrected result in a bracket reopens what followed from it, and nothing else."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.bracket_play import DECISIVE, check_laws, play_out, step, won
from tests.formats.words import field
from tournament.formats import double_knockout, knockout
from tournament.formats.aftermath import BracketEffect, find_affected
from tournament.formats.bracket import BracketState, compute_bracket
from tournament.formats.series import GameResult, MatchRecord
from tournament.scores import Outcome


def test_a_corrected_result_reopens_what_followed_from_it():
    plan = knockout.plan(field(4), knockout.KnockoutTerms(third_place=True))
    before = {"W1.1": won(1, 4), "W1.2": won(2, 3), "T": won(3, 4), "W2.1": won(1, 2)}
    after = before | {"W1.1": won(4, 1)}
    assert find_affected(plan, before, after) == (
        ("W1.1", BracketEffect.CORRECTED),
        ("T", BracketEffect.REOPENED),
        ("W2.1", BracketEffect.REOPENED),
    )
    reopened = compute_bracket(plan, after).at("W2.1")
    assert (reopened.state, reopened.entrants, reopened.winner) == (BracketState.READY, (4, 2), None)


def test_turning_the_correction_back_brings_the_old_results_back():
    plan = knockout.plan(field(4))
    before = {"W1.1": won(1, 4), "W1.2": won(2, 3), "W2.1": won(1, 2)}
    wrong = before | {"W1.1": won(4, 1)}
    assert compute_bracket(plan, wrong | {"W1.1": won(1, 4)}) == compute_bracket(plan, before)


def test_a_correction_touches_only_what_hangs_on_it():
    plan = knockout.plan(field(8))
    before = {"W1.1": won(1, 8), "W1.2": won(4, 5), "W1.3": won(2, 7), "W1.4": won(3, 6), "W2.2": won(2, 3)}
    after = before | {"W1.1": won(8, 1)}
    assert find_affected(plan, before, after) == (
        ("W1.1", BracketEffect.CORRECTED),
        ("W2.1", BracketEffect.REFILLED),
    )


def test_a_walkover_that_becomes_a_match_had_nothing_to_lose():
    plan = knockout.plan(field(4))
    both_out = MatchRecord(frozenset({2, 3}), forfeited=frozenset({2, 3}))
    before = {"W1.1": won(1, 4), "W1.2": both_out}
    touched = find_affected(plan, before, before | {"W1.2": won(2, 3)})
    assert touched == (("W1.2", BracketEffect.CORRECTED), ("W2.1", BracketEffect.REFILLED))


def test_a_score_corrected_without_another_winner_touches_nothing():
    plan = knockout.plan(field(4))
    before = {"W1.1": won(1, 4), "W1.2": won(2, 3)}
    swapped = MatchRecord(frozenset({1, 4}), (GameResult(4, 1, Outcome.SECOND_WINS),))
    assert find_affected(plan, before, before | {"W1.1": swapped}) == ()


@given(st.integers(2, 32), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=30, deadline=None)
def test_a_bracket_can_be_played_out_after_any_correction(count, double, chance):
    plan = (double_knockout if double else knockout).plan(field(count))
    records, bracket = play_out(plan, chance, DECISIVE)
    match = chance.choice(bracket.matches)
    corrected = records | {match.place: won(match.loser, match.winner)}
    touched = {place for place, _ in find_affected(plan, records, corrected)}
    assert match.place in touched
    for other in compute_bracket(plan, corrected).matches:
        if other.place not in touched:
            assert other == bracket.at(other.place) or other.entrants == bracket.at(other.place).entrants
    while not (now := compute_bracket(plan, corrected)).over:
        for open_ in now.matches:
            if open_.state in (BracketState.READY, BracketState.RUNNING):
                old = corrected.get(open_.place)
                old = old if old and old.entrants == set(open_.entrants) else None
                corrected[open_.place] = step(open_, old, chance, DECISIVE)
    check_laws(plan, count, corrected, now)
