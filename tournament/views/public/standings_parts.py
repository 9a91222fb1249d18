"""Standings and cross-tables as people read them, with the working behind every tie-break."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext

from tournament import score_words
from tournament.models import Entrant
from tournament.ranking.crosstable import CrossCell
from tournament.ranking.tiebreaks import TieBreak, Working
from tournament.scores import FORFEITS, PAIRED
from tournament.services import standings
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingRow, StandingsTable
from tournament.views.public import words
from tournament.views.public.pairings import symbols


@dataclass(frozen=True, slots=True)
class Part:
    """The table of a stage, or of one group of it."""

    group: str
    table: StandingsTable


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


@dataclass(frozen=True, slots=True)
class TermShown:
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class WorkingShown:
    line: str
    terms: tuple[TermShown, ...]


def parts(record: StageRecord, after_round: int | None = None) -> list[Part]:
    tables = standings.by_group(record, after_round=after_round)
    return [Part(group, table) for group, table in tables.items()]


def cross_rows(record: StageRecord, table: StandingsTable) -> list[CrossRow]:
    entrants: list[Entrant] = [row.entrant for row in table.rows]
    signs = symbols(record)
    if record.stage.kind.by_opponent:
        return [
            CrossRow(
                each.number,
                row,
                tuple(tuple(_cell(cell, entrants, signs) for cell in met) for met in each.cells),
                own=each.number,
            )
            for each, row in zip(standings.opponents_table(table), table.rows, strict=True)
        ]
    return [
        CrossRow(each.number, row, tuple((_cell(cell, entrants, signs),) for cell in each.cells))
        for each, row in zip(standings.cross_table(table), table.rows, strict=True)
    ]


def _cell(cross: CrossCell, entrants: Sequence[Entrant], signs: tuple[str, str]) -> CellShown:
    result = cross.round_mark.mark
    paired = result in PAIRED
    return CellShown(
        number=cross.number,
        opponent=entrants[cross.number - 1] if cross.number else None,
        symbol=signs[0 if cross.round_mark.started else 1] if cross.round_mark.started is not None else "",
        mark=words.MARKS[result] if paired else words.CELLS[result],
        words=words.RESULTS[result],
        kind="forfeit" if result in FORFEITS else "" if paired else "bye",
        struck=cross.struck,
    )


def tiebreak_name(tiebreak: TieBreak) -> str:
    return gettext(tiebreak.name)


def workings(table: StandingsTable, row: StandingRow, index: int) -> list[WorkingShown]:
    """How one tie-break of one entrant came about; a direct encounter may take several passes."""
    working = row.standing.workings[index] if row.standing else None
    names: dict[object, str] = {each.entrant.pk: each.entrant.public_name for each in table.rows}
    name = tiebreak_name(table.tiebreaks[index])
    found = []
    while working is not None:
        found.append(_working(working, name, names))
        working = working.then
    return found


def _working(working: Working, name: str, names: Mapping[object, str]) -> WorkingShown:
    terms = []
    for term in working.terms:
        template, fields = working.sentence(term, score_words.amount)
        opponent = names.get(fields["opponent"], "")
        terms.append(TermShown(gettext(template).format(**fields | {"opponent": opponent}), term.cut))
    params = working.params(name, score_words.amount) | {"value": score_words.tiebreak(working)}
    return WorkingShown(gettext(working.template).format(**params), tuple(terms))
