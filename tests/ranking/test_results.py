import pytest

from tests.ranking.examples import UNPLAYED
from tournament.ranking.meetings import Meeting, history_of
from tournament.ranking.results import (
    Cell,
    History,
    InvalidHistory,
    Result,
    System,
    is_annulled_by_withdrawal,
)


def test_a_history_is_read_back_from_its_text():
    assert History.read(str(UNPLAYED)) == UNPLAYED


def test_a_team_match_keeps_its_game_points():
    history = History.read("A: B>1:2.5\nB: A<0:1.5", boards=4)
    assert history.cells["A"][0] == Cell(Result.WIN, "B", True, 5)
    assert str(history) == "A: B>1:2.5\nB: A<0:1.5"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("line", "A B>1"),
        ("cell", "A: B>x\nB: A<0"),
        ("twice", "A: U\nA: U"),
        ("uneven", "A: U U\nB: Z"),
        ("opponent-missing", "A: 1"),
        ("opponent-unwanted", "A: B>U\nB: A<0"),
        ("opponent-unknown", "A: B>1"),
        ("disagree", "A: B>1\nB: A<1"),
        ("disagree", "A: B>1\nB: A>0"),
        ("disagree", "A: B>1\nB: U"),
        ("disagree", "A: A>="),
        ("game-points", "A: B>1:1\nB: A<0:0.5"),
    ],
)
def test_what_cannot_have_happened_is_refused(code, text):
    with pytest.raises(InvalidHistory) as refused:
        History.read(text)
    assert refused.value.code == code


def test_annulment_is_for_round_robins():
    with pytest.raises(InvalidHistory, match="round robins only"):
        History.read("A: U", annulled=frozenset("A"))
    with pytest.raises(InvalidHistory, match="not in this event"):
        History.read("A: .", System.ROUND_ROBIN, annulled=frozenset("B"))


def test_who_leaves_before_half_of_the_games_is_annulled():
    row = History.read("A: B>1 B<0 B>+\nB: A<0 A>1 A<-").cells["A"]
    assert is_annulled_by_withdrawal(row, scheduled_games=5)
    assert not is_annulled_by_withdrawal(row, scheduled_games=4)


def test_a_history_is_made_of_meetings_byes_and_absences():
    history = history_of(
        ["A", "B", "C"],
        rounds=2,
        meetings=[Meeting(1, "A", "B", Result.LOSS), Meeting(2, "C", "A", Result.PENDING, both_forfeit=True)],
        without_opponent={("C", 1): Result.NOT_ENTERED},
    )
    assert str(history) == "A: B>0 C<-\nB: A<1 Z\nC: N A>-"


def test_a_history_is_complete_up_to_its_first_missing_result():
    history = History.read("A: U B>?\nB: H A<?")
    assert history.is_complete(1)
    assert not history.is_complete()
