"""What an arbiter's PIN that only the tablet checked may do to the clocks, until the desk has reviewed it."""

import pytest

from games.referee import requests as r
from games.rules import Seat
from games.services import offline_review
from tests.games.conftest import ARBITER

MINUTE = 60_000


def adjust(seat="X", **change):
    return r.Adjust("disturbed", seat, **change)


def enter(tablet, request):
    """Return the refusal of what was decided under a PIN that only the tablet checked, or nothing."""
    answer = tablet.enter(request, 1_000, unlocked="offline", ago_ms=0)
    return answer.refused.code if answer.refused else ""


@pytest.mark.parametrize(
    ("control", "request_", "refusal"),
    [
        ("7", adjust(add_ms=5 * MINUTE), ""),
        ("7", adjust(add_ms=10 * MINUTE), "offline-gives-much"),
        ("7", adjust(set_ms=30 * MINUTE), "offline-gives-much"),
        ("7", adjust("O", set_ms=5_000), "offline-takes-time"),
        ("7", adjust("O", add_ms=-1), "offline-takes-time"),
        ("7", r.Penalise(Seat.X, "phone", 6 * MINUTE), "offline-gives-much"),
        ("7", r.Penalise(Seat.X, "phone"), ""),
        ("7", r.NoteIllegal(Seat.X, "two cubes"), ""),
        ("7p9x60", adjust(set_ms=7 * MINUTE, periods=20), "offline-gives-much"),
        ("7p9x60", adjust("O", set_ms=7 * MINUTE, periods=1), "offline-takes-time"),
        ("g20", adjust("game", add_ms=10 * MINUTE), "offline-gives-much"),
        ("g20", adjust("game", add_ms=-10 * MINUTE), "offline-takes-time"),
        ("7", r.Pause("noise"), ""),
    ],
)
def test_a_change_of_clocks_is_bounded(at_table, control, request_, refusal):
    assert enter(at_table(control), request_) == refusal


def test_several_changes_are_bounded_together_and_for_each_seat(at_table):
    tablet = at_table("7")
    assert [enter(tablet, adjust(add_ms=2 * MINUTE)) for _ in range(3)] == ["", "", "offline-gives-much"]
    assert enter(tablet, adjust("O", add_ms=5 * MINUTE)) == ""


def test_after_a_review_the_bound_begins_again(at_table):
    tablet = at_table("7")
    assert enter(tablet, adjust(add_ms=5 * MINUTE)) == ""
    assert enter(tablet, adjust(add_ms=MINUTE)) == "offline-gives-much"
    assert offline_review.approve(tablet.live.game_id, ARBITER)
    assert enter(tablet, adjust(add_ms=MINUTE)) == ""


def test_what_the_server_checked_is_not_bounded(at_table):
    tablet = at_table("7")
    assert tablet.enter(adjust("O", set_ms=5_000), 1_000).refused is None
