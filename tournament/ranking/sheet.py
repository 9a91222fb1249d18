"""The score sheet that tie-breaks read: points per round, totals, opponents, and which rounds are games.

Derived from a history, a scoring, a number of rounds and, for teams, the choice of match or game points.
Rounds that the history does not count are left out here, so that tie-breaks need not check for them.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from tournament.scores import (
    FORFEITS,
    OVER_THE_BOARD,
    REQUESTED_BYES,
    VOLUNTARY,
    EntrantId,
    EntrantRound,
    History,
    RoundResult,
    Score,
    Scoring,
    System,
)


class CountedRound(NamedTuple):
    """A round that counts, with its doubled points."""

    number: int
    entrant_round: EntrantRound
    points: int


class MetOpponent(NamedTuple):
    """An opponent, real or a dummy (None), with the score that counts and the points scored against them."""

    round: int
    opponent: EntrantId | None
    score: int
    points: int
    voluntary: bool


class ScoreSheet:
    """The points, totals and opponents of all entrants after a number of rounds."""

    def __init__(
        self,
        history: History,
        scoring: Scoring,
        rounds: int | None = None,
        score: Score = Score.MATCH,
        *,
        last_round: int | None = None,
        ratings: Mapping[EntrantId, int] | None = None,
    ) -> None:
        """Derive points and totals.

        `last_round` is the final one of the tournament, if that is known; a rating of 0 means none.
        """
        self.history = history
        self.last_round = last_round
        self.ratings = ratings or {}
        self.scoring = scoring
        self.rounds = history.rounds if rounds is None else min(rounds, history.rounds)
        self.score = score
        self.round_robin = history.system is System.ROUND_ROBIN
        if score is Score.MATCH:
            self.win, self.draw, self.loss = scoring.win, scoring.draw, scoring.loss
        else:
            self.win, self.draw, self.loss = 2 * history.boards, history.boards, 0
        # C.07 15.2: with pairings fixed beforehand forfeits are regular games; but (second exception) for
        # one's own record (article 7) forfeit losses stay unplayed.
        self.games = OVER_THE_BOARD | FORFEITS if self.round_robin else OVER_THE_BOARD
        self.own_games = self.games - {RoundResult.FORFEIT_LOSS}
        self.entrants = tuple(entrant for entrant in history.rows if entrant not in history.annulled)
        rows = {entrant: history.counted_rounds(entrant, self.rounds) for entrant in self.entrants}
        self.points = {
            entrant: history.points_by_round(entrant, scoring, self.rounds, score)
            for entrant in self.entrants
        }
        self.totals = {entrant: sum(points) for entrant, points in self.points.items()}
        self.counted = {
            entrant: tuple(
                CountedRound(number, entrant_round, points)
                for number, (entrant_round, points) in enumerate(
                    zip(row, self.points[entrant], strict=True), 1
                )
                if entrant_round
            )
            for entrant, row in rows.items()
        }

    @cached_property
    def adjusted(self) -> dict[EntrantId, int]:
        """The totals as the opponents' tie-breaks use them (C.07 16.3).

        Requested byes followed only by voluntarily unplayed rounds count as draws, so that an opponent who
        left spoils no tie-break; all other rounds count as awarded.
        """
        if self.round_robin:
            return self.totals
        return {entrant: total + self._points_for_byes(entrant) for entrant, total in self.totals.items()}

    @cached_property
    def opponents(self) -> dict[EntrantId, tuple[MetOpponent, ...]]:
        """The opponents of each entrant, with their scores as tie-breaks use them (C.07 16)."""
        return {entrant: tuple(self._opponents(entrant)) for entrant in self.entrants}

    @cached_property
    def fore(self) -> "ScoreSheet":
        """The sheet with all games of the last round drawn (C.07 8.3); this sheet before that round."""
        if self.last_round and self.rounds < self.last_round:
            return self
        drawn = self.history.with_last_round_drawn(self.rounds)
        return ScoreSheet(drawn, self.scoring, score=self.score)

    def _opponents(self, entrant: EntrantId) -> Iterator[MetOpponent]:
        """Yield an entrant's opponents (C.07 16.3 and 16.4); repeated meetings count each time (4.4)."""
        for number, entrant_round, points in self.counted[entrant]:
            result, opponent = entrant_round.result, entrant_round.opponent
            if opponent is not None and result in self.games:
                yield MetOpponent(number, opponent, self.adjusted[opponent], points, voluntary=False)
            elif not self.round_robin:
                # 16.4: a dummy with one's own score, at most the scheduled opponent's (16.4.1) or all draws.
                scheduled = opponent if result in FORFEITS else None
                most = self.draw * self.rounds if scheduled is None else self.adjusted[scheduled]
                yield MetOpponent(number, None, min(self.totals[entrant], most), points, result in VOLUNTARY)

    def _points_for_byes(self, entrant: EntrantId) -> int:
        """Sum the points that `adjusted` adds for byes at the end of an entrant's rounds."""
        made_up = 0
        row = self.history.rows[entrant][: self.rounds]
        for entrant_round, points in zip(reversed(row), reversed(self.points[entrant]), strict=True):
            if entrant_round.result not in VOLUNTARY:
                break
            if entrant_round.result in REQUESTED_BYES:
                made_up += self.draw - points
        return made_up
