"""Knockout and double knockout of any size with any results."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.bracket_play import DECISIVE, check_laws, play_out, won
from tests.formats.words import field
from tests.plugins.examples import examples
from tournament.formats import bracket_format, double_knockout, knockout
from tournament.formats.aftermath import placings
from tournament.formats.bracket import BracketState, compute_bracket
from tournament.formats.seeding import bracket_order
from tournament.formats.series import GameResult, MatchRecord, MatchTerms
from tournament.scores import Outcome


def losses(bracket):
    return Counter(match.loser for match in bracket.matches)


@given(st.integers(2, 128), st.booleans(), st.integers(1, 4), st.randoms(use_true_random=False))
@settings(max_examples=examples(12), deadline=None)
def test_a_knockout_of_any_size_with_any_results_has_one_winner(count, third, best_of, chance):
    plan = knockout.plan(field(count), knockout.KnockoutTerms(third, MatchTerms(best_of)))
    records, bracket = play_out(plan, chance)
    check_laws(plan, count, records, bracket)
    lost = losses(bracket)
    assert lost[bracket.champion] == 0
    assert len(bracket.matches) == count - 1 + (third and count > 3)
    if not third:
        assert all(lost[entrant] == 1 for entrant in range(1, count + 1) if entrant != bracket.champion)


@given(st.integers(2, 128), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=examples(10), deadline=None)
def test_in_a_double_knockout_everyone_else_loses_twice(count, reset, chance):
    plan = double_knockout.plan(field(count), double_knockout.DoubleKnockoutTerms(reset))
    records, bracket = play_out(plan, chance)
    check_laws(plan, count, records, bracket)
    lost = losses(bracket)
    once = [entrant for entrant in range(1, count + 1) if lost[entrant] < 2]
    finalists = bracket.at("GF").entrants
    # Without a reset the winners' side may lose the grand final as its only loss.
    assert bracket.champion in once
    assert set(once) - {bracket.champion} <= (set() if reset else {finalists[0]})


@pytest.mark.parametrize("count", [*range(2, 18), 31, 32, 33, 63, 64, 65, 127, 128, 129])
def test_every_size_has_its_number_of_matches_and_byes_only_for_top_seeds(count):
    plan = knockout.plan(field(count))
    assert len(plan.places) == count - 1
    first = compute_bracket(plan, {}).matches
    playing = {entrant for match in first if match.round == 1 for entrant in match.entrants}
    byes = len(bracket_order(1 << (count - 1).bit_length())) - count
    assert set(range(1, count + 1)) - playing == set(range(1, byes + 1))
    # With a reset a double knockout has two matches for each entrant but one; the last only perhaps.
    assert len(double_knockout.plan(field(count)).places) == 2 * count - 1


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 64])
def test_if_the_better_seed_always_wins_seeds_meet_as_late_as_they_should(count):
    plan = knockout.plan(field(count), knockout.KnockoutTerms(third_place=True))
    records: dict[str, MatchRecord] = {}
    while not (bracket := compute_bracket(plan, records)).over:
        for match in bracket.matches:
            if match.state is BracketState.READY:
                records[match.place] = won(*sorted(match.entrants))
    ranks = placings(plan, bracket)
    assert [sharing for _, sharing in ranks[:4]] == [(seed,) for seed in range(1, min(count, 4) + 1)]
    for rank, sharing in ranks[4:]:
        assert sorted(sharing) == list(range(rank, rank + len(sharing)))


@given(st.integers(2, 40), st.booleans(), st.randoms(use_true_random=False))
@settings(max_examples=examples(12), deadline=None)
def test_double_forfeits_never_block_a_bracket(count, double, chance):
    plan = (double_knockout if double else knockout).plan(field(count))
    records, bracket = play_out(plan, chance, [*DECISIVE, Outcome.BOTH_FORFEIT])
    assert all(match.state is BracketState.FINISHED for match in bracket.matches)
    assert compute_bracket(plan, records) == bracket


def test_after_a_double_forfeit_the_next_opponent_walks_over():
    plan = knockout.plan(field(4))
    both_out = MatchRecord(frozenset({2, 3}), forfeited=frozenset({2, 3}))
    bracket = compute_bracket(plan, {"W1.1": won(1, 4), "W1.2": both_out})
    final = bracket.at("W2.1")
    assert (final.entrants, final.walkover, final.winner) == ((1, None), True, 1)
    assert str(final.reason) == "No opponent came through: walks over."
    assert bracket.champion == 1
    assert placings(plan, bracket) == ((1, (1,)), (2, (2, 3, 4)))


def test_who_is_out_stands_behind_all_who_are_still_in():
    plan = knockout.plan(field(4))
    semifinals = {"W1.1": won(1, 4), "W1.2": won(2, 3)}
    assert placings(plan, compute_bracket(plan, semifinals)) == ((3, (3, 4)),)
    assert placings(plan, compute_bracket(plan, semifinals | {"W2.1": won(1, 2)})) == (
        (1, (1,)),
        (2, (2,)),
        (3, (3, 4)),
    )


def test_states_and_where_the_entrants_come_from():
    plan = knockout.plan(field(6), knockout.KnockoutTerms(third_place=True))
    running = MatchRecord(frozenset({4, 5}), (GameResult(4, 5, None),))
    told = {
        match.place: (match.state, str(match.title), *map(str, match.comes_from))
        for match in compute_bracket(plan, {"W1.2": running}).matches
    }
    assert told == {
        "W1.2": ("running", "Quarter-final", "Seed 4", "Seed 5"),
        "W1.4": ("ready", "Quarter-final", "Seed 3", "Seed 6"),
        "W2.1": ("waiting", "Semi-final", "Seed 1", "Winner of match 1"),
        "W2.2": ("waiting", "Semi-final", "Seed 2", "Winner of match 2"),
        "T": ("locked", "Match for third place", "Loser of match 3", "Loser of match 4"),
        "W3.1": ("locked", "Final", "Winner of match 3", "Winner of match 4"),
    }


def test_rounds_up_to_64_have_templates_of_their_own_to_translate():
    titles = [knockout.round_title(rounds_left) for rounds_left in range(2, 8)]
    assert [str(title) for title in titles] == [
        "Quarter-final",
        "Round of 16",
        "Round of 32",
        "Round of 64",
        "Round of 128",
        "Round of 256",
    ]
    assert [title.template for title in titles[1:]] == [
        "Round of 16",
        "Round of 32",
        "Round of 64",
        "Round of {size}",
        "Round of {size}",
    ]


def test_the_reset_is_played_only_if_the_losers_side_wins_the_grand_final():
    plan = double_knockout.plan(field(2))
    first = {"W1.1": won(1, 2)}
    assert [match.place for match in compute_bracket(plan, first).matches] == ["W1.1", "GF", "GF2"]
    held = compute_bracket(plan, first | {"GF": won(1, 2)})
    assert ([match.place for match in held.matches], held.champion, held.over) == (["W1.1", "GF"], 1, True)
    turned = compute_bracket(plan, first | {"GF": won(2, 1)})
    assert (turned.champion, turned.over, turned.at("GF2").state) == (None, False, BracketState.READY)
    assert compute_bracket(plan, first | {"GF": won(2, 1), "GF2": won(2, 1)}).champion == 2


def test_before_the_deciding_final_neither_finalist_has_a_place():
    plan = double_knockout.plan(field(2))
    first = {"W1.1": won(1, 2)}
    assert placings(plan, compute_bracket(plan, first | {"GF": won(1, 2)})) == ((1, (1,)), (2, (2,)))
    turned = first | {"GF": won(2, 1)}
    assert placings(plan, compute_bracket(plan, turned)) == ()
    assert placings(plan, compute_bracket(plan, turned | {"GF2": won(1, 2)})) == ((1, (1,)), (2, (2,)))


def test_a_simple_grand_final_decides_at_once():
    plan = double_knockout.plan(field(2), double_knockout.DoubleKnockoutTerms(reset=False))
    assert compute_bracket(plan, {"W1.1": won(1, 2), "GF": won(2, 1)}).champion == 2


def test_the_losers_bracket_puts_off_rematches():
    """With eight entrants, better seeds winning, the losers of round two meet new opponents."""
    plan = double_knockout.plan(field(8))
    records: dict[str, MatchRecord] = {}
    while not (bracket := compute_bracket(plan, records)).over:
        for match in bracket.matches:
            if match.state is BracketState.READY:
                records[match.place] = won(*sorted(match.entrants))
    met = [frozenset(match.entrants) for match in bracket.matches if match.place not in ("GF", "GF2")]
    repeated = [pair for pair, times in Counter(met).items() if times > 1]
    assert len(repeated) <= 1


# Who starts


def test_the_start_of_a_match_goes_to_who_started_less():
    plan = knockout.plan(field(4))
    bracket = compute_bracket(plan, {"W1.1": won(1, 4), "W1.2": MatchRecord(frozenset({2, 3}), awarded=3)})
    final = bracket.at("W2.1")
    assert (final.series.next_game.first, final.reason.code) == (3, "start-balance")


@given(st.integers(2, 20), st.integers(1, 3), st.randoms(use_true_random=False))
@settings(max_examples=examples(8), deadline=None)
def test_nobody_begins_a_match_who_has_started_more_than_the_opponent(count, best_of, chance):
    terms = double_knockout.DoubleKnockoutTerms(series=MatchTerms(best_of))
    plan = double_knockout.plan(field(count), terms)
    records, bracket = play_out(plan, chance, [Outcome.FIRST_WINS, Outcome.SECOND_WINS])
    balance: Counter = Counter()
    for match in bracket.matches:
        games = records[match.place].games
        assert balance[games[0].first] <= balance[games[0].second]
        for game in games:
            balance[game.first] += 1
            balance[game.second] -= 1


def test_the_same_chance_gives_the_same_bracket():
    plan = double_knockout.plan(field(21))
    assert play_out(plan, Random(4)) == play_out(plan, Random(4))


def titles_of(count):
    plan = double_knockout.plan(field(count))
    return list(dict.fromkeys((place.id.partition(".")[0], str(place.title)) for place in plan.places))


def test_the_rounds_of_a_double_knockout_have_the_names_people_use():
    assert titles_of(8) == [
        ("W1", "Winners' round 1"),
        ("W2", "Winners' semi-final"),
        ("L1", "Losers' round 1"),
        ("L2", "Losers' round 2"),
        ("W3", "Winners' final"),
        ("L3", "Losers' round 3"),
        ("L4", "Losers' final"),
        ("GF", "Grand final"),
        ("GF2", "Deciding final"),
    ]


def test_losers_rounds_are_counted_from_one_where_byes_leave_the_first_empty():
    losers = [title for place, title in titles_of(6) if place.startswith("L")]
    assert losers == ["Losers' round 1", "Losers' round 2", "Losers' final"]


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("W1.2", "Seed 4 meets seed 5."),
        ("W2.1", "Seed 1 meets the winner of match 1."),
        ("W3.1", "The winners of matches 3 and 4."),
        ("T", "The losers of matches 3 and 4."),
    ],
)
def test_a_drawn_match_says_in_one_sentence_who_comes_from_where(place, why):
    plan = knockout.plan(field(6), knockout.KnockoutTerms(third_place=True))
    played = {"W1.2": won(4, 5), "W1.4": won(3, 6), "W2.1": won(1, 4), "W2.2": won(2, 3)}
    before = {known: record for known, record in played.items() if known < place}
    if place == "T":
        before = played
    ready = compute_bracket(plan, before).at(place)
    row = bracket_format.row_of(ready, 1, gone=frozenset())
    assert str(row.pairing.reasons[1]) == why
