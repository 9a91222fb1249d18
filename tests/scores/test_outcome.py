import pytest

from tournament.scores import CLASSIC, FORFEITS, OVER_THE_BOARD, Outcome, RoundResult


@pytest.mark.parametrize("outcome", Outcome)
def test_marks_lead_back_to_their_outcome(outcome):
    assert Outcome.of(*outcome.results) is outcome


def test_a_bye_and_a_free_round_are_two_things():
    assert Outcome.BYE.results == (RoundResult.PAIRING_BYE, None)
    assert Outcome.FREE.results == (RoundResult.FREE, None)
    assert CLASSIC.shares(Outcome.BYE) == (2, 0)
    assert CLASSIC.shares(Outcome.FREE) == (0, 0)


def test_what_is_pending_is_no_outcome_and_counts_as_a_draw_in_a_draft():
    assert Outcome.of(RoundResult.PENDING, RoundResult.PENDING) is None
    assert CLASSIC.shares(None) == (1, 1)


@pytest.mark.parametrize("outcome", Outcome)
def test_named_the_other_way_round_both_keep_what_they_have(outcome):
    assert outcome.swapped.swapped is outcome
    if outcome.without_opponent:
        assert outcome.swapped is outcome
    else:
        assert outcome.swapped.results == outcome.results[::-1]
        assert outcome.swapped.wins == outcome.wins[::-1]
        assert outcome.results[1] in outcome.results[0].opposites


@pytest.mark.parametrize("outcome", Outcome)
def test_an_outcome_is_played_forfeited_or_without_an_opponent(outcome):
    assert [outcome.over_the_board, outcome.forfeited, outcome.without_opponent].count(True) == 1
    assert outcome.over_the_board == (outcome.results[0] in OVER_THE_BOARD)
    assert outcome.forfeited == (outcome.results[0] in FORFEITS)
