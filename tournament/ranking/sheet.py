"""The score sheet that tie-breaks read: points per round, totals, and what counts as a game.

Derived from a past, a scoring, a number of rounds and, for teams, whether match or game points are meant.
Rounds that the past does not count are None here, so that no tie-break has to think of them.
"""

from collections.abc import Iterator
from functools import cached_property

from tournament.scores import (
    FORFEITS,
    OVER_THE_BOARD,
    REQUESTED_BYES,
    VOLUNTARY,
    EntrantId,
    Mark,
    Past,
    RoundMark,
    Score,
    Scoring,
    System,
)


class ScoreSheet:
    def __init__(
        self, past: Past, scoring: Scoring, rounds: int | None = None, score: Score = Score.MATCH
    ) -> None:
        self.past = past
        self.scoring = scoring
        self.rounds = past.rounds if rounds is None else min(rounds, past.rounds)
        self.score = score
        self.round_robin = past.system is System.ROUND_ROBIN
        if score is Score.MATCH:
            self.win, self.draw, self.loss = scoring.win, scoring.draw, scoring.loss
        else:
            self.win, self.draw, self.loss = 2 * past.boards, past.boards, 0
        self.entrants = tuple(entrant for entrant in past.rows if entrant not in past.annulled)
        self.rows = {entrant: past.counting(entrant, self.rounds) for entrant in self.entrants}
        self.points = {entrant: past.gains(entrant, scoring, self.rounds, score) for entrant in self.entrants}
        self.totals = {entrant: sum(points) for entrant, points in self.points.items()}
        self.memo: dict[tuple[str, EntrantId], int] = {}

    def counted(self, entrant: EntrantId) -> Iterator[tuple[int, RoundMark, int]]:
        """(round number, round mark, doubled points) of the rounds that count."""
        rounds = zip(self.rows[entrant], self.points[entrant], strict=True)
        return (
            (number, round_mark, points)
            for number, (round_mark, points) in enumerate(rounds, 1)
            if round_mark
        )

    def is_game(self, round_mark: RoundMark) -> bool:
        """C.07 15.2: with pairings fixed beforehand forfeits are regular games."""
        return round_mark.mark in OVER_THE_BOARD or (self.round_robin and round_mark.mark in FORFEITS)

    def is_own_game(self, round_mark: RoundMark) -> bool:
        """C.07 15.2, second exception: for one's own record (article 7) forfeit losses stay unplayed."""
        return round_mark.mark in OVER_THE_BOARD or (self.round_robin and round_mark.mark is Mark.FORFEIT_WIN)

    @cached_property
    def adjusted(self) -> dict[EntrantId, int]:
        """C.07 16.3: totals as the opponents' tie-breaks see them.

        Requested byes followed by nothing but voluntarily unplayed rounds are draws, so that nobody's
        tie-break suffers from an opponent who left; all else counts as awarded.
        """
        if self.round_robin:
            return self.totals
        return {entrant: total + self._made_up(entrant) for entrant, total in self.totals.items()}

    @cached_property
    def fore(self) -> "ScoreSheet":
        """C.07 8.3: the same as if every paired game of the last round had been drawn."""
        drawn = self.past.with_last_round_drawn(self.rounds)
        return ScoreSheet(drawn, self.scoring, score=self.score)

    def _made_up(self, entrant: EntrantId) -> int:
        made_up = 0
        row = self.past.rows[entrant][: self.rounds]
        for round_mark, points in zip(reversed(row), reversed(self.points[entrant]), strict=True):
            if round_mark.mark not in VOLUNTARY:
                break
            if round_mark.mark in REQUESTED_BYES:
                made_up += self.draw - points
        return made_up
