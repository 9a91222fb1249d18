"""Keizer scores: published tables and examples.

Haren: Schaakclub Haren, standings after round 1 of 2016/17, schaakclubharen.nl, "Eerste ronde interne
competitie". Caissa: Caissa Amsterdam, caissa-amsterdam.nl/het-keizer-systeem, the worked example. Kijk Uit:
schaakclubkijkuit.nl, Competitiesysteem. All of them read in November 2026.
"""

from fractions import Fraction

import pytest

from tournament.formats.keizer import KEIZER
from tournament.formats.keizer_options import KeizerOptions
from tournament.formats.keizer_scores import KeizerTable, keizer_table, rounds_of, values_by_place
from tournament.ranking.standings import standings
from tournament.scores import CLASSIC, Entrant, History, amount_text

HAREN = History.read("""
Suurmeijer: Mossel>1
Mossel: Suurmeijer<0
Roorda: Romijn<1
Romijn: Roorda>0
Tasma: Hindriks>1
Hindriks: Tasma<0
Gielen: Kieft<=
Kieft: Gielen>=
Graafland: Tuinman<1
Tuinman: Graafland>0
Bontsema: Guinee>1
Guinee: Bontsema<0
Alshorman: Blanksma>1
Blanksma: Alshorman<0
Raaijen: Bouwman<1
Bouwman: Raaijen>0
""")
HAREN_TABLE = """
Suurmeijer 151 80
Roorda 149 79
Tasma 147 78
Graafland 145 77
Bontsema 143 76
Alshorman 141 75
Raaijen 139 74
Gielen 109 73
Kieft 108.5 72
Mossel 71 71
Romijn 70 70
Hindriks 69 69
Tuinman 68 68
Guinee 67 67
Blanksma 66 66
Bouwman 65 65
"""


def lines(table: KeizerTable) -> list[str]:
    return [
        f"{each} {amount_text(Fraction(table.score(each), 6))} {table.values[each]}" for each in table.order
    ]


def test_the_table_of_haren_after_its_first_round():
    # The club's start list is that of the pairings: 1-2, 3-4 and so on.
    table = keizer_table(HAREN, tuple(HAREN.rows), KeizerOptions(top_value=80))
    assert lines(table) == HAREN_TABLE.split("\n")[1:-1]
    assert table.turning == 1


CAISSA = History.read("""
Jansen: Pietersen>1
Pietersen: Jansen<0
Bakker: Slager>=
Slager: Bakker<=
Vries: Zeeuw>0
Zeeuw: Vries<1
Jonge: Oude>=
Oude: Jonge<=
Wit: Bruin>0
Bruin: Wit<1
""")


def test_the_example_of_caissa_before_values_are_worked_out_again():
    options = KeizerOptions(top_value=50)
    start = tuple(CAISSA.rows)
    rounds = {each: tuple(rounds_of(CAISSA, each, options)) for each in start}
    first = KeizerTable(start, values_by_place(start, options), rounds, own_value=True)
    told = "99 49 71.5 71 46 91 65.5 65 42 83"
    assert " ".join(amount_text(Fraction(first.score(each), 6)) for each in start) == told


def test_the_example_of_caissa_worked_out_to_its_end():
    table = keizer_table(CAISSA, tuple(CAISSA.rows), KeizerOptions(top_value=50))
    # Jansen 50 and Pietersen, who fell to the eighth place, 43; Bakker 47 and half of Slager's 46.
    assert lines(table)[:5] == [
        "Jansen 93 50",
        "Zeeuw 91 49",
        "Bruin 89 48",
        "Bakker 70 47",
        "Slager 69.5 46",
    ]


@pytest.mark.parametrize(
    ("row", "score"),
    [
        ("Z12: H", "29.67"),  # the twelfth of a hundred, absent with notice: a third of 89
        ("Z12: Z", "0"),  # without notice
        ("Z12: U", "59.33"),  # a bye: two thirds
        ("Z12: N", "29.67"),  # came into the club later
        ("Z12: W", "0"),
    ],
)
def test_who_does_not_play_has_a_share_of_the_own_value_as_at_kijk_uit(row, score):
    others = [f"Z{place}" for place in range(1, 101) if place != 12]
    history = History.read("\n".join([row, *(f"{each}: N" for each in others)]))
    options = KeizerOptions(top_value=100, own_value=False)
    start = [f"Z{place}" for place in range(1, 101)]
    rounds = {each: tuple(rounds_of(history, each, options)) for each in start}
    table = KeizerTable(tuple(start), values_by_place(start, options), rounds, own_value=False)
    assert amount_text(Fraction(table.score("Z12"), 6)) == score


def test_absences_with_notice_count_so_often_and_no_more():
    history = History.read("A: H H H\nB: N N N")
    shares = [each.share for each in rounds_of(history, "A", KeizerOptions(notices=2))]
    assert shares == [2, 2, 0]


def test_the_first_place_is_worth_one_and_a_half_times_the_entrants():
    assert values_by_place(range(40), KeizerOptions())[0] == 60
    assert min(values_by_place(range(9), KeizerOptions(top_value=3)).values()) == 1


def test_every_number_of_the_table_shows_its_working():
    history = History.read("A: B>1 U\nB: A<0 C>=\nC: H B<=")
    entrants = tuple(Entrant(id, seed) for seed, id in enumerate("ABC", 1))
    table = standings(history, CLASSIC, ahead=KEIZER.ranking_figures(entrants, KeizerOptions()))
    told = {row.entrant: [str(working) for working in row.workings] for row in table}
    assert told["A"] == ["KZ 8.67 = 4 + 2 + 2.67", "VAL 4 = 4"]
    (score, value), (_, row, _) = table[0].workings, table
    assert [score.sentence(term)[0] for term in score.terms][1:] == [
        "Round {round}: won against {opponent}: {amount}.",
        "Round {round}: bye, {share} of one’s own {score}: {amount}.",
    ]
    assert score.sentence(score.terms[2])[1]["share"] == Fraction(2, 3)
    assert value.sentence(value.terms[0])[0] == "The first place is worth {amount}."
    assert told["B"][1] == "VAL 3 = 4 − 1" or told["C"][1] == "VAL 3 = 4 − 1"
    assert row.rank == 2


def test_where_places_go_round_in_circles_the_value_says_over_how_many_orders():
    history = History.read("A: C<=\nB: U\nC: A>=")
    entrants = tuple(Entrant(id, seed) for seed, id in enumerate("ABC", 1))
    options = KeizerOptions(own_value=False)
    assert keizer_table(history, list("ABC"), options).turning == 2
    for row in standings(history, CLASSIC, ahead=KEIZER.ranking_figures(entrants, options)):
        value = row.workings[1]
        sentence, params = value.sentence(value.terms[-1])
        assert sentence == "Here the places go round in circles; of the orders ({games}) the first stands."
        assert (params["games"], value.terms[-1].amount) == (2, 0)
