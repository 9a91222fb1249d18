"""Test what `settle` credits of given gaps, and to which game."""

import pytest

from games.referee import requests as r
from games.services.locked_game import lock_game
from games.services.lost_time import covered_ms, settle
from tests.games.conftest import BEGIN_MS


def settled(play, gaps, until_ms):
    """Settle the gaps, given from the beginning of the game on; return the kinds of events since."""
    before = play.kinds
    with lock_game(play.game_id) as locked:
        settle(locked, BEGIN_MS + until_ms, [(BEGIN_MS + start, BEGIN_MS + end) for start, end in gaps])
    return play.kinds.removeprefix(before).strip()


@pytest.mark.parametrize(
    ("gaps", "covered"),
    [
        ([], 0),
        ([(0, 300)], 300),
        ([(0, 300), (200, 500)], 500),
        ([(0, 900), (100, 200)], 900),
        ([(600, 700), (100, 200)], 200),
        ([(-500, 100)], 100),
        ([(900, 5_000)], 100),
        ([(2_000, 3_000)], 0),
    ],
)
def test_time_in_several_gaps_counts_once_and_only_between_the_two_instants(gaps, covered):
    assert covered_ms(gaps, 0, 1_000) == covered


@pytest.mark.parametrize(
    ("gaps", "kinds"),
    [
        ([(0, 49)], ""),
        ([(0, 50)], "given-back"),
        ([(0, 30), (100, 130)], "given-back"),
        ([(0, 10_000)], "given-back"),
        ([(0, 10_001)], "paused"),
    ],
)
def test_from_50_ms_on_time_is_credited_and_beyond_10_s_the_game_pauses(opened, gaps, kinds):
    play = opened("10").start()
    assert settled(play, gaps, 20_000) == kinds


def test_a_gap_before_the_clock_runs_is_not_credited(opened):
    """Judge a move five seconds after it was read: the opponent's clock runs from the judgement on."""
    play = opened("10").start()
    play.granted(play.make("c1E"), now=lambda: BEGIN_MS + 5_000)
    assert settled(play, [(0, 5_000)], 6_000) == ""
    assert settled(play, [(0, 5_300)], 6_000) == "given-back"
    assert play.state.outage.time_ms == 300


def test_an_event_of_the_turn_shows_that_the_server_was_there_until_then(opened):
    play = opened("10").start()
    play.granted(r.Offer(play.state.seat), 3_000)
    assert settled(play, [(0, 5_000)], 6_000) == "given-back"
    assert play.state.outage.time_ms == 2_000


def test_a_game_that_a_tablet_keeps_is_not_touched(at_table):
    assert settled(at_table("10").live, [(0, 5_000)], 6_000) == ""


def test_a_game_that_does_not_run_is_not_touched(opened):
    play = opened("10")
    assert settled(play, [(0, 5_000)], 6_000) == ""
    play.start().granted(r.Pause("lunch"), 1_000)
    assert settled(play, [(0, 5_000)], 6_000) == ""
