"""From a list of meetings, as a schedule knows them, to a history, as rankings need it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.ranking.results import Cell, EntrantId, History, Result, System

_OF_SECOND: dict[Result, Result] = {
    Result.WIN: Result.LOSS,
    Result.DRAW: Result.DRAW,
    Result.LOSS: Result.WIN,
    Result.FORFEIT_WIN: Result.FORFEIT_LOSS,
    Result.FORFEIT_LOSS: Result.FORFEIT_WIN,
    Result.PENDING: Result.PENDING,
}


@dataclass(frozen=True, slots=True)
class Meeting:
    """`first` starts; `result` is theirs. `game_points` (doubled) are of a team match, first and second."""

    round: int
    first: EntrantId
    second: EntrantId
    result: Result
    both_forfeit: bool = False
    game_points: tuple[int, int] | None = None

    def cells(self) -> tuple[Cell, Cell]:
        first = Result.FORFEIT_LOSS if self.both_forfeit else self.result
        second = Result.FORFEIT_LOSS if self.both_forfeit else _OF_SECOND[self.result]
        points_first, points_second = self.game_points or (None, None)
        return (
            Cell(first, self.second, True, points_first),
            Cell(second, self.first, False, points_second),
        )


def history_of(
    entrants: Iterable[EntrantId],
    rounds: int,
    meetings: Iterable[Meeting],
    without_opponent: Mapping[tuple[EntrantId, int], Result],
    *,
    otherwise: Result = Result.ABSENT,
    system: System = System.SWISS,
    annulled: frozenset[EntrantId] = frozenset(),
    boards: int = 1,
) -> History:
    """`without_opponent` has byes, absences and the like by (entrant, round); all else is `otherwise`."""
    cells = {
        entrant: [Cell(without_opponent.get((entrant, number), otherwise)) for number in range(1, rounds + 1)]
        for entrant in entrants
    }
    for meeting in meetings:
        if meeting.round <= rounds:
            cells[meeting.first][meeting.round - 1], cells[meeting.second][meeting.round - 1] = (
                meeting.cells()
            )
    return History({entrant: tuple(row) for entrant, row in cells.items()}, system, annulled, boards)
