"""Sonneborn-Berger and Koya (FIDE C.07, article 9): points weighed by whom they were scored against."""

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks.cuts import cut
from tournament.ranking.tiebreaks.opponents import opponents
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import EntrantId


def sonneborn_berger(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 9.1: each opponent's score times the points scored against them."""
    terms = (
        Term(
            met.score * met.points,
            Why.DUMMY_PRODUCT if met.opponent is None else Why.PRODUCT,
            met.round,
            met.opponent,
            met.score,
            met.points,
            met.voluntary,
        )
        for met in opponents(sheet, entrant)
    )
    return Working("SB", tuple(terms), unit=4)


def sonneborn_berger_cut_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 9.1 with 14.1: without the product of the opponent who scored least."""
    return cut(sonneborn_berger(sheet, entrant), "SB/C1", lowest=1)


def koya(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 9.2: points against those who scored at least half of what they could."""
    terms = (
        Term(points, Why.STRONG_OPPONENT, number, round_mark.opponent)
        for number, round_mark, points in sheet.counted(entrant)
        if round_mark.opponent is not None
        and sheet.is_game(round_mark)
        and _scored_half(sheet, round_mark.opponent)
    )
    return Working("KS", tuple(terms))


def _scored_half(sheet: ScoreSheet, entrant: EntrantId) -> bool:
    games = sum(round_mark is not None for round_mark in sheet.rows[entrant])
    return 2 * sheet.totals[entrant] >= sheet.win * games
