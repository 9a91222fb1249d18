import pytest

from tests.ranking.examples import UNPLAYED
from tournament.scores import (
    CLASSIC,
    PAIRED,
    EntrantRound,
    History,
    InvalidHistory,
    Meeting,
    Outcome,
    RoundResult,
    Score,
    Scoring,
    System,
    is_annulled_by_withdrawal,
)

MATCH_POINTS = Scoring.of(4, 2, 0, bye=2)


def test_a_history_is_read_back_from_its_text():
    assert History.read(str(UNPLAYED)) == UNPLAYED


def test_a_team_match_keeps_its_game_points():
    history = History.read("A: B>1:2.5\nB: A<0:1.5", boards=4)
    assert history.rows["A"][0] == EntrantRound(RoundResult.WIN, "B", True, 5)
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
    row = History.read("A: B>1 B<0 B>+\nB: A<0 A>1 A<-").rows["A"]
    assert is_annulled_by_withdrawal(row, scheduled_games=5)
    assert not is_annulled_by_withdrawal(row, scheduled_games=4)


def test_a_history_is_made_of_meetings_byes_and_absences():
    history = History.of(
        [1, 2, 3],
        rounds=2,
        meetings=[
            Meeting(1, 1, 2, Outcome.SECOND_WINS, (1, 3)),
            Meeting(2, 3, 1, Outcome.BOTH_FORFEIT),
            Meeting(3, 2, 3, None),
        ],
        otherwise={(2, 2): RoundResult.ABSENT},
        boards=2,
    )
    assert str(history) == "1: 2>0:0.5 3<-\n2: 1<1:1.5 Z\n3: N 1>-"


def test_a_history_is_complete_up_to_its_first_missing_result():
    history = History.read("A: U B>?\nB: H A<?")
    assert history.is_complete(1)
    assert not history.is_complete()


ANNULLED = History.read(
    "A: B>1 . C>1\nB: A<0 C>= .\nC: . B<= A<0", System.ROUND_ROBIN, annulled=frozenset("C")
)


def test_games_against_the_annulled_and_free_rounds_are_nobodys_points_wins_draws_or_losses():
    assert [ANNULLED.points_by_round(who, CLASSIC) for who in "ABC"] == [(2, 0, 0), (0, 0, 0), (0, 0, 0)]
    assert [ANNULLED.points(who, CLASSIC) for who in "ABC"] == [2, 0, 0]
    assert [tuple(ANNULLED.tally(who)) for who in "ABC"] == [(1, 0, 0), (0, 0, 1), (0, 0, 0)]


def test_a_bye_counts_where_a_free_round_does_not():
    history = History.read("A: U B>=\nB: . A<=", System.ROUND_ROBIN)
    assert history.running_points("A", CLASSIC) == (2, 3)
    assert history.running_points("B", CLASSIC) == (0, 1)


def test_what_is_not_decided_counts_for_nothing_and_in_a_draft_as_a_draw():
    history = History.read("A: B>1 B<?\nB: A<0 A>?")
    assert history.points("A", CLASSIC) == 2
    assert tuple(history.tally("A")) == (1, 0, 0)
    assert history.with_missing_drawn().points("A", CLASSIC) == 3


def test_a_team_has_match_points_and_game_points():
    history = History.read("A: B>1:2.5 U\nB: A<0:0.5 H", boards=3)
    assert history.points("A", MATCH_POINTS) == 4 + 2
    assert history.points_by_round("A", MATCH_POINTS, score=Score.GAME) == (5, 3)
    assert history.points("A", MATCH_POINTS, after_round=1) == 4


@pytest.mark.parametrize(
    ("result", "points"),
    [("1", 6), ("=", 3), ("0", 0), ("+", 6), ("-", 0), ("F", 6), ("U", 3), ("H", 3), ("Z", 0)],
)
def test_a_team_match_without_boards_gives_all_half_or_none_of_the_game_points(result, points):
    opposite = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+"}.get(result)
    text = f"A: B>{result}\nB: A<{opposite}" if opposite else f"A: {result}"
    assert History.read(text, boards=3).points_by_round("A", MATCH_POINTS, score=Score.GAME) == (points,)


def test_a_last_round_that_counts_as_drawn_gives_half_of_the_game_points():
    history = History.read("A: U B>1:2.5\nB: H A<0:0.5\nC: U H", boards=3)
    assert str(history.with_last_round_drawn(2)) == "A: U B>=:1.5\nB: H A<=:1.5\nC: U H"
    without_boards = History.read("A: B>+\nB: A<-", boards=3)
    assert str(without_boards.with_last_round_drawn(1)) == "A: B>=\nB: A<="


@pytest.mark.parametrize("result", RoundResult)
def test_opposites_are_mutual_and_only_pairings_have_them(result):
    assert bool(result.opposites) == (result in PAIRED)
    assert all(result in other.opposites for other in result.opposites)
