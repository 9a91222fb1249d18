import math
from dataclasses import replace
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.ranking.glicko import START_DEVIATION, Rating, after_games, after_rest
from tournament.ranking.ratings import (
    PartnerGame,
    PartnerRating,
    RatedGame,
    rate_partners,
    rate_period,
)

# The worked example of Glickman's "Example of the Glicko-2 system" (tau 0.5).
PAPER = {"A": Rating(1500, 200), "B": Rating(1400, 30), "C": Rating(1550, 100), "D": Rating(1700, 300)}
PAPER_GAMES = [RatedGame("A", "B", 2), RatedGame("A", "C", 0), RatedGame("D", "A", 2)]

players = st.sampled_from("ABCDE")
games = st.builds(RatedGame, players, players, st.integers(0, 2)).filter(
    lambda game: game.first != game.second
)
periods = st.lists(st.lists(games, max_size=6), max_size=5)
# As far apart as people are in any list of the world.
ratings = st.builds(Rating, st.floats(400, 3200), st.floats(25, START_DEVIATION), st.floats(0.03, 0.12))
scores = st.sampled_from([0.0, 0.5, 1.0])


def rate_all(history, start=()):
    return reduce(rate_period, history, dict(start))


def test_the_published_example_of_glicko_2():
    after = rate_period(PAPER, PAPER_GAMES)["A"]
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_volatility_follows_surprising_results_with_the_systems_constant_of_one_half():
    """The new volatility is where Glickman's f (step 5) is zero; f is written here as the paper has it."""
    before, opponent = Rating(1500, 60, 0.06), Rating(2200, 60, 0.06)
    after = after_games(before, [(opponent, 1.0)] * 4)
    phi, rival = before.deviation / 173.7178, opponent.deviation / 173.7178
    g = 1 / math.sqrt(1 + 3 * rival**2 / math.pi**2)
    expected = 1 / (1 + math.exp(-g * (1500 - 2200) / 173.7178))
    v = 1 / (4 * g**2 * expected * (1 - expected))
    delta = v * 4 * g * (1 - expected)
    a, x = math.log(before.volatility**2), math.log(after.volatility**2)
    growth = math.exp(x)
    left = growth * (delta**2 - phi**2 - v - growth) / (2 * (phi**2 + v + growth) ** 2)
    assert left == pytest.approx((x - a) / 0.5**2, rel=1e-3)
    assert after.volatility > before.volatility


def test_a_rating_has_no_more_digits_than_are_stored():
    for rating in rate_period(PAPER, PAPER_GAMES).values():
        assert (rating.value, rating.deviation) == (round(rating.value, 4), round(rating.deviation, 4))
        assert rating.volatility == round(rating.volatility, 8)


def test_volatility_does_not_depend_on_where_the_scale_begins():
    higher = {who: Rating(rating.value + 800, rating.deviation) for who, rating in PAPER.items()}
    plain, raised = rate_period(PAPER, PAPER_GAMES)["A"], rate_period(higher, PAPER_GAMES)["A"]
    assert raised.volatility == pytest.approx(plain.volatility, abs=1e-7)
    assert raised.value == pytest.approx(plain.value + 800, abs=0.001)


@given(ratings, st.lists(st.tuples(ratings, scores), min_size=1, max_size=9))
def test_games_make_surer_than_a_rest_and_nobody_is_less_certain_than_a_beginner(before, faced):
    after = after_games(before, faced)
    rested = after_rest(replace(before, volatility=after.volatility))
    assert 0 < after.deviation <= rested.deviation <= START_DEVIATION
    assert rested.value == before.value


@given(ratings, ratings)
def test_a_win_raises_a_loss_lowers_and_a_draw_lies_between(before, opponent):
    lost, drew, won = (after_games(before, [(opponent, score)]).value for score in (0.0, 0.5, 1.0))
    assert lost < before.value < won
    assert lost < drew < won


@given(ratings, st.lists(st.tuples(ratings, scores), min_size=1, max_size=9))
def test_the_scale_has_no_up_and_down(before, faced):
    """Turned upside down, with wins for losses, the same games move as far the other way."""

    def turned(rating):
        return Rating(3000 - rating.value, rating.deviation, rating.volatility)

    plain = after_games(before, faced)
    mirrored = after_games(turned(before), [(turned(rating), 1 - score) for rating, score in faced])
    assert mirrored.value == pytest.approx(3000 - plain.value, abs=1e-6)
    assert mirrored.deviation == pytest.approx(plain.deviation, abs=1e-6)
    assert mirrored.volatility == pytest.approx(plain.volatility, abs=1e-9)


def test_who_does_not_play_becomes_less_certain_up_to_a_beginner():
    ratings = {"A": Rating(1600, 60), "B": Rating(1600, START_DEVIATION)}
    after = rate_period(ratings, [])
    assert after["A"].value == 1600
    assert 60 < after["A"].deviation < 62
    assert after["B"].deviation == START_DEVIATION


def test_a_rating_is_provisional_while_its_deviation_is_large():
    assert str(Rating(1523.4, 111)) == "1523?"
    assert str(Rating(1523.4, 110)) == "1523"


@settings(max_examples=50)
@given(periods, st.randoms())
def test_recalculation_gives_identical_numbers_in_any_order_of_a_periods_games(history, random):
    shuffled = [random.sample(period, len(period)) for period in history]
    assert rate_all(shuffled) == rate_all(history)


@settings(max_examples=50)
@given(periods, st.integers(0, 5))
def test_recalculating_what_follows_equals_recalculating_all(history, start):
    assert rate_all(history[start:], rate_all(history[:start])) == rate_all(history)


def test_partners_rise_and_fall_together():
    after = rate_partners([PartnerGame(("N", "S"), ("E", "W"), 2)])
    assert after["N"] == after["S"]
    assert after["E"] == after["W"]
    assert after["N"].value > PartnerRating().value > 0 - 0.01
    assert after["E"].mu < PartnerRating().mu < after["N"].mu


def test_a_draw_between_equal_pairs_moves_nobody_but_makes_them_surer():
    after = rate_partners([PartnerGame(("N", "S"), ("E", "W"), 1)])
    assert {rating.mu for rating in after.values()} == {PartnerRating().mu}
    assert all(rating.sigma < PartnerRating().sigma for rating in after.values())


def test_partners_ratings_can_be_taken_up_where_they_were_left():
    evening = [PartnerGame(("N", "S"), ("E", "W"), 2), PartnerGame(("N", "E"), ("S", "W"), 0)]
    assert rate_partners(evening[1:], rate_partners(evening[:1])) == rate_partners(evening)


def test_a_partners_rating_stays_provisional_for_the_first_games():
    ratings = rate_partners([PartnerGame(("N", "S"), ("E", "W"), 2 * (turn % 2)) for turn in range(30)])
    assert PartnerRating().provisional
    assert not ratings["N"].provisional
