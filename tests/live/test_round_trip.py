"""Test the measured round trip: a client gains next to nothing by delaying its answer."""

from games.live.round_trip import MOST_MS, SLACK_MS, BestRoundTrips, RoundTrip


def measured(*milliseconds, who="phone", best=None):
    way = RoundTrip(who, BestRoundTrips() if best is None else best)
    for each in milliseconds:
        way.measure(each)
    return way.milliseconds


def test_an_honest_way_counts_as_it_is_measured():
    assert measured(200, 210, 190, 260, 205) == 205
    assert measured(5, 6, 5, 300, 5) == 5


def test_a_mark_that_is_held_back_counts_little_more_than_the_best():
    """Delay each mark by 1.5 s: before this was fixed, that gave a second back on every move."""
    assert measured(4, 1_500, 1_500, 1_500, 1_500, 1_500) == 2 * 4 + SLACK_MS


def test_connecting_again_does_not_reset_the_best():
    best = BestRoundTrips()
    measured(4, best=best)
    assert measured(1_500, 1_500, 1_500, best=best) == 2 * 4 + SLACK_MS
    assert measured(1_500, 1_500, 1_500, who="another phone", best=best) == MOST_MS


def test_as_many_are_remembered_as_was_said():
    best = BestRoundTrips(most=2)
    for who in ("one", "two", "three"):
        best.note(who, 4)
    assert best.note("three", 9) == 4
    assert best.note("one", 9) == 9


def test_a_client_that_holds_back_every_mark_from_the_first_on_is_believed_little():
    assert measured(1_209, 1_204, 1_205, 1_215, 1_213) == MOST_MS
    assert MOST_MS <= 300
