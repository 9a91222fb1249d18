"""Files of a tournament for its staff: full names, every format, one address for each."""

import json
from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.text import slugify

from games import wording
from games.access.permissions import PageRequestOn, may, right
from games.faults import Fault
from games.numbers import whole_number
from games.snapshot import read_only_page
from tournament.files import tournament_json
from tournament.import_export import records, sheets, trf
from tournament.import_export.trf import from_stage
from tournament.models import EntryKind, Stage, Tournament
from tournament.views.club import site
from tournament.views.public.page import tournament_by_code

_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "trf": "text/plain; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "zip": "application/zip",
}
# Without this mark, spreadsheets read a file in the encoding of their country.
_MARK = "\ufeff"
_MOST_STAGES_OR_ROUNDS = 9_999

Sheets = Callable[[Stage, int | None], sheets.ExportSheet]
_SHEETS: dict[str, Sheets] = {
    "entries": lambda stage, number: sheets.entries(stage),
    "pairings": sheets.pairings,
    "standings": sheets.standing,
    "cross-table": lambda stage, number: sheets.cross_table(stage),
}


@right("export_data", thing=tournament_by_code)
@read_only_page
def hub(request: PageRequestOn[Tournament], code: str) -> HttpResponse:
    """List everything that can be exported from a tournament."""
    tournament: Tournament = request.thing
    kept = records.find_recorded_rounds(tournament.pk)
    has_reports = _has_reports(tournament)
    stages = [
        (
            stage,
            list(stage.rounds.filter(pk__in=kept).order_by("number")),
            from_stage.first_unreported_round(stage) if has_reports else None,
        )
        for stage in tournament.stages.select_related("tournament").order_by("number")
    ]
    page = {
        "tournament": tournament,
        "stages": stages,
        "has_records": bool(kept),
        "has_reports": has_reports,
        "may_see_desk": may(request.actor, "see_desk", tournament),
    }
    return render(request, "club/export.html", page)


@right("take_exports", thing=tournament_by_code)
@read_only_page
def export(request: PageRequestOn[Tournament], code: str, what: str, ending: str) -> HttpResponse:
    """Send one file; `?stage=2` and `?round=3` choose a part of the tournament."""
    tournament: Tournament = request.thing
    number = _number(request, "round")
    try:
        content = _content(tournament, what, ending, _number(request, "stage"), number)
    except Fault as fault:
        # The file was asked for by a link: the sentence goes to the page that holds it.
        messages.error(request, wording.sentence(fault))
        return redirect("club-export", tournament.code)
    response = HttpResponse(content, content_type=_TYPES[ending])
    # `spring-cup-pairings-3.csv`: letters that any system takes, never a path.
    parts = (tournament.name, "" if what == "event" else what, str(number or ""))
    name = slugify("-".join(filter(None, parts))) or "event"
    response["Content-Disposition"] = f'attachment; filename="{name}.{ending}"'
    add_never_cache_headers(response)
    return response


def _content(
    tournament: Tournament, what: str, ending: str, stage_number: int | None, number: int | None
) -> str | bytes:
    match what, ending:
        case "event", "json":
            return tournament_json.write(tournament)
        case "report", "trf" if _has_reports(tournament):
            return trf.write(from_stage.build_report(_stage(tournament, stage_number)))
        case "records", "txt":
            asked = {"match__round__stage__number": stage_number, "match__round__number": number}
            where = {name: wanted for name, wanted in asked.items() if wanted}
            return records.join_records(records.list_live_games(tournament.pk, **where))
        case "site", "zip":
            return site.pack(tournament)
        case _ if what in _SHEETS and ending in ("csv", "json"):
            sheet = _SHEETS[what](_stage(tournament, stage_number), number)
            if ending == "csv":
                return _MARK + sheet.csv()
            return json.dumps(sheet.plain(), ensure_ascii=False, indent=1)
    raise Http404


def _has_reports(tournament: Tournament) -> bool:
    """Return whether the tournament has reports (TRF); there are none of team matches."""
    return tournament.entry != EntryKind.TEAM


def _stage(tournament: Tournament, number: int | None) -> Stage:
    stages = tournament.stages.select_related("tournament").order_by("number")
    found = stages.filter(number=number).first() if number else stages.first()
    if found is None:
        raise Http404
    return found


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name)
    return whole_number(text, most=_MOST_STAGES_OR_ROUNDS) if text else None
