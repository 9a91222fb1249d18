from tests.ranking.examples import ROUND_ROBIN, UNPLAYED
from tournament.ranking.crosstable import RESULT_TEXTS, by_opponent, by_round
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import CLASSIC, History, RoundResult, System


def test_by_round_each_cell_names_row_start_and_result():
    table = standings(UNPLAYED, CLASSIC, read_tiebreaks("BH"))
    rows = by_round(UNPLAYED, table)
    shown = [
        f"{row.number} {row.standing.entrant}: {' '.join(cell.text for cell in row.cells)}" for row in rows
    ]
    assert shown == [
        "1 G: bye 4>1 2<½ 3>1",
        "2 A: 3>1 5<1 1>½ 4<1",
        "3 B: 2<0 6>1 5>1 1<0",
        "4 E: 6>½ 1<0 7<1 2>0",
        "5 C: 7>+ 2>0 3<0 7<½",
        "6 F: 4<½ 3<0 bye ½ left",
        "7 D: 5<− absent 4>0 5>½",
    ]


def test_by_round_up_to_an_earlier_round():
    table = standings(UNPLAYED, CLASSIC, after_round=1)
    assert {len(row.cells) for row in by_round(UNPLAYED, table, after_round=1)} == {1}


def test_by_opponent_a_round_robin_is_a_square():
    table = standings(ROUND_ROBIN, CLASSIC, read_tiebreaks("DE"))
    rows = by_opponent(ROUND_ROBIN, table)
    assert [" ".join(row.text(column) for column in range(1, 5)) for row in rows] == [
        "■ 1 0 1",
        "0 ■ 1 +",
        "1 0 ■ ½",
        "0 − ½ ■",
    ]
    assert {len(row.cells) for row in rows} == {4}


def test_two_meetings_stand_in_one_cell():
    twice = History.read("A: B>1 B<=\nB: A<0 A>=", System.ROUND_ROBIN)
    assert by_opponent(twice, standings(twice, CLASSIC))[0].text(2) == "1½"


def test_games_of_the_annulled_are_struck():
    history = History.read(
        "A: B>1 C>1 .\nB: A<0 . C>1\nC: . A<0 B<0", System.ROUND_ROBIN, annulled=frozenset("C")
    )
    rows = by_round(history, standings(history, CLASSIC))
    assert [[cell.struck for cell in row.cells] for row in rows] == [
        [False, True, False],
        [False, False, True],
        [False, True, True],
    ]


def test_no_two_results_look_alike():
    assert len(set(RESULT_TEXTS.values())) == len(RESULT_TEXTS) == len(RoundResult)
