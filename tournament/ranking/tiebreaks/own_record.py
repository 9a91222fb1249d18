"""Tie-breaks from an entrant's own results (FIDE C.07, article 7), and the other score of a team (13.1)."""

from collections.abc import Callable, Iterator
from itertools import accumulate

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import OVER_THE_BOARD, VOLUNTARY, EntrantId, EntrantRound


def rounds_with_a_wins_points(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count the rounds that gave the points of a win, played or not (C.07 7.1)."""
    return _rounds("WIN", sheet, entrant, lambda entrant_round, points: points == sheet.win)


def games_won(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count games won over the board (C.07 7.2); in a round robin forfeit wins are games, too (15.2)."""
    return _rounds("WON", sheet, entrant, lambda entrant_round, points: _won(sheet, entrant_round))


def games_as_second(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count games in which the opponent started (C.07 7.3, where it says Black)."""
    return _rounds("BPG", sheet, entrant, lambda entrant_round, points: _as_second(sheet, entrant_round))


def wins_as_second(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count games won in which the opponent started (C.07 7.4, where it says Black)."""
    return _rounds(
        "BWG",
        sheet,
        entrant,
        lambda entrant_round, points: _as_second(sheet, entrant_round) and _won(sheet, entrant_round),
    )


def progressive_score(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the totals after each round (C.07 7.5)."""
    running = enumerate(accumulate(sheet.points[entrant]), 1)
    return Working("PS", tuple(Term(total, Why.RUNNING_TOTAL, number) for number, total in running))


def rounds_elected_to_play(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count the rounds without requested byes and forfeit losses (C.07 7.6)."""
    return _rounds("REP", sheet, entrant, lambda entrant_round, points: entrant_round.result not in VOLUNTARY)


def standard_points(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Count one for more points than the opponent, half for as many, with any scoring (C.07 7.7).

    Unplayed rounds are compared with the points of a draw; a double forfeit is an unplayed round for both.
    """

    def terms() -> Iterator[Term]:
        for number, entrant_round, points in sheet.counted[entrant]:
            par = sheet.draw
            if entrant_round.result in OVER_THE_BOARD and entrant_round.opponent is not None:
                par = sheet.points[entrant_round.opponent][number - 1]
            amount = 2 if points > par else 1 if points == par else 0
            if amount:
                yield Term(amount, Why.ROUND_COUNTS, number, entrant_round.opponent)

    return Working("STD", tuple(terms()))


def total_score(sheet: ScoreSheet, entrant: EntrantId) -> Working:
    """Add up the score of a team that does not rank it first, match points or game points (C.07 13.1)."""
    points = enumerate(sheet.points[entrant], 1)
    return Working(sheet.score, tuple(Term(amount, Why.ROUND_POINTS, number) for number, amount in points))


def _won(sheet: ScoreSheet, entrant_round: EntrantRound) -> bool:
    return entrant_round.result in sheet.own_games and entrant_round.result.is_win


def _as_second(sheet: ScoreSheet, entrant_round: EntrantRound) -> bool:
    return entrant_round.result in sheet.own_games and entrant_round.started is False


def _rounds(
    code: str, sheet: ScoreSheet, entrant: EntrantId, counts: Callable[[EntrantRound, int], bool]
) -> Working:
    """Make the working of a tie-break that counts rounds."""
    terms = (
        Term(1, Why.ROUND_COUNTS, number, entrant_round.opponent)
        for number, entrant_round, points in sheet.counted[entrant]
        if counts(entrant_round, points)
    )
    return Working(code, tuple(terms), unit=1)
