"""One entrant at the desk: attendance, table, seed, link and history, and the menu behind a name.

The menu leads back to the page on which it was pressed.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequestOn, may, right
from games.access.views import open_devices
from games.accounts.views.accounts import next_page
from games.models import Link
from games.numbers import whole_number
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.entries import AbsenceForm, IncidentForm, particulars_form
from tournament.models import AbsenceKind, Entrant, EntryKind, Match, Round, Stage, StageStatus, Tournament
from tournament.models.choices import outcome_words
from tournament.services.club import ratings
from tournament.services.entries import attendance, enrol, particulars
from tournament.services.stages import stages
from tournament.views.desk import boards
from tournament.views.desk.desk_page import (
    desk_page,
    go_back,
    on_press,
    posted_number,
    report_errors,
    report_outcome,
)
from tournament.views.desk.lookups import entrant_at

# What a withdrawal means before the draw; after it, the format of the stage says so.
BEFORE_THE_DRAW = gettext_noop(
    "This entrant is left out of the draw, and whoever comes next takes the place. Results stay. "
    "A return is possible."
)
HIGHEST_SEED = 999
# Distinct from the ids of a page that may have a name field of its own.
FIELD_ID = "entrant-%s"


@right("see_desk", thing=entrant_at)
@read_only_page
def card(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant = request.thing
    tournament = entrant.tournament
    stage, numbers = _rounds_ahead(tournament)
    matches = Match.objects.of(entrant).published().with_names().by_board()
    members = list(entrant.team.members.select_related("player")) if entrant.team else []
    return desk_page(
        request,
        "desk/entrant.html",
        tournament,
        entrant=entrant,
        particulars=particulars_form(entrant, auto_id="particulars_%s"),
        matches=[
            (match, boards.SCORES.get(match.outcome) or match.get_outcome_display()) for match in matches
        ],
        absences=entrant.absences.filter(stage=stage, number__in=list(numbers)).select_related("stage")
        if stage
        else (),
        absence=AbsenceForm(numbers=numbers, stage=stage)
        if stage and numbers and stage.format_rules.takes_absences
        else None,
        drawn_all_the_same=stage is not None
        and stage.format_rules.has_rounds
        and not stage.format_rules.takes_absences,
        withdrawal=_withdrawal_words(stage),
        incident=IncidentForm(auto_id="incident_%s"),
        incidents=entrant.incidents.order_by("-at_ms"),
        categories=[(each, each in entrant.categories.all()) for each in tournament.categories.all()],
        tables=tournament.tables.all(),
        link=Link.objects.live(now_ms())
        .filter(stands_for=entrant.scope)
        .prefetch_related(open_devices())
        .order_by("-pk")
        .first(),
        playing=[member for member in members if not member.substitute],
        bench=[member for member in members if member.substitute],
        # Drafted or being played: rounds in which the line-up of this entrant may still change.
        lineup_rounds=Round.objects.filter(matches__in=Match.objects.of(entrant).open()).order_by(
            "stage__number", "number"
        )
        if tournament.entry == EntryKind.TEAM
        else (),
        may_remove=not matches,
        may_edit_player=bool(entrant.player) and may(request.actor, "manage_players"),
        may_reseed=not stages.has_begun(tournament),
    )


def _rounds_ahead(tournament: Tournament) -> tuple[Stage | None, range]:
    """Read the current stage, and the rounds for which an absence can still be announced."""
    stage = stages.current(tournament)
    if stage is None or stage.status == StageStatus.FINISHED:
        return stage, range(0)
    first = stage.rounds.exclude(status="draft").count() + 1
    return stage, range(first, max(stage.planned_rounds or first, first) + 1)


def _withdrawal_words(stage: Stage | None) -> str:
    return stage.format_rules.withdrawal if stage and stage.rounds.exists() else BEFORE_THE_DRAW


@right("manage_entries", thing=entrant_at)
@read_only_page
def menu(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Show the menu behind an entrant's name, which any page of the desk fetches when it is opened."""
    entrant = request.thing
    stage, numbers = _rounds_ahead(entrant.tournament)
    may_be_away = stage is not None and stage.format_rules.takes_absences and entrant.is_in
    number = numbers[0] if numbers and may_be_away else None
    context = {
        "entrant": entrant,
        "form": particulars_form(entrant, auto_id=FIELD_ID),
        "back": next_page(request, reverse("desk-entrant", args=[entrant.pk])),
        "number": number,
        "kinds": AbsenceKind.choices if number else (),
        "away": entrant.absences.filter(stage=stage, number=number).first() if number else None,
        "withdrawal": _withdrawal_words(stage),
    }
    return render(request, "desk/_entrant_menu.html", context)


@on_press("manage_entries", entrant_at, "desk-entrant")
def correct(request: PageRequestOn[Entrant]) -> str | None:
    """Change the name or rating; only differing values are changed."""
    entrant = request.thing
    form = particulars_form(entrant, request.POST)
    if not form.is_valid():
        report_errors(request, form)
        return None
    names = dict(form.cleaned_data)
    rating = names.pop("rating") or 0
    rename = particulars.rename_team if entrant.team_id else particulars.rename_player
    rename(
        actor=request.actor,
        entrant=entrant,
        for_the_club=may(request.actor, "manage_players"),
        **names,
    )
    particulars.set_rating(actor=request.actor, entrant=entrant, rating=rating)
    return _("Saved.")


@on_press("manage_entries", entrant_at, "desk-entrant")
def absence(request: PageRequestOn[Entrant]) -> str | None:
    """Announce an absence for a round, or a half-point bye."""
    entrant = request.thing
    stage, numbers = _rounds_ahead(entrant.tournament)
    form = AbsenceForm(request.POST, numbers=numbers, stage=stage)
    if stage is None or not form.is_valid():
        report_errors(request, form)
        return None
    number, kind = form.cleaned_data["number"], AbsenceKind(form.cleaned_data["kind"])
    words = {"name": entrant, "kind": outcome_words(kind, stage.format_rules), "round": number}
    attendance.announce_absence(actor=request.actor, entrant=entrant, stage=stage, number=number, kind=kind)
    return _("%(name)s: %(kind)s in round %(round)s.") % words


@on_press("manage_entries", entrant_at, "desk-entrant")
def cancel_absence(request: PageRequestOn[Entrant]) -> str | None:
    entrant, number = request.thing, posted_number(request, "number")
    stage = stages.current(entrant.tournament)
    if stage is None:
        return None
    attendance.cancel_absence(actor=request.actor, entrant=entrant, stage=stage, number=number)
    return _("%(name)s plays in round %(round)s.") % {"name": entrant, "round": number}


@on_press("manage_entries", entrant_at, "desk-entrant")
def withdraw(request: PageRequestOn[Entrant]) -> str:
    _report_open_matches(request, attendance.withdraw(actor=request.actor, entrant=request.thing))
    return _("%(name)s has withdrawn.") % {"name": request.thing}


@on_press("manage_entries", entrant_at, "desk-entrant")
def come_back(request: PageRequestOn[Entrant]) -> str:
    attendance.come_back(actor=request.actor, entrant=request.thing)
    return _("%(name)s is back.") % {"name": request.thing}


@on_press("expel", entrant_at, "desk-entrant")
def expel(request: PageRequestOn[Entrant]) -> str | None:
    reason = request.POST.get("reason", "").strip()[:300]
    if not reason:
        messages.error(request, _("Say why: the reason is kept with the entrant."))
        return None
    _report_open_matches(
        request,
        attendance.expel(actor=request.actor, entrant=request.thing, reason=reason, now_ms=now_ms()),
    )
    return _("%(name)s is expelled.") % {"name": request.thing}


def _report_open_matches(request: HttpRequest, matches: list[Match]) -> None:
    if matches:
        text = ngettext(
            "%(count)s match of this entrant is still open: enter its result.",
            "%(count)s matches of this entrant are still open: enter their results.",
            len(matches),
        )
        messages.warning(request, text % {"count": len(matches)})


@right("manage_entries", thing=entrant_at)
@require_POST
def remove(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant = request.thing
    with report_outcome(request, _("The entry is removed.")):
        enrol.remove(actor=request.actor, entrant=entrant)
        return redirect("desk-entries", entrant.tournament_id)
    return go_back(request, "desk-entrant", entrant_id)


@on_press("manage_entries", entrant_at, "desk-entrant")
def conditions(request: PageRequestOn[Entrant]) -> str | None:
    """Set the categories, fixed table and seed; only differing values are changed."""
    entrant = request.thing
    tournament = entrant.tournament
    ids = {whole_number(typed) for typed in request.POST.getlist("category")}
    chosen = tournament.categories.filter(pk__in=[each for each in ids if each is not None])
    table = tournament.tables.filter(number=posted_number(request, "table")).first()
    seed = whole_number(request.POST.get("seed", ""), most=HIGHEST_SEED) or None
    if len(chosen) != len(ids) or (table is None and request.POST.get("table")):
        messages.error(request, _("One of these is not there any more. Look at the page again."))
        return None
    if seed is None and request.POST.get("seed"):
        messages.error(request, _("A seed is a number from 1 to %(most)s.") % {"most": HIGHEST_SEED})
        return None
    if set(chosen) != set(entrant.categories.all()):
        enrol.set_categories(actor=request.actor, entrant=entrant, categories=chosen)
    if table != entrant.fixed_table:
        enrol.fix_table(actor=request.actor, entrant=entrant, table=table)
    if seed != entrant.seed:
        enrol.set_seed(actor=request.actor, entrant=entrant, seed=seed)
    return _("Saved.")


@on_press("manage_entries", entrant_at, "desk-entrant")
def rating(request: PageRequestOn[Entrant]) -> str:
    """Copy the rating from the club's list, after it was corrected there."""
    ratings.seed_by_rating(actor=request.actor, tournament=request.thing.tournament, only=request.thing)
    return _("The rating is that of the club's list.")


@on_press("note_incident", entrant_at, "desk-entrant")
def incident(request: PageRequestOn[Entrant]) -> str | None:
    form = IncidentForm(request.POST)
    if not form.is_valid():
        report_errors(request, form)
        return None
    attendance.note_incident(actor=request.actor, entrant=request.thing, now_ms=now_ms(), **form.cleaned_data)
    return _("Noted.")
