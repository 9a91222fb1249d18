"""The Buchholz family (FIDE C.07, article 8), not to be used in round robins."""

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks.cuts import cut
from tournament.ranking.tiebreaks.opponents import opponents
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import OVER_THE_BOARD, EntrantId


def buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.1: the opponents' scores added up."""
    terms = (
        Term(
            met.score,
            Why.DUMMY if met.opponent is None else Why.OPPONENT,
            met.round,
            met.opponent,
            voluntary=met.voluntary,
        )
        for met in opponents(sheet, entrant)
    )
    return Working("BH", tuple(terms))


def buchholz_cut_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.1 with 14.1."""
    return cut(buchholz(sheet, entrant), "BH/C1", lowest=1)


def buchholz_cut_2(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.1 with 14.2."""
    return cut(buchholz(sheet, entrant), "BH/C2", lowest=2)


def buchholz_median_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.1 with 14.3."""
    return cut(buchholz(sheet, entrant), "BH/M1", lowest=1, highest=1)


def fore_buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.3: known as soon as the last round is paired."""
    working = buchholz(sheet.fore, entrant)
    return Working("FB", working.terms)


def average_of_opponents_buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """C.07 8.2: of the opponents met over the board."""
    terms = tuple(
        Term(_buchholz_total(sheet, round_mark.opponent), Why.BUCHHOLZ, number, round_mark.opponent)
        for number, round_mark, _ in sheet.counted(entrant)
        if round_mark.opponent is not None and round_mark.mark in OVER_THE_BOARD
    )
    return Working("AOB", terms, divisor=max(1, len(terms)))


def _buchholz_total(sheet: ScoreSheet, entrant: EntrantId) -> int:
    key = ("BH", entrant)
    if key not in sheet.memo:
        sheet.memo[key] = sum(met.score for met in opponents(sheet, entrant))
    return sheet.memo[key]
