"""Standings after any round, the working behind a tie-break, cross-tables, prizes: tables and their pages."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from django.db.models import Count
from django.http import Http404, HttpResponse
from django.utils.formats import get_format
from django.utils.translation import gettext

from games.access.permissions import PageRequest
from tournament.models import Entrant, Tournament
from tournament.ranking.standings import Standing
from tournament.ranking.tiebreaks import CATALOGUE, TieBreak, Working
from tournament.scores import halves_text, people_text
from tournament.services import standings as services
from tournament.services.stages import stages
from tournament.services.stages.stage_record import StageRecord
from tournament.services.standings import StandingRow, StandingsTable
from tournament.views.public.cross_tables import cross_rows
from tournament.views.public.page import frame, number_in, round_asked, show, tournament_page, with_table

# ---- tables as people read them


@dataclass(frozen=True, slots=True)
class RowShown:
    """A row of the table as text; `values` are the tie-breaks, empty if one had nothing to decide."""

    rank: int | None
    entrant: Entrant
    number: int
    public_name: str
    left: str  # the status of an entrant who is not in any more
    standing: Standing | None
    points: str
    leading: tuple[str, ...]  # what ranks ahead of the points
    values: tuple[str, ...]
    at_cut: bool = False  # the last who qualifies
    level: bool = False  # shares the rank at the cut, until lots are drawn
    climbed: int = 0  # places since the round before, negative downwards


@dataclass(frozen=True)
class Part:
    """The table of a stage, or of one group of it; `cut` is how many entrants qualify from it."""

    group: str
    table: StandingsTable
    cut: int | None = None
    before: StandingsTable | None = None  # after the round before

    @property
    def leading(self) -> tuple[TieBreak, ...]:
        return self.table.tiebreaks[: self.table.ahead]

    @property
    def tiebreaks(self) -> tuple[TieBreak, ...]:
        return self.table.tiebreaks[self.table.ahead :]

    @cached_property
    def rows(self) -> list[RowShown]:
        table = self.table
        point = get_format("DECIMAL_SEPARATOR")
        decimals = _columns_of_decimals(table)
        ranks = {row.entrant.pk: row.rank for row in self.before.rows} if self.before else {}
        in_play = [row for row in table.rows if row.entrant.is_in and row.rank is not None]
        qualified = in_play[: self.cut or 0]
        at_cut = (
            {row.rank for row in in_play[len(qualified) - 1 : len(qualified) + 1]} if qualified else set()
        )
        level = len(at_cut) == 1 and len(in_play) > len(qualified)
        return [
            replace(
                _row(each, point, decimals, table.ahead),
                at_cut=bool(qualified) and each is qualified[-1],
                level=level and each.rank in at_cut,
                climbed=(ranks.get(each.entrant.pk) or each.rank or 0) - (each.rank or 0),
            )
            for each in table.rows
        ]


@dataclass(frozen=True, slots=True)
class TermShown:
    text: str
    cut: bool


@dataclass(frozen=True, slots=True)
class WorkingShown:
    line: str
    terms: tuple[TermShown, ...]


def parts(record: StageRecord, after_round: int | None = None, *, with_changes: bool = False) -> list[Part]:
    """Return the tables of a stage, with the cut if a stage follows and, if asked, the places gained."""
    tables = services.by_group(record, after_round=after_round)
    cut = record.format_rules.count_qualifiers(record.stage.chosen)
    if cut is not None and stages.after(record.stage) is None:
        cut = None
    last = after_round or len(record.drawn)
    earlier: dict[str, StandingsTable] = {}
    if with_changes and last > 1 and not record.format_rules.is_bracket:
        earlier = services.by_group(record, after_round=last - 1)
    return [Part(group, table, cut, earlier.get(group)) for group, table in tables.items()]


def _columns_of_decimals(table: StandingsTable) -> tuple[bool, ...]:
    """Return which tie-breaks have a value with decimals; then the whole column is written so."""
    found = [row.standing.workings for row in table.rows if row.standing]
    # Averages are written with decimals, rounded values without.
    return tuple(
        any(
            each is not None and not each.rounded and (each.divisor > 1 or each.value.denominator > 2)
            for each in column
        )
        for column in zip(*found, strict=True)
    )


def _row(row: StandingRow, point: str, decimals: tuple[bool, ...], ahead: int) -> RowShown:
    entrant, standing = row.entrant, row.standing
    values = tuple(
        people_text(each.value, point, decimal=decimal) if each else ""
        for each, decimal in zip(standing.workings if standing else (), decimals, strict=False)
    )
    return RowShown(
        rank=row.rank,
        entrant=entrant,
        number=entrant.number,
        public_name=entrant.public_name,
        left="" if entrant.is_in else entrant.get_status_display(),
        standing=standing,
        points=halves_text(standing.points) if standing else "",
        leading=values[:ahead],
        values=values[ahead:],
    )


def workings(table: StandingsTable, row: StandingRow, index: int) -> list[WorkingShown]:
    """Explain one number of one entrant; a direct encounter may have several passes, and a number may be
    based on another.
    """
    working = row.standing.workings[index] if row.standing else None
    names: dict[object, str] = {each.entrant.pk: each.entrant.public_name for each in table.rows}
    name = gettext(table.tiebreaks[index].name)
    found: list[WorkingShown] = []
    while working is not None:
        rests_on = CATALOGUE.get(working.code) if found else None
        found.append(_working(working, gettext(rests_on.name) if rests_on else name, names))
        working = working.then
    return found


def _working(working: Working, name: str, names: Mapping[object, str]) -> WorkingShown:
    write = partial(people_text, point=get_format("DECIMAL_SEPARATOR"))
    terms = []
    for term in working.terms:
        template, fields = working.sentence(term, write)
        opponent = names.get(fields["opponent"], "")
        terms.append(TermShown(gettext(template).format(**fields | {"opponent": opponent}), term.cut))
    decimal = working.divisor > 1 and not working.rounded
    params = working.params(name, write) | {"value": write(working.value, decimal=decimal)}
    return WorkingShown(gettext(working.template).format(**params), tuple(terms))


# ---- pages


@tournament_page
def standings(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = frame(request, tournament, "tournament-standings")
    record = page["record"]
    if record is None:
        return show(request, "tournament/standings.html", page)
    after = round_asked(request, record)
    in_bracket = record.format_rules.is_bracket
    shown = parts(record, None if in_bracket else after, with_changes=True)
    page["categories"] = list(tournament.categories.annotate(size=Count("entrants")))
    asked = number_in(request, "category")
    page["category"] = next((each for each in page["categories"] if each.pk == asked), None)
    if page["category"]:
        members = set(page["category"].entrants.values_list("pk", flat=True))
        shown = [_within(part, members) for part in shown]
    page |= {
        "parts": shown,
        "after": after or record.drawn[-1].number,
        "numbers": [] if in_bracket else [each.number for each in record.drawn],
        "in_bracket": in_bracket,
        "lots": bool(record.stage.lots_seed),
    }
    return show(request, "tournament/standings.html", page)


def _within(part: Part, members: set[int]) -> Part:
    table = part.table
    rows = services.within(table, members) or [row for row in table.rows if row.entrant.pk in members]
    return Part(part.group, replace(table, rows=tuple(rows)))


@tournament_page
def working(request: PageRequest, tournament: Tournament, number: int, index: int) -> HttpResponse:
    """Show how one number of one entrant is calculated."""
    page = frame(request, tournament, "tournament-standings", with_table)
    record = page["record"]
    after = round_asked(request, record)
    for part in parts(record, after) if record else ():
        for row in part.table.rows:
            if row.entrant.number == number and 0 <= index < len(part.table.tiebreaks):
                page |= {
                    "row": row,
                    "tiebreak": part.table.tiebreaks[index],
                    "workings": workings(part.table, row, index),
                    "after": after,
                }
                return show(request, "tournament/working.html", page)
    raise Http404


@tournament_page
def cross_table(request: PageRequest, tournament: Tournament) -> HttpResponse:
    page = frame(request, tournament, "tournament-cross-table", with_table)
    record = page["record"]
    if record:
        page |= cross_table_context(record, round_asked(request, record))
    return show(request, "tournament/cross_table.html", page)


def cross_table_context(record: StageRecord, after_round: int | None = None) -> dict[str, Any]:
    """Collect what the template of cross-tables asks for."""
    return {
        "parts": [(part, cross_rows(record, part.table)) for part in parts(record, after_round)],
        "people": services.board_scores(record),
        "by_opponent": record.format_rules.by_opponent,
        "numbers": [each.number for each in record.drawn],
        "after": after_round or record.drawn[-1].number,
    }


@tournament_page
def prizes(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Show who would win which prize now, and who is in which category."""
    page = frame(request, tournament, "tournament-prizes")
    given = services.prize_giving(tournament) if page["record"] else None
    page["awards"] = given.awards if given else ()
    page["payouts"] = given.payouts if given else ()
    page["has_money"] = any(each.money for each in page["payouts"])
    page["listed"] = list(tournament.prizes.select_related("category"))
    page["categories"] = list(
        tournament.categories.annotate(size=Count("entrants")).prefetch_related(
            "entrants__player", "entrants__team", "entrants__tournament"
        )
    )
    return show(request, "tournament/prizes.html", page)
