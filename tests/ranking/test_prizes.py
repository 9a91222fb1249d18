from tests.ranking.examples import PLAYED
from tournament.ranking.prizes import PrizePlace, award, within
from tournament.ranking.standings import standings
from tournament.scores import CLASSIC, Past

# A 2.5, B C 2, E 1.5, D F 0.5
TABLE = standings(PLAYED, CLASSIC)
JUNIORS = {"juniors": frozenset("BCDF")}


def awards(prizes, **options):
    return [
        (award_.prize.name, "".join(award_.winners)) for award_ in award(TABLE, prizes, JUNIORS, **options)
    ]


def test_a_category_is_ranked_within_itself():
    assert [(row.rank, row.entrant) for row in within(TABLE, JUNIORS["juniors"])] == [
        (1, "B"),
        (1, "C"),
        (3, "D"),
        (3, "F"),
    ]


def test_those_who_share_a_rank_share_its_prizes():
    prizes = [PrizePlace("gold", 1), PrizePlace("silver", 2), PrizePlace("bronze", 3)]
    assert awards(prizes) == [("gold", "A"), ("silver", "BC"), ("bronze", "BC")]


def test_a_category_prize_goes_to_the_best_who_has_none_yet():
    prizes = [PrizePlace("gold", 1), PrizePlace("silver", 2), PrizePlace("best junior", 1, "juniors")]
    assert awards(prizes) == [("gold", "A"), ("silver", "BC"), ("best junior", "DF")]
    assert awards(prizes, one_each=False)[-1] == ("best junior", "BC")


def test_a_prize_without_anyone_to_win_it_has_no_winner():
    assert awards([PrizePlace("best veteran", 1, "veterans"), PrizePlace("7th", 7)]) == [
        ("best veteran", ""),
        ("7th", ""),
    ]


def test_the_annulled_win_nothing():
    history = Past.read("A: B>1\nB: A<0", "round-robin", annulled=frozenset("A"))
    table = standings(history, CLASSIC)
    assert [a.winners for a in award(table, [PrizePlace("gold", 1), PrizePlace("silver", 2)], {})] == [
        ("B",),
        (),
    ]
