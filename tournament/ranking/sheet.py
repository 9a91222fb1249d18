"""The score sheet that tie-breaks read: points per round, totals, and what counts as a game.

Derived from a history, a scoring, a number of rounds and, for teams, whether match or game points are
meant. Cells that count for nothing (missing results, games against annulled entrants, the free round of a
round robin) are None here, so that no tie-break has to think of them.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property

from tournament.ranking.results import (
    FORFEITS,
    OVER_THE_BOARD,
    PAIRED,
    REQUESTED_BYES,
    VOLUNTARY,
    Cell,
    EntrantId,
    History,
    Result,
    System,
)
from tournament.ranking.scoring import Scoring


class Score(StrEnum):
    """C.07 11.1: a team match gives two scores. Without teams there is only the first."""

    MATCH = "MP"
    GAME = "GP"


class ScoreSheet:
    def __init__(
        self,
        history: History,
        scoring: Scoring,
        rounds: int | None = None,
        score: Score = Score.MATCH,
        last_round_drawn: bool = False,
    ) -> None:
        self.history = history
        self.scoring = scoring
        self.rounds = history.rounds if rounds is None else min(rounds, history.rounds)
        self.score = score
        self.round_robin = history.system is System.ROUND_ROBIN
        self._last_round_drawn = last_round_drawn
        if score is Score.MATCH:
            self._worth = scoring.table()
            self.win, self.draw, self.loss = scoring.win, scoring.draw, scoring.loss
        else:
            self._worth = _default_game_points(history.boards)
            self.win, self.draw, self.loss = 2 * history.boards, history.boards, 0
        self.entrants = tuple(entrant for entrant in history.cells if entrant not in history.annulled)
        self.rows = {entrant: tuple(map(self._counted, self._raw(entrant))) for entrant in self.entrants}
        self.points = {entrant: tuple(map(self._points, row)) for entrant, row in self.rows.items()}
        self.totals = {entrant: sum(points) for entrant, points in self.points.items()}
        self.memo: dict[tuple[str, EntrantId], int] = {}

    def counted(self, entrant: EntrantId) -> Iterator[tuple[int, Cell, int]]:
        """(round number, cell, doubled points) of the rounds that count."""
        cells = zip(self.rows[entrant], self.points[entrant], strict=True)
        return ((number, cell, points) for number, (cell, points) in enumerate(cells, 1) if cell)

    def is_game(self, cell: Cell) -> bool:
        """C.07 15.2: with pairings fixed beforehand forfeits are regular games."""
        return cell.result in OVER_THE_BOARD or (self.round_robin and cell.result in FORFEITS)

    def is_own_game(self, cell: Cell) -> bool:
        """C.07 15.2, second exception: for one's own record (article 7) forfeit losses stay unplayed."""
        return cell.result in OVER_THE_BOARD or (self.round_robin and cell.result is Result.FORFEIT_WIN)

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
        return ScoreSheet(self.history, self.scoring, self.rounds, self.score, last_round_drawn=True)

    def _raw(self, entrant: EntrantId) -> tuple[Cell, ...]:
        row = self.history.cells[entrant][: self.rounds]
        if self._last_round_drawn and row and row[-1].result in PAIRED:
            last = row[-1]
            return (*row[:-1], Cell(Result.DRAW, last.opponent, last.started, self._worth_of_draw))
        return row

    @property
    def _worth_of_draw(self) -> int | None:
        return self.draw if self.score is Score.GAME else None

    def _counted(self, cell: Cell) -> Cell | None:
        if cell.result is Result.PENDING or cell.opponent in self.history.annulled:
            return None
        if cell.result is Result.FREE or (self.round_robin and cell.result is Result.PAIRING_BYE):
            return None
        return cell

    def _points(self, cell: Cell | None) -> int:
        if cell is None:
            return 0
        if self.score is Score.GAME and cell.game_points is not None:
            return cell.game_points
        return self._worth[cell.result]

    def _made_up(self, entrant: EntrantId) -> int:
        made_up = 0
        for cell, points in zip(reversed(self._raw(entrant)), reversed(self.points[entrant]), strict=True):
            if cell.result not in VOLUNTARY:
                break
            if cell.result in REQUESTED_BYES:
                made_up += self.draw - points
        return made_up


def _default_game_points(boards: int) -> dict[Result, int]:
    """Game points of rounds that no board was played in: a bye is half of them, a forfeit all or none."""
    return {
        **dict.fromkeys(Result, 0),
        Result.WIN: 2 * boards,
        Result.DRAW: boards,
        Result.FORFEIT_WIN: 2 * boards,
        Result.FULL_BYE: 2 * boards,
        Result.PAIRING_BYE: boards,
        Result.HALF_BYE: boards,
    }
