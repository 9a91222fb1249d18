import glicko2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.ranking.ratings import (
    START_DEVIATION,
    PartnerGame,
    PartnerRating,
    RatedGame,
    Rating,
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


def test_the_published_example_of_glicko_2():
    after = rate_period(PAPER, PAPER_GAMES)["A"]
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_rating_has_no_more_digits_than_are_stored():
    for rating in rate_period(PAPER, PAPER_GAMES).values():
        assert (rating.value, rating.deviation) == (round(rating.value, 4), round(rating.deviation, 4))
        assert rating.volatility == round(rating.volatility, 8)


def test_volatility_does_not_depend_on_where_the_scale_begins():
    higher = {who: Rating(rating.value + 800, rating.deviation) for who, rating in PAPER.items()}
    plain, raised = rate_period(PAPER, PAPER_GAMES)["A"], rate_period(higher, PAPER_GAMES)["A"]
    assert raised.volatility == pytest.approx(plain.volatility, abs=1e-7)
    assert raised.value == pytest.approx(plain.value + 800, abs=0.001)


def test_the_library_alone_would_get_the_volatility_wrong():
    """If this fails the library has been mended, and `_Player` can go."""

    def volatility(shift):
        player = glicko2.Player(1500 + shift, 200)
        player.update_player([1400 + shift, 1550 + shift, 1700 + shift], [30, 100, 300], [1, 0, 0])
        return player.vol

    assert abs(volatility(800) - volatility(0)) > 1e-6


def test_who_does_not_play_becomes_less_certain_up_to_a_beginner():
    ratings = {"A": Rating(1600, 60), "B": Rating(1600, START_DEVIATION)}
    after = rate_period(ratings, [])
    assert after["A"].value == 1600
    assert 60 < after["A"].deviation < 62
    assert after["B"].deviation == START_DEVIATION


def test_a_rating_is_provisional_while_its_deviation_is_large():
    assert str(Rating(1523.4, 111)) == "1523?"
    assert str(Rating(1523.4, 110)) == "1523"


def rate_all(periods, start=()):
    ratings = dict(start)
    for period in periods:
        ratings = rate_period(ratings, period)
    return ratings


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
