"""Cross-tables as people read them: every meeting of everybody, by round or by opponent."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise

from tournament.formats.kind import Kind
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
    mark: str | Promise
    words: str | Promise
    kind: str  # "", "bye" or "forfeit"
    struck: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    number: int
    row: StandingRow
    cells: tuple[tuple[CellShown, ...], ...]  # one per round; by opponent: one per row, None told by `own`
    own: int | None = None  # by opponent: the column that is oneself


def cross_rows(record: StageRecord, table: StandingsTable) -> list[CrossRow]:
    entrants: list[Entrant] = [row.entrant for row in table.rows]
    signs = symbols(record)
    if record.kind.by_opponent:
        return [
            CrossRow(
                each.number,
                row,
                tuple(tuple(_cell(cell, entrants, signs, record.kind) for cell in met) for met in each.cells),
                own=each.number,
            )
            for each, row in zip(services.opponents_table(table), table.rows, strict=True)
        ]
    return [
        CrossRow(each.number, row, tuple((_cell(cell, entrants, signs, record.kind),) for cell in each.cells))
        for each, row in zip(services.cross_table(table), table.rows, strict=True)
    ]


def _cell(cross: CrossCell, entrants: Sequence[Entrant], signs: tuple[str, str], kind: Kind) -> CellShown:
    points = cross.round_mark.game_points
    if points is not None and cross.round_mark.mark not in FORFEITS:
        # Of a team match the score of its boards says more than who won; who starts there changes.
        return replace(_plain_cell(cross, entrants, signs, kind), symbol="", mark=halves_text(points))
    return _plain_cell(cross, entrants, signs, kind)


def _plain_cell(
    cross: CrossCell, entrants: Sequence[Entrant], signs: tuple[str, str], kind: Kind
) -> CellShown:
    result = cross.round_mark.mark
    paired = result in PAIRED
    return CellShown(
        number=cross.number,
        opponent=entrants[cross.number - 1] if cross.number else None,
        symbol=signs[0 if cross.round_mark.started else 1] if cross.round_mark.started is not None else "",
        mark=words.cell(result, kind),
        words=words.result(result, kind),
        kind="forfeit" if result in FORFEITS else "" if paired else "bye",
        struck=cross.struck,
    )
