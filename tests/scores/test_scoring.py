import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.scores import CLASSIC, InvalidScoring, RoundResult, Scoring

points = st.integers(0, 40)
scorings = st.tuples(points, points, points, points, points, points, points).map(
    lambda p: Scoring(*sorted(p[:3], reverse=True), *p[3:]) if len({*p[:3]}) > 1 else CLASSIC
)


@given(scorings)
def test_a_scoring_is_read_back_from_its_text(scoring):
    assert Scoring.read(str(scoring)) == scoring


@pytest.mark.parametrize(
    ("scoring", "text"),
    [(CLASSIC, "1-½-0"), (Scoring.of(6, 2, 0), "3-1-0"), (Scoring.of(4, 2, 0, bye=2), "2-1-0 bye=1")],
)
def test_usual_scorings_are_short(scoring, text):
    assert str(scoring) == text


@pytest.mark.parametrize("text", ["1-½-0", "1-0.5-0", "1-0,5-0", "1.0-.5-0.0"])
def test_halves_may_be_written_in_several_ways(text):
    assert Scoring.read(text) == CLASSIC


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("form", ""),
        ("form", "1-0"),
        ("form", "1--0"),
        ("form", "1-0.3-0"),
        ("form", "3-1-0 bye="),
        ("special", "3-1-0 buy=1"),
        ("order", "0-1-3"),
        ("order", "1-1-1"),
    ],
)
def test_what_is_no_scoring_is_refused(code, text):
    with pytest.raises(InvalidScoring) as refused:
        Scoring.read(text)
    assert refused.value.code == code


def test_byes_and_forfeits_follow_wins_and_draws_unless_told_otherwise():
    worth = Scoring.read("3-1-0 half-bye=½ forfeit-win=2").worth
    found = [worth[RoundResult(letter)] for letter in "1=0+-UFHZWN?."]
    assert found == [6, 2, 0, 4, 0, 6, 6, 1, 0, 0, 0, 0, 0]
