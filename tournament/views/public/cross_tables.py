"""Rows of cross-tables as pages show them: every meeting, by round or by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from tournament.formats.format import Format
from tournament.models import Entrant
from tournament.ranking.crosstable import CrossCell
from tournament.scores import FORFEITS, PAIRED, halves_text
from tournament.services import standings as services
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingRow, StandingsTable
from tournament.views.public import words
from tournament.views.public.pairings import symbols


@dataclass(frozen=True, slots=True)
class CellShown:
    """One meeting or bye of a cross-table."""

    number: int | None  # the opponent's row
    opponent: Entrant | None
    symbol: str
    result: str | Promise
    words: str | Promise
    kind: str  # "", "bye" or "forfeit"
    struck: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    number: int
    row: StandingRow
    cells: tuple[tuple[CellShown, ...], ...]  # one per round; by opponent: one per row
    own: int | None = None  # by opponent: the column of this row itself


def cross_rows(record: StageRecord, table: StandingsTable) -> list[CrossRow]:
    entrants: list[Entrant] = [row.entrant for row in table.rows]
    side_symbols = symbols(record)
    if record.format_rules.by_opponent:
        columns = [each.cells for each in services.opponents_table(table)]
    else:
        columns = [tuple((cell,) for cell in each.cells) for each in services.cross_table(table)]
    return [
        CrossRow(
            number,
            row,
            tuple(
                tuple(_cell(cell, entrants, side_symbols, record.format_rules) for cell in met)
                for met in cells
            ),
            own=number if record.format_rules.by_opponent else None,
        )
        for number, (row, cells) in enumerate(zip(table.rows, columns, strict=True), 1)
    ]


def _cell(
    cross: CrossCell, entrants: Sequence[Entrant], side_symbols: tuple[str, str], format_rules: Format
) -> CellShown:
    result, started, points = (
        cross.entrant_round.result,
        cross.entrant_round.started,
        cross.entrant_round.game_points,
    )
    # The board score of a team match says more than who won, and the starter changes from board to board.
    by_boards = points is not None and result not in FORFEITS
    return CellShown(
        number=cross.number,
        opponent=entrants[cross.number - 1] if cross.number else None,
        symbol="" if by_boards or started is None else side_symbols[0 if started else 1],
        result=halves_text(points)
        if points is not None and by_boards
        else words.cell_text(result, format_rules),
        words=words.result_text(result, format_rules),
        kind="forfeit" if result in FORFEITS else "" if result in PAIRED else "bye",
        struck=cross.struck,
    )
