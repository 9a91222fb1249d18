"""Standings after any round, the working behind a tie-break, cross-tables, prizes."""

from typing import Any

from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse

from games.access.permissions import PageRequest
from games.snapshot import read_only_page
from tournament.models import Tournament
from tournament.services import standings as services
from tournament.views.public import standings_parts
from tournament.views.public.lookups import event_page, number_in
from tournament.views.public.page import frame, round_asked, show, with_table


@event_page
@read_only_page
def standings(request: PageRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "event-standings")
    record = page["record"]
    if record is None:
        return show(request, "event/standings.html", page)
    after = round_asked(request, record)
    in_bracket = record.stage.kind.is_bracket
    parts = standings_parts.parts(record, None if in_bracket else after)
    category = _category(request, event, page)
    if category:
        parts = [_within(part, category["members"]) for part in parts]
    page |= {
        "parts": parts,
        "after": after or record.drawn[-1].number,
        "numbers": [] if in_bracket else [each.number for each in record.drawn],
        "in_bracket": in_bracket,
        "lots": bool(record.stage.lots_seed),
    }
    return show(request, "event/standings.html", page)


def _category(request: HttpRequest, event: Tournament, page: dict[str, Any]) -> dict[str, Any] | None:
    """The category asked for, with the ids of who is in it."""
    page["categories"] = list(event.categories.annotate(size=Count("entrants")))
    asked = number_in(request, "category")
    found = next((each for each in page["categories"] if each.pk == asked), None)
    page["category"] = found
    return found and {"members": set(found.entrants.values_list("pk", flat=True))}


def _within(part: standings_parts.Part, members: set[int]) -> standings_parts.Part:
    table = part.table
    rows = services.within(table, members) or [row for row in table.rows if row.entrant.pk in members]
    shown = services.StandingsTable(
        tuple(rows), table.tiebreaks, table.past, table.after_round, table.provisional
    )
    return standings_parts.Part(part.group, shown)


@event_page
@read_only_page
def working(request: PageRequest, event: Tournament, number: int, index: int) -> HttpResponse:
    """How one tie-break of one entrant came about."""
    page = frame(request, event, "event-standings", with_table)
    record = page["record"]
    after = round_asked(request, record)
    for part in standings_parts.parts(record, after) if record else ():
        for row in part.table.rows:
            if row.entrant.number == number and 0 <= index < len(part.table.tiebreaks):
                page |= {
                    "row": row,
                    "tiebreak": part.table.tiebreaks[index],
                    "workings": standings_parts.workings(part.table, row, index),
                    "after": after,
                }
                return show(request, "event/working.html", page)
    raise Http404


@event_page
@read_only_page
def cross_table(request: PageRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "event-cross-table", with_table)
    record = page["record"]
    if record:
        after = round_asked(request, record)
        parts = standings_parts.parts(record, after)
        page |= {
            "parts": [(part, standings_parts.cross_rows(record, part.table)) for part in parts],
            "by_opponent": record.stage.kind.by_opponent,
            "numbers": [each.number for each in record.drawn],
            "after": after or record.drawn[-1].number,
        }
    return show(request, "event/cross_table.html", page)


@event_page
@read_only_page
def prizes(request: PageRequest, event: Tournament) -> HttpResponse:
    """Who would get which prize now, and who is in which category."""
    page = frame(request, event, "event-prizes")
    page["awards"] = services.awards(event) if page["record"] else []
    page["listed"] = list(event.prizes.select_related("category"))
    page["categories"] = list(
        event.categories.annotate(size=Count("entrants")).prefetch_related(
            "entrants__player", "entrants__team", "entrants__tournament"
        )
    )
    return show(request, "event/prizes.html", page)
