"""Entries of a tournament: the list, entering by name, check-in, registration by code.

Lists of people and of ratings are shown first, line by line, and then entered.
"""

import secrets
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import wording
from games.access import links
from games.access.permissions import Actor, PageRequest, PageRequestOn, right
from games.faults import Fault
from games.numbers import whole_number
from games.qr import qr_code
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.entries import EntryForm, PairForm, PasteForm, RatingListForm, TeamForm
from tournament.models import (
    Absence,
    Entrant,
    EntrantStatus,
    EntryKind,
    ForbiddenPair,
    Player,
    Tournament,
)
from tournament.models.tournament import CODE_LETTERS
from tournament.people_lists.names import read_name
from tournament.people_lists.people_list import ParsedLine, name_team
from tournament.people_lists.people_matching import LineAction
from tournament.services.club import people
from tournament.services.entries import attendance, enrol, from_list
from tournament.services.faults import StepRefused
from tournament.services.setup import settings_change
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, on_press, posted_number, report_outcome
from tournament.views.desk.lookups import entrant_at, forbidden_at, tournament_at

SUGGESTED = 400
CODE_LENGTH = 6
_AnyForm = EntryForm | PairForm | TeamForm
_FORMS: dict[EntryKind, type[_AnyForm]] = {
    EntryKind.PLAYER: EntryForm,
    EntryKind.PAIR: PairForm,
    EntryKind.TEAM: TeamForm,
}


@right("see_desk", thing=tournament_at)
@read_only_page
def entries(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    if "add" not in request.GET:
        return _page(request, request.thing)
    form = _entry_form(request.thing)()
    # Focus the name, so that the next entry can be typed at once.
    _begin_at_the_name(form)
    return _page(request, request.thing, form)


def _entry_form(tournament: Tournament) -> type[_AnyForm]:
    return _FORMS[EntryKind(tournament.entry)]


def _begin_at_the_name(form: _AnyForm) -> None:
    form.fields["name"].widget.attrs["autofocus"] = True


def _page(request: PageRequest, tournament: Tournament, form: _AnyForm | None = None) -> HttpResponse:
    everybody = list(
        tournament.entrants.with_names()
        .select_related("fixed_table")
        .prefetch_related("categories", Prefetch("absences", queryset=Absence.objects.order_by("number")))
        .order_by("number")
    )
    here = [each for each in everybody if each.is_in and not each.house]
    teams = tournament.entry != EntryKind.PLAYER
    # Names on the club's list who are not entered yet.
    entered = tournament.entrants.filter(player__isnull=False).values("player")
    suggestions = Player.objects.listed().exclude(pk__in=entered)[:SUGGESTED]
    stage = stages.current(tournament)
    seeded = enrol.seeds_of(stage, everybody)
    listed = [(each, seeded.get(each.pk)) for each in everybody if each.status != EntrantStatus.APPLIED]
    return desk_page(
        request,
        "desk/entries.html",
        tournament,
        entrants=sorted(listed, key=lambda entry: (entry[1] is None, entry[1], entry[0].number)),
        applied=[
            (each, people.twins_of(each.player)) for each in everybody if each.status == EntrantStatus.APPLIED
        ],
        count=len(here),
        present=sum(each.checked_in for each in here),
        begun=stage is not None and stages.has_begun(tournament),
        outside=stages.late_candidates(stage) if stage else frozenset(),
        form=form,
        searching="search" in request.GET,
        is_team=teams,
        may_rate=not teams or not stages.has_begun(tournament),
        suggestions=() if teams or form is None else suggestions,
        forbidden=tournament.forbidden_pairs.select_related(
            *(f"{side}__{kind}" for side in ("one", "other") for kind in ("player", "team"))
        ),
        register=_register_address(request, tournament),
    )


def _register_address(request: HttpRequest, tournament: Tournament) -> dict[str, str] | None:
    """Return where players register themselves, as an address and as a QR code."""
    if not tournament.registration_open:
        return None
    path = reverse("tournament-enter", args=[tournament.code])
    address = links.address_for_others(request, f"{path}?code={tournament.registration_code}")
    return {"address": address, "qr": qr_code(address)}


@right("manage_entries", thing=tournament_at)
def add(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Enter one entrant by name: a player of the club's list, or a new one."""
    if request.method != "POST":
        return redirect("desk-entries", pk)
    tournament = request.thing
    form = _entry_form(tournament)(request.POST)
    if form.is_valid():
        with report_outcome(request):
            name = _enter(request.actor, tournament, form.cleaned_data)
            messages.success(request, _("%(name)s is entered.") % {"name": name})
            return redirect(f"{reverse('desk-entries', args=[pk])}?add")
    _begin_at_the_name(form)
    return _page(request, tournament, form)


def _enter(actor: Actor, tournament: Tournament, wanted: dict[str, Any]) -> str:
    name: str = wanted["name"]
    if tournament.entry == EntryKind.PLAYER and wanted["house"]:
        player = people.find_or_add(actor=actor, name=read_name(name), rating=wanted["rating"])
        enrol.enter_player(actor=actor, tournament=tournament, player=player, now_ms=now_ms(), house=True)
        return name
    if tournament.entry == EntryKind.PLAYER:
        person = read_name(name)
        line = ParsedLine(str(person), (person,), rating=wanted["rating"], club=wanted["club"])
    else:
        members = tuple(read_name(each) for each in wanted["players"].splitlines() if each.strip())
        line = ParsedLine(name_team(name, members), members)
    if not from_list.enter(actor=actor, tournament=tournament, lines=[line], now_ms=now_ms()):
        raise StepRefused("already-entered", name=line.name)
    return line.name


@on_press("manage_entries", entrant_at, "desk-entries", "tournament_id")
def check_in(request: PageRequestOn[Entrant]) -> None:
    present = request.POST.get("present") == "yes"
    attendance.check_in(actor=request.actor, entrant=request.thing, present=present)


@on_press("manage_entries", tournament_at, "desk-entries")
def check_in_all(request: PageRequestOn[Tournament]) -> str:
    """Check in all who are entered."""
    attendance.check_in_all(actor=request.actor, tournament=request.thing)
    return _("Everybody is checked in.")


@on_press("manage_entries", entrant_at, "desk-entries", "tournament_id")
def mark_paid(request: PageRequestOn[Entrant]) -> None:
    enrol.mark_paid(actor=request.actor, entrant=request.thing, paid=request.POST.get("paid") == "yes")


@on_press("manage_entries", entrant_at, "desk-entries", "tournament_id")
def approve(request: PageRequestOn[Entrant]) -> str:
    """Accept an application; `player` says which player of the club's list it is."""
    known = Player.objects.listed().filter(pk=posted_number(request, "player")).first()
    enrol.approve(actor=request.actor, entrant=request.thing, player=known)
    return _("%(name)s is entered.") % {"name": request.thing}


@on_press("manage_entries", entrant_at, "desk-entries", "tournament_id")
def decline(request: PageRequestOn[Entrant]) -> str:
    enrol.decline(actor=request.actor, entrant=request.thing)
    return _("The entry is declined.")


@on_press("manage_entries", tournament_at, "desk-entries")
def registration(request: PageRequestOn[Tournament]) -> str:
    """Open registration with a new code, or close it."""
    opens = request.POST.get("open") == "yes"
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    changes = {"registration_open": opens} | ({"registration_code": code} if opens else {})
    settings_change.change_tournament(actor=request.actor, tournament=request.thing, changes=changes)
    return _("Registration is open.") if opens else _("Registration is closed.")


@on_press("manage_entries", tournament_at, "desk-entries")
def forbid(request: PageRequestOn[Tournament]) -> str | None:
    """Keep two entrants apart, strictly or as far as possible."""
    one, other = (
        request.thing.entrants.filter(pk=posted_number(request, name)).first() for name in ("one", "other")
    )
    if one is None or other is None:
        messages.error(request, _("Choose two entrants."))
        return None
    enrol.forbid(
        actor=request.actor,
        one=one,
        other=other,
        strict=request.POST.get("strict") == "yes",
        reason=request.POST.get("reason", "").strip()[:80],
    )
    return _("They will be kept apart from the next draft on.")


@on_press("manage_entries", forbidden_at, "desk-entries", "tournament_id")
def allow(request: PageRequestOn[ForbiddenPair]) -> str:
    enrol.allow(actor=request.actor, pair=request.thing)
    return _("They may meet.")


@right("manage_entries", thing=tournament_at)
def paste(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Read a list of entrants, show it line by line, then enter it without the marked lines."""
    tournament = request.thing
    form = PasteForm(request.POST or None)
    lines = _read_lines(form, tournament)
    marked = map(whole_number, request.POST.getlist("leave"))
    left_out = {place for place in marked if place is not None}
    planned = from_list.plan(tournament, lines)
    if request.POST.get("sure") and any(each.action is not LineAction.LEFT_OUT for each in planned):
        with report_outcome(request):
            count = from_list.enter(
                actor=request.actor, tournament=tournament, lines=lines, leave_out=left_out, now_ms=now_ms()
            )
            message = ngettext("%(count)s entry was added.", "%(count)s entries were added.", count)
            messages.success(request, message % {"count": count})
            return redirect("desk-entries", pk)
    asked = form.is_bound and form.is_valid()
    if asked:  # the answer above the list is what the user looks at now
        form.fields["text"].widget.attrs.pop("autofocus")
    return desk_page(
        request,
        "desk/paste.html",
        tournament,
        planned=[
            (each, " ".join(map(wording.sentence, each.troubles)), place in left_out)
            for place, each in enumerate(planned)
        ],
        form=form,
        asked=asked,
        fresh=sum(each.enters for place, each in enumerate(planned) if place not in left_out),
        is_team=tournament.entry != EntryKind.PLAYER,
    )


def _read_lines(form: PasteForm, tournament: Tournament) -> list[ParsedLine]:
    if form.is_valid():
        try:
            return from_list.read(tournament, form.cleaned_data["text"])
        except Fault as fault:
            form.add_error("text", wording.sentence(fault))
    return []


@right("manage_entries", thing=tournament_at)
def ratings(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Read ratings from a pasted list or a file, matched by name, and take them over once confirmed."""
    tournament = request.thing
    form = RatingListForm(request.POST or None, request.FILES or None)
    plan = None
    if form.is_valid():
        try:
            text = form.text_sent()
            if request.POST.get("sure"):
                count = from_list.take_ratings(actor=request.actor, tournament=tournament, text=text)
                message = ngettext("%(count)s rating was changed.", "%(count)s ratings were changed.", count)
                messages.success(request, message % {"count": count})
                return redirect("desk-entries", pk)
            plan = from_list.plan_ratings(tournament, text)
            form = RatingListForm(initial={"text": text})
        except Fault as fault:
            form.add_error(None, wording.sentence(fault))
    return desk_page(
        request,
        "desk/rating_list.html",
        tournament,
        form=form,
        plan=plan,
    )
