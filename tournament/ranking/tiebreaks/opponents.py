"""Tie-breaks from the opponents' scores: Buchholz (FIDE C.07, article 8), not to be used in round robins;
Sonneborn-Berger and Koya (article 9), which weigh points by whom they were scored against; and their cuts
(14.1 to 14.3, with 16.5 for unplayed rounds).
"""

from collections.abc import Callable
from dataclasses import replace

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import OVER_THE_BOARD, EntrantId

# ---- Buchholz


def buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the opponents' scores (C.07 8.1)."""
    terms = (
        Term(
            met.score,
            Why.DUMMY if met.opponent is None else Why.OPPONENT,
            met.round,
            met.opponent,
            voluntary=met.voluntary,
        )
        for met in sheet.opponents[entrant]
    )
    return Working("BH", tuple(terms))


def buchholz_cut_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the opponents' scores without the lowest (C.07 8.1 with 14.1)."""
    return _cut(buchholz(sheet, entrant), "BH/C1", lowest=1)


def buchholz_cut_2(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the opponents' scores without the two lowest (C.07 8.1 with 14.2)."""
    return _cut(buchholz(sheet, entrant), "BH/C2", lowest=2)


def buchholz_median_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the opponents' scores without the lowest and the highest (C.07 8.1 with 14.3)."""
    return _cut(buchholz(sheet, entrant), "BH/M1", lowest=1, highest=1)


def buchholz_median_2(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the opponents' scores without the two lowest and the two highest (C.07 8.1 with 14.4)."""
    return _cut(buchholz(sheet, entrant), "BH/M2", lowest=2, highest=2)


def fore_buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Compute Buchholz as if the last round were drawn (C.07 8.3); until it is paired, the usual Buchholz."""
    working = buchholz(sheet.fore, entrant)
    return Working("FB", working.terms)


def average_of_opponents_buchholz(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Average the Buchholz of the opponents met over the board (C.07 8.2)."""
    terms = tuple(
        Term(
            sum(met.score for met in sheet.opponents[entrant_round.opponent]),
            Why.BUCHHOLZ,
            number,
            entrant_round.opponent,
        )
        for number, entrant_round, _ in sheet.counted[entrant]
        if entrant_round.opponent is not None and entrant_round.result in OVER_THE_BOARD
    )
    return Working("AOB", terms, divisor=max(1, len(terms)))


# ---- Sonneborn-Berger, Koya


def sonneborn_berger(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up each opponent's score times the points scored against them (C.07 9.1)."""
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
        for met in sheet.opponents[entrant]
    )
    return Working("SB", tuple(terms), unit=4)


def sonneborn_berger_cut_1(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Compute Sonneborn-Berger without the product of the opponent who scored least (C.07 9.1 with 14.1)."""
    return _cut(sonneborn_berger(sheet, entrant), "SB/C1", lowest=1)


def koya(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up points against opponents who scored at least half of what they could (C.07 9.2)."""
    terms = (
        Term(points, Why.STRONG_OPPONENT, number, entrant_round.opponent)
        for number, entrant_round, points in sheet.counted[entrant]
        if entrant_round.opponent is not None
        and entrant_round.result in sheet.games
        and 2 * sheet.totals[entrant_round.opponent] >= sheet.win * len(sheet.counted[entrant_round.opponent])
    )
    return Working("KS", tuple(terms))


# ---- cuts


def _cut(working: Working, code: str, lowest: int, highest: int = 0) -> Working:
    """Remove the lowest terms of a working and then, for medians, the highest ones."""
    terms = list(working.terms)
    for _ in range(lowest):
        _strike(terms, _least_significant(terms))
    for _ in range(highest):
        _strike(terms, _extreme(terms, max))
    return replace(working, code=code, terms=tuple(terms))


def _least_significant(terms: list[Term]) -> int | None:
    """Find the term to cut (C.07 16.5): the lowest voluntarily unplayed round, or the usual if worth more."""
    usual = _extreme(terms, min)
    voluntary = [i for i, term in enumerate(terms) if term.voluntary and not term.cut]
    if usual is None or not voluntary:
        return usual
    lowest = min(voluntary, key=lambda i: terms[i].amount)
    return lowest if terms[lowest].amount >= terms[usual].amount else usual


def _extreme(terms: list[Term], choose: Callable[..., int]) -> int | None:
    """Find the least or most significant term: by the opponent's score, then the amount (C.07 14.1.1)."""
    left = [i for i, term in enumerate(terms) if not term.cut]
    return choose(left, key=lambda i: _significance(terms[i])) if left else None


def _significance(term: Term) -> tuple[int, int]:
    return term.score if term.score is not None else term.amount, term.amount


def _strike(terms: list[Term], index: int | None) -> None:
    if index is not None:
        terms[index] = terms[index]._replace(cut=True)
