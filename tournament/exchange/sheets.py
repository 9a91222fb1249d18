"""Entries, pairings, standings and cross-tables as plain tables: one shape for CSV and for JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tournament.exchange import tables
from tournament.models import Entrant, Round, RoundStatus, Stage
from tournament.ranking.scoring import amount_text
from tournament.services import history, standings
from tournament.services.history import BRACKETS

Name = Callable[[Entrant], str]
Write = Callable[[Fraction], str]  # how points and tie-breaks are written: programs read decimals


@dataclass(frozen=True, slots=True)
class Sheet:
    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def csv(self) -> str:
        return tables.write(self.header, self.rows)

    def plain(self) -> list[dict[str, Any]]:
        return [dict(zip(self.header, row, strict=True)) for row in self.rows]


def entries(stage: Stage, name: Name = str) -> Sheet:
    """Everybody who entered the event, with the seed of this stage."""
    seeds = {entry.entrant_id: entry.seed for entry in stage.entries.all()}
    entered = stage.tournament.entrants.with_names().filter(house=False).order_by("number")
    return Sheet(
        ("number", "name", "club", "rating", "seed", "status"),
        tuple(
            (
                each.number,
                name(each),
                str(each.club or ""),
                each.rating or None,
                seeds.get(each.pk),
                each.status,
            )
            for each in entered
        ),
    )


def pairings(stage: Stage, number: int | None = None, name: Name = str) -> Sheet:
    """The published pairings of a round, or of all rounds, with what they gave."""
    record = history.read(stage)
    rounds = [each for each in record.drawn if number is None or each.number == number]
    return Sheet(
        ("round", "board", "first", "first_number", "second", "second_number", "outcome"),
        tuple(
            (
                each.number,
                match.board,
                name(match.first),
                match.first.number,
                name(match.second) if match.second else "",
                match.second.number if match.second else None,
                match.outcome,
            )
            for each in rounds
            for match in record.matches_by_round.get(each.number, ())
        ),
    )


def standing(
    stage: Stage, after_round: int | None = None, name: Name = str, write: Write = amount_text
) -> Sheet:
    """Ranks, points and tie-breaks; in a bracket how far each came."""
    record = history.read(stage)
    if stage.format in BRACKETS:
        shown = standings.table(record)
        return Sheet(
            ("rank", "number", "name"),
            tuple((row.rank, row.entrant.number, name(row.entrant)) for row in shown.rows),
        )
    groups = standings.by_group(record, after_round=after_round) if stage.format == "groups" else {}
    shown_tables = groups or {"": standings.table(record, after_round=after_round)}
    codes = standings.tiebreaks_of(stage)
    rows = tuple(
        (
            *((letter,) if groups else ()),
            row.rank,
            row.entrant.number,
            name(row.entrant),
            write(Fraction(row.standing.points, 2)),
            *(write(working.value) if working else "" for working in row.standing.workings),
            row.standing.won,
            row.standing.drawn,
            row.standing.lost,
        )
        for letter, shown in shown_tables.items()
        for row in shown.rows
        if row.standing
    )
    head = (*(("group",) if groups else ()), "rank", "number", "name", "points")
    return Sheet((*head, *(str(code) for code in codes), "won", "drawn", "lost"), rows)


def cross_table(stage: Stage, name: Name = str, write: Write = amount_text) -> Sheet:
    """A column per round: `12>1` started against row 12 and won. Empty for brackets."""
    if stage.format in BRACKETS:
        return Sheet(("row", "name"), ())
    shown = standings.of_stage(stage)
    rounds = range(1, shown.after_round + 1)
    rows = standings.cross_table(shown) if shown.history else []
    entrants = {row.entrant.pk: row.entrant for row in shown.rows}
    return Sheet(
        ("row", "name", *(f"round {number}" for number in rounds), "points"),
        tuple(
            (
                row.number,
                name(entrants[row.standing.entrant]),
                *(cell.plain if write is amount_text else cell.text for cell in row.cells),
                write(Fraction(row.standing.points, 2)),
            )
            for row in rows
        ),
    )


def drawn_rounds(stage: Stage) -> list[Round]:
    return list(stage.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"))
