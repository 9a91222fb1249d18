"""The opponents' scores as one's own tie-break sees them, with unplayed rounds (FIDE C.07, article 16)."""

from collections.abc import Iterator
from typing import NamedTuple

from tournament.ranking.sheet import ScoreSheet
from tournament.scores import FORFEITS, VOLUNTARY, EntrantId, RoundMark


class Met(NamedTuple):
    """An opponent, real or a dummy (None), with the score that counts and the points taken off them."""

    round: int
    opponent: EntrantId | None
    score: int
    points: int
    voluntary: bool


def opponents(sheet: ScoreSheet, entrant: EntrantId) -> Iterator[Met]:
    """C.07 16.3 and 16.4. Every encounter counts, also with the same opponent again (4.4)."""
    for number, round_mark, points in sheet.counted(entrant):
        if round_mark.opponent is not None and sheet.is_game(round_mark):
            yield Met(
                number, round_mark.opponent, sheet.adjusted[round_mark.opponent], points, voluntary=False
            )
        elif not sheet.round_robin:
            yield Met(
                number, None, _dummy_score(sheet, entrant, round_mark), points, round_mark.mark in VOLUNTARY
            )


def _dummy_score(sheet: ScoreSheet, entrant: EntrantId, round_mark: RoundMark) -> int:
    """C.07 16.4: one's own score, at most the scheduled opponent's (16.4.1) or all draws (16.4.2)."""
    if round_mark.opponent is not None and round_mark.mark in FORFEITS:
        return min(sheet.totals[entrant], sheet.adjusted[round_mark.opponent])
    return min(sheet.totals[entrant], sheet.draw * sheet.rounds)
