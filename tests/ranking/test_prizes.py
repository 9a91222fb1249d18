"""Prizes: winners, categories and shared money."""

from tests.ranking.examples import PLAYED
from tournament.ranking.prizes import PrizePlace, Sharing, award_prizes, list_payouts, rank_within
from tournament.ranking.standings import standings
from tournament.ranking.tiebreaks import read_tiebreaks
from tournament.scores import CLASSIC, History

# A 2.5, B C 2, E 1.5, D F 0.5
TABLE = standings(PLAYED, CLASSIC)
JUNIORS = {"juniors": frozenset("BCDF")}


def awards(prizes):
    given = award_prizes(TABLE, prizes, JUNIORS, Sharing.RANK)
    return [(each.prize.name, "".join(each.winners)) for each in given]


def test_a_category_is_ranked_within_itself():
    assert [(row.rank, row.entrant) for row in rank_within(TABLE, JUNIORS["juniors"])] == [
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


def test_a_prize_without_anyone_to_win_it_has_no_winner():
    assert awards([PrizePlace("best veteran", 1, "veterans"), PrizePlace("7th", 7)]) == [
        ("best veteran", ""),
        ("7th", ""),
    ]


def test_the_annulled_win_nothing():
    history = History.read("A: B>1\nB: A<0", "round-robin", annulled=frozenset("A"))
    table = standings(history, CLASSIC)
    prizes = [PrizePlace("gold", 1), PrizePlace("silver", 2)]
    assert [each.winners for each in award_prizes(table, prizes, {}, Sharing.RANK)] == [("B",), ()]


def paid(prizes, sharing, table=TABLE, categories=JUNIORS):
    return {row.entrant: str(row.money or "") for row in list_payouts(table, prizes, categories, sharing)}


MONEY = [
    PrizePlace(f"{place}", place, title=title) for place, title in enumerate(("100 €", "60 €", "30 €"), 1)
]


def test_money_of_the_places_that_a_rank_covers_is_put_together_and_shared():
    assert paid(MONEY, Sharing.RANK) == {"A": "100 €", "B": "45 €", "C": "45 €"}


def test_by_points_all_who_are_level_share_also_behind_the_last_prize():
    table = standings(PLAYED, CLASSIC, read_tiebreaks("BH"))
    level = [row.entrant for row in table if row.points == table[1].points]
    assert len({row.rank for row in table}) == len(table), "no rank is shared here"
    given = paid(MONEY[:2], Sharing.POINTS, table)
    assert given == {table[0].entrant: "100 €"} | dict.fromkeys(level, "30 €")


def test_by_hort_half_goes_by_the_place_and_half_is_shared():
    table = standings(PLAYED, CLASSIC, read_tiebreaks("BH"))
    second, third = table[1].entrant, table[2].entrant
    assert table[1].points == table[2].points
    assert paid(MONEY, Sharing.HORT, table) == {
        table[0].entrant: "100 €",
        second: "52.50 €",
        third: "37.50 €",
    }


def test_a_cup_is_not_divided_and_two_currencies_are_not_added():
    cups = [
        PrizePlace("1", 1, title="Cup"),
        PrizePlace("2", 2, title="60 €"),
        PrizePlace("3", 3, title="CHF 30"),
    ]
    found = list_payouts(TABLE, cups, {}, Sharing.RANK)
    assert [(row.entrant, [prize.title for prize in row.prizes], row.money) for row in found] == [
        ("A", ["Cup"], None),
        ("B", ["60 €", "CHF 30"], None),
        ("C", ["60 €", "CHF 30"], None),
    ]


def test_who_has_shared_money_makes_room_in_the_categories():
    prizes = [*MONEY, PrizePlace("best junior", 1, "juniors", "10 €")]
    assert paid(prizes, Sharing.POINTS) == {"A": "100 €", "B": "45 €", "C": "45 €", "D": "5 €", "F": "5 €"}
