"""Cross-tables as values, in the order of the standings: by round (opponent, start, result), by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.ranking.standings import Standing
from tournament.scores import PAIRED, EntrantId, EntrantRound, History, RoundResult

# Byes, absences and forfeits each look different; the start is > for who started and < for who came second.
RESULT_TEXTS: dict[RoundResult, str] = {
    **{result: result.sign for result in RoundResult if result.sign},
    RoundResult.PAIRING_BYE: "bye",
    RoundResult.FREE: "free",
    RoundResult.FULL_BYE: "bye 1",
    RoundResult.HALF_BYE: "bye ½",
    RoundResult.ABSENT: "absent",
    RoundResult.WITHDRAWN: "left",
    RoundResult.NOT_ENTERED: "·",
    RoundResult.PENDING: "*",
}
_STARTS: dict[bool | None, str] = {True: ">", False: "<", None: ""}


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A result in a cross-table. `number` is the opponent's row; `struck` marks a game that was annulled."""

    entrant_round: EntrantRound
    number: int | None
    struck: bool = False

    @property
    def result_text(self) -> str:
        return RESULT_TEXTS[self.entrant_round.result]

    @property
    def text(self) -> str:
        """The cell as text, `12>1`: started against row 12 and won."""
        opponent = "" if self.number is None else f"{self.number}{_STARTS[self.entrant_round.started]}"
        return opponent + self.result_text

    @property
    def plain(self) -> str:
        """The same text for programs, with `0.5` instead of `½`."""
        return self.text.replace("½", "0.5")


@dataclass(frozen=True, slots=True)
class RoundRow:
    number: int
    standing: Standing
    cells: tuple[CrossCell, ...]  # one per round


@dataclass(frozen=True, slots=True)
class OpponentRow:
    number: int
    standing: Standing
    cells: tuple[tuple[CrossCell, ...], ...]  # one per row of the table, each with all meetings

    def text(self, column: int) -> str:
        """Write the results against one opponent, `1½`; `■` in the entrant's own column."""
        if column == self.number:
            return "■"
        return "".join(cell.result_text for cell in self.cells[column - 1])


def by_round(history: History, table: Sequence[Standing], after_round: int | None = None) -> list[RoundRow]:
    """Build the cross-table with a column for each round."""
    numbers = _numbers(table)
    return [
        RoundRow(
            numbers[row.entrant],
            row,
            tuple(
                _cross_cell(history, numbers, row.entrant, entrant_round)
                for entrant_round in history.rows[row.entrant][:after_round]
            ),
        )
        for row in table
    ]


def by_opponent(
    history: History, table: Sequence[Standing], after_round: int | None = None
) -> list[OpponentRow]:
    """Build the cross-table of a round robin, with a column for each entrant."""
    rows = by_round(history, table, after_round)
    return [OpponentRow(row.number, row.standing, _meetings(row, len(rows))) for row in rows]


def _numbers(table: Sequence[Standing]) -> dict[EntrantId, int]:
    """Number the rows from 1, because ranks may be shared."""
    return {row.entrant: number for number, row in enumerate(table, 1)}


def _cross_cell(
    history: History, numbers: dict[EntrantId, int], entrant: EntrantId, entrant_round: EntrantRound
) -> CrossCell:
    struck = entrant_round.result in PAIRED and not history.annulled.isdisjoint(
        {entrant, entrant_round.opponent}
    )
    return CrossCell(
        entrant_round, None if entrant_round.opponent is None else numbers.get(entrant_round.opponent), struck
    )


def _meetings(row: RoundRow, columns: int) -> tuple[tuple[CrossCell, ...], ...]:
    met: dict[int, list[CrossCell]] = {}
    for cell in row.cells:
        if cell.number is not None:
            met.setdefault(cell.number, []).append(cell)
    return tuple(tuple(met.get(column, ())) for column in range(1, columns + 1))
