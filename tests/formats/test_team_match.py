"""Team matches: the boards of two line-ups, and the sum of their results."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.words import OUTCOMES
from tournament.formats.team_match import TeamBoard, add_up_boards, pair_boards
from tournament.scores import InvalidField, Outcome


def played(results):
    """Read results by board, seen from who starts there: "1-0 = 0-1"."""
    return [TeamBoard(at, 1, 2, OUTCOMES[result]) for at, result in enumerate(results.split(), 1)]


def test_the_first_named_team_starts_on_odd_boards():
    assert [(b.first, b.second) for b in pair_boards([11, 12, 13], [21, 22, 23], 3)] == [
        (11, 21),
        (22, 12),
        (13, 23),
    ]


def test_absentees_forfeit_from_the_bottom_board():
    assert pair_boards([11, 12], [21, 22, 23, 24], 4) == (
        TeamBoard(1, 11, 21),
        TeamBoard(2, 22, 12),
        TeamBoard(3, None, 23, Outcome.FIRST_FORFEITS),
        TeamBoard(4, 24, None, Outcome.SECOND_FORFEITS),
    )
    assert pair_boards([], [], 1) == (TeamBoard(1, None, None, Outcome.BOTH_FORFEIT),)


@pytest.mark.parametrize(
    ("results", "game_points", "outcome"),
    [
        ("1-0 1-0", (2, 2), Outcome.DRAW),
        ("1-0 0-1", (4, 0), Outcome.FIRST_WINS),
        ("1-0 = 0-1 1-0", (3, 5), Outcome.SECOND_WINS),
        ("= = = =", (4, 4), Outcome.DRAW),
        ("1-0 ?", (2, 0), None),
        ("-+ +-", (0, 4), Outcome.FIRST_FORFEITS),
        ("+- -+", (4, 0), Outcome.SECOND_FORFEITS),
        ("-- --", (0, 0), Outcome.BOTH_FORFEIT),
        ("-- +-", (0, 2), Outcome.FIRST_FORFEITS),
        ("1-0 --", (2, 0), Outcome.FIRST_WINS),
        ("-+ -+", (2, 2), Outcome.DRAW),
    ],
)
def test_what_the_boards_add_up_to(results, game_points, outcome):
    result = add_up_boards(played(results))
    assert (result.game_points, result.outcome) == (game_points, outcome)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["1-0", "=", "0-1"]), min_size=1, max_size=10))
def test_named_the_other_way_round_a_match_has_the_same_points(results):
    here = add_up_boards(played(" ".join(results)))
    # Turned round, the other team is first-named: on each board the other one starts.
    turned = add_up_boards([replace(b, outcome=b.outcome.swapped) for b in played(" ".join(results))])
    assert turned.game_points == here.game_points[::-1]
    assert sum(here.game_points) == 2 * len(results)


@pytest.mark.parametrize("bad", [([], [], 0), ([1, 2], [3], 1)])
def test_line_ups_that_do_not_fit_are_refused(bad):
    with pytest.raises(InvalidField):
        pair_boards(*bad)
