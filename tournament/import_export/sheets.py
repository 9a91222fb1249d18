"""Entries, pairings, standings and cross-tables as plain tables: one shape for CSV and for JSON."""

import csv
import io
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from tournament.models import Match, Stage, TeamMember
from tournament.scores import amount_text, points_text
from tournament.services import standings
from tournament.services.results import match_outcome
from tournament.services.stages import brackets, stage_record
from tournament.services.stages.stage_record import StageRecord

# What a spreadsheet takes for the beginning of a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class ExportSheet:
    """A table with a header, as CSV or as rows of JSON."""

    header: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def csv(self) -> str:
        """Write CSV with semicolons, which spreadsheets in half of Europe expect and all others can read."""
        page = io.StringIO()
        writer = csv.writer(page, delimiter=";", lineterminator="\r\n")
        writer.writerow(self.header)
        writer.writerows([[escape_formula(cell) for cell in row] for row in self.rows])
        return page.getvalue()

    def plain(self) -> list[dict[str, Any]]:
        return [dict(zip(self.header, row, strict=True)) for row in self.rows]


def escape_formula(cell: object) -> str:
    """Put an apostrophe before a cell that a spreadsheet would calculate: a name may begin with `=`."""
    text = "" if cell is None else str(cell)
    begins = text.lstrip(" ")
    digits = begins.lstrip("+-").replace(".", "", 1)
    is_number = digits.isascii() and digits.isdigit()
    return f"'{text}" if begins.startswith(_FORMULAS) and not is_number else text


def entries(stage: Stage) -> ExportSheet:
    """List all entrants of the tournament, with their seed in this stage."""
    seeds = {entry.entrant_id: entry.seed for entry in stage.entries.all()}
    entered = stage.tournament.entrants.with_names().filter(house=False).order_by("number")
    members = _members(stage)
    return ExportSheet(
        ("number", "name", "club", "rating", "seed", "status", "players"),
        tuple(
            (
                each.number,
                str(each),
                str(each.club or ""),
                each.rating or None,
                seeds.get(each.pk),
                each.status,
                ", ".join(members.get(each.team_id, ()) if each.team_id else ()),
            )
            for each in entered
        ),
    )


def _members(stage: Stage) -> dict[int, list[str]]:
    """Return the names of team and pair members by team, in board order."""
    found: dict[int, list[str]] = defaultdict(list)
    rows = TeamMember.objects.filter(team__entries__tournament=stage.tournament_id)
    for member in rows.select_related("player").order_by("team_id", "order"):
        found[member.team_id].append(member.player.full_name)
    return found


def pairings(stage: Stage, number: int | None = None) -> ExportSheet:
    """List the published pairings of a round, or of all rounds, with their results."""
    record = stage_record.read(stage)
    rounds = [each for each in record.drawn if number is None or each.number == number]
    titles = brackets.titles_of(record)
    return ExportSheet(
        (
            *("round", "board", "first", "first_number", "second", "second_number", "outcome"),
            *("first_score", "second_score", "place", "match"),
        ),
        tuple(
            (
                each.number,
                match.board,
                str(match.first),
                match.first.number,
                str(match.second) if match.second else "",
                match.second.number if match.second else None,
                match.outcome,
                *_scores(record, match),
                match.place,
                str(titles.get(match.place, "")),
            )
            for each in rounds
            for match in record.matches_by_round.get(each.number, ())
        ),
    )


def _scores(record: StageRecord, match: Match) -> tuple[str, str]:
    score = match_outcome.score_of(record, match)
    return (points_text(score[0]), points_text(score[1])) if score else ("", "")


def standing(stage: Stage, after_round: int | None = None) -> ExportSheet:
    """List ranks, points and tie-breaks; in a bracket the ranks alone."""
    record = stage_record.read(stage)
    if stage.format_rules.is_bracket:
        shown = standings.table(record)
        return ExportSheet(
            ("rank", "number", "name"),
            tuple((row.rank, row.entrant.number, str(row.entrant)) for row in shown.rows),
        )
    tables = standings.by_group(record, after_round=after_round)
    rows = tuple(
        (
            *_group(letter),
            row.rank,
            row.entrant.number,
            str(row.entrant),
            row.standing.points_text,
            *(amount_text(working.value) if working else "" for working in row.standing.workings),
            row.standing.won,
            row.standing.drawn,
            row.standing.lost,
        )
        for letter, shown in tables.items()
        for row in shown.rows
        if row.standing
    )
    codes = next((shown.tiebreaks for shown in tables.values()), ())
    head = (*_group_head(stage), "rank", "number", "name", "points")
    return ExportSheet((*head, *(str(code) for code in codes), "won", "drawn", "lost"), rows)


def cross_table(stage: Stage) -> ExportSheet:
    """Build the cross-table by round, empty for brackets.

    `12>1` in a cell: started against row 12 of the group and won.
    """
    if stage.format_rules.is_bracket:
        return ExportSheet(("row", "name"), ())
    record = stage_record.read(stage)
    rows = tuple(
        (
            *_group(letter),
            row.number,
            str(record.entrants[row.standing.entrant]),
            *(cell.plain for cell in row.cells),
            row.standing.points_text,
        )
        for letter, shown in standings.by_group(record).items()
        for row in standings.cross_table(shown)
    )
    rounds = (f"round {number}" for number in range(1, len(record.drawn) + 1))
    return ExportSheet((*_group_head(stage), "row", "name", *rounds, "points"), rows)


def _group_head(stage: Stage) -> tuple[str, ...]:
    return ("group",) if stage.format_rules.has_groups else ()


def _group(letter: str) -> tuple[str, ...]:
    return (letter,) if letter else ()
