"""Who takes part: the list, an entrant's card (for a team with its members), and entering by oneself."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games import wording
from games.access import throttle
from games.faults import Fault
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.entering import EnterForm
from tournament.halves import halves_text
from tournament.models import Entrant, EntrantStatus, EntryKind, Tournament
from tournament.ranking.results import Cell, Result
from tournament.services import history, standings
from tournament.services.entries import enrol
from tournament.services.history import BRACKETS, Record
from tournament.services.standings import StandingRow
from tournament.views.public import pairings, words
from tournament.views.public.lookups import event_page
from tournament.views.public.page import frame, show
from tournament.views.public.pairings import PairingLine, PairingSide

_SHOWN = (EntrantStatus.ENTERED, EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED)


@dataclass(frozen=True, slots=True)
class Played:
    """One round of an entrant: against whom, with which symbol, what it gave; points after it, if counted."""

    round: int
    line: PairingLine | None
    own: PairingSide | None
    opponent: PairingSide | None
    words: str | Promise
    points: str


@event_page
@read_only_page
def entrants(request: HttpRequest, event: Tournament) -> HttpResponse:
    page = frame(request, event, "event-entrants")
    found = event.entrants.with_names().filter(status__in=_SHOWN, house=False).prefetch_related("categories")
    page["entrants"] = sorted(found, key=lambda each: (not each.is_in, -each.rating, each.number))
    return show(request, "event/entrants.html", page)


@event_page
@read_only_page
def entrant(request: HttpRequest, event: Tournament, number: int) -> HttpResponse:
    page = frame(request, event, "event-entrants")
    found = event.entrants.with_names().filter(status__in=_SHOWN, number=number).first()
    if found is None:
        raise Http404
    page |= card(page["record"], found)
    return show(request, "event/entrant.html", page)


def card(record: Record | None, entrant: Entrant) -> dict[str, object]:
    """What an entrant did so far, and where that has led."""
    members = entrant.team.members.select_related("player") if entrant.team else []
    found: dict[str, object] = {
        "entrant": entrant,
        "members": list(members),
        "categories": list(entrant.categories.all()),
        "played": [],
        "row": None,
    }
    if record and entrant.pk in record.entrants:
        found["row"] = _row(record, entrant)
        found["played"] = played(record, entrant)
        found["in_bracket"] = record.stage.format in BRACKETS
    return found


def _row(record: Record, entrant: Entrant) -> StandingRow | None:
    group = next(entry.group for entry in record.entries if entry.entrant_id == entrant.pk) or None
    rows = standings.table(record, group=group).rows
    return next((row for row in rows if row.entrant.pk == entrant.pk), None)


def played(record: Record, entrant: Entrant) -> list[Played]:
    """Round by round, the first one first."""
    matches = {
        match.round.number: match
        for match in record.matches
        if entrant.pk in match.entrant_ids and match.round in record.drawn
    }
    lines = {line.match.pk: line for line in pairings.lines_of(record, list(matches.values()))}
    cells = _cells(record, entrant)
    scoring, total, found = history.scoring_of(record.stage).table(), 0, []
    for each in record.drawn:
        match = matches.get(each.number)
        line = lines[match.pk] if match else None
        cell = cells[each.number - 1] if each.number <= len(cells) else None
        if line is None and cell is None:
            continue
        own = next((side for side in line.sides if side.entrant.pk == entrant.pk), None) if line else None
        other = next((side for side in line.sides if side.entrant.pk != entrant.pk), None) if line else None
        total += scoring[cell.result] if cell else 0
        pending = cell is None or cell.result is Result.PENDING
        found.append(
            Played(
                each.number,
                line,
                own,
                other,
                words.RESULTS[cell.result] if cell else _bracket_words(line, own),
                "" if pending else halves_text(total),
            )
        )
    return found


def _cells(record: Record, entrant: Entrant) -> tuple[Cell, ...]:
    if record.stage.format in BRACKETS:
        return ()
    return history.history_of(record).cells.get(entrant.pk, ())


def _bracket_words(line: PairingLine | None, own: PairingSide | None) -> str | Promise:
    if line is None or not line.match.outcome:
        return words.RESULTS[Result.PENDING]
    if line.forfeited:
        return words.RESULTS[Result.FORFEIT_WIN if own and own.won else Result.FORFEIT_LOSS]
    return words.RESULTS[Result.WIN if own and own.won else Result.LOSS]


@event_page
@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Enter oneself with the code that the organiser shows. Guessing it is counted like any other code."""
    page = frame(request, event, "event-entrants")
    page["open"] = event.registration_open and event.entry == EntryKind.PLAYER
    form = EnterForm(request.POST or None, initial={"code": request.GET.get("code", "")})
    if page["open"] and form.is_valid():
        try:
            entrant = _enter(request, event, form)
        except Fault as fault:
            form.add_error("code" if fault.code == "wrong-code" else None, wording.sentence(fault))
        else:
            messages.success(request, _told(entrant))
            return redirect("event-entrants", event.code)
    page["form"] = form
    return show(request, "event/enter.html", page)


def _enter(request: HttpRequest, event: Tournament, form: EnterForm) -> Entrant:
    """Only a wrong code counts as a guess."""
    keys = {"code_address": request.actor.address, "code_all": "all"}
    throttle.attempt(**keys)
    try:
        entrant = enrol.register(tournament=event, now_ms=now_ms(), actor=request.actor, **form.cleaned_data)
    except Fault as fault:
        if fault.code != "wrong-code":
            throttle.succeeded(**keys)
        raise
    throttle.succeeded(**keys)
    return entrant


def _told(entrant: Entrant) -> str:
    name = entrant.public_name
    if entrant.status == EntrantStatus.APPLIED:
        return _("Thank you, %(name)s: the organiser will look at your entry.") % {"name": name}
    return _("Welcome, %(name)s: you are entered.") % {"name": name}
