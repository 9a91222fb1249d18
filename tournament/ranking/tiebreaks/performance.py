"""Tie-breaks from ratings (FIDE C.07, article 10). Only games over the board against rated opponents count.

Values are whole numbers, a half rounded up.
"""

from collections.abc import Iterator

from tournament.ranking.sheet import CountedRound, ScoreSheet
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import CLASSIC, OVER_THE_BOARD, EntrantId

# FIDE B.02, table 8.1.1: rating difference by hundredths scored, from 50 to 100; below 50 it is taken off.
_DIFFERENCES = (
    *(0, 7, 14, 21, 29, 36, 43, 50, 57, 65),
    *(72, 80, 87, 95, 102, 110, 117, 125, 133, 141),
    *(149, 158, 166, 175, 184, 193, 202, 211, 220, 230),
    *(240, 251, 262, 273, 284, 296, 309, 322, 336, 351),
    *(366, 383, 401, 422, 444, 470, 501, 538, 589, 677),
    800,
)


def average_rating(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Average the ratings of the rated opponents met over the board (C.07 10.1)."""
    terms = tuple(
        Term(sheet.ratings[each.entrant_round.opponent], Why.RATING, each.number, each.entrant_round.opponent)
        for each in _rated_games(sheet, entrant)
        if each.entrant_round.opponent is not None
    )
    return Working("ARO", terms, unit=1, divisor=max(1, len(terms)), rounded=True)


def performance_rating(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Compute the performance with the table of B.02 (C.07 10.2). A win is one point in any scoring."""
    games = tuple(_rated_games(sheet, entrant))
    if not games:
        return Working("TPR", (), unit=1)
    average = average_rating(sheet, entrant)
    scored = sum(CLASSIC.worth[each.entrant_round.result] for each in games)
    # Hundredths of what could be scored, half up; `scored` is doubled.
    share = (100 * scored + len(games)) // (2 * len(games))
    terms = (
        Term(int(average.value), Why.AVERAGE_RATING),
        Term(rating_difference(share), Why.SCORE_SHARE, points=scored, games=len(games), share=share),
    )
    return Working("TPR", terms, unit=1, then=average)


def average_performance(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Average the performance of the opponents who have one (C.07 10.4)."""
    opponents = (
        (each.number, each.entrant_round.opponent)
        for each in sheet.counted[entrant]
        if each.entrant_round.result in OVER_THE_BOARD
    )
    performances = (
        (number, opponent, performance_rating(sheet, opponent))
        for number, opponent in opponents
        if opponent is not None
    )
    terms = tuple(
        Term(int(working.value), Why.PERFORMANCE, number, opponent)
        for number, opponent, working in performances
        if working.terms
    )
    return Working("APRO", terms, unit=1, divisor=max(1, len(terms)), rounded=True)


def rating_difference(hundredths: int) -> int:
    """Look up the rating difference for hundredths of the possible points.

    >>> rating_difference(75), rating_difference(25), rating_difference(0)
    (193, -193, -800)
    """
    return _DIFFERENCES[hundredths - 50] if hundredths >= 50 else -_DIFFERENCES[50 - hundredths]


def _rated_games(sheet: ScoreSheet, entrant: EntrantId) -> Iterator[CountedRound]:
    """Yield an entrant's games over the board against rated opponents."""
    for each in sheet.counted[entrant]:
        opponent = each.entrant_round.opponent
        if (
            opponent is not None
            and each.entrant_round.result in OVER_THE_BOARD
            and sheet.ratings.get(opponent)
        ):
            yield each
