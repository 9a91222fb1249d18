"""The lag quota, by the numbers of the document."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import LagQuota, TimeControl

QUOTAS = [
    # expected seconds, gain, start
    (0, 150, 450),
    (30, 270, 810),
    (60, 390, 1170),
    (212, 998, 2994),
    (213, 1000, 3000),
    (5400, 1000, 3000),
]


@pytest.mark.parametrize(("expected", "gain", "start"), QUOTAS)
def test_the_gain_grows_with_the_expected_time(expected, gain, start):
    assert LagQuota.for_game(expected * 1000) == LagQuota(gain, start)


GIVEN = [
    # elapsed, claimed, round trip, quota, given back
    (5000, 4800, 300, 450, 200),
    (5000, 4000, 300, 450, 300),
    (5000, 4000, 900, 450, 450),
    (5000, 5000, 300, 450, 0),
    (5000, 6000, 300, 450, 0),
    (5000, 4000, -1, 450, 0),
]


@pytest.mark.parametrize(("elapsed", "claimed", "round_trip", "quota", "given_back"), GIVEN)
def test_no_more_is_given_back_than_claim_measure_and_quota_allow(
    elapsed, claimed, round_trip, quota, given_back
):
    assert LagQuota(150, quota).given_back_ms(elapsed, claimed, round_trip) == given_back


def test_the_quota_regains_its_gain_with_every_move_up_to_seven():
    quota = LagQuota.for_game(TimeControl.parse("0:30").expected_ms("X"))
    left = []
    for given_back_ms in (0, 810, 0, 0, 0, 0, 0, 0, 0):
        quota = quota.after_move(given_back_ms)
        left.append(quota.left_ms)
    assert left == [1080, 540, 810, 1080, 1350, 1620, 1890, 1890, 1890]


@given(st.integers(0, 10**7), st.lists(st.tuples(*[st.integers(0, 20_000)] * 3), max_size=30))
def test_the_quota_stays_within_its_bounds(expected_ms, turns):
    quota = LagQuota.for_game(expected_ms)
    for elapsed_ms, claimed_ms, round_trip_ms in turns:
        given_back_ms = quota.given_back_ms(elapsed_ms, claimed_ms, round_trip_ms)
        assert 0 <= given_back_ms <= min(elapsed_ms, round_trip_ms, quota.left_ms)
        quota = quota.after_move(given_back_ms)
        assert quota.gain_ms <= quota.left_ms <= 7 * quota.gain_ms
