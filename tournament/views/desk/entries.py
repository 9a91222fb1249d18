"""Entries of an event: who is in, added by name or pasted, checked in by one tap, registered by code."""

import secrets
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access import links
from games.access.permissions import Actor, PageRequest, PageRequestOn, right
from games.qr import qr_code
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.entries import EntryForm, PairForm, TeamForm
from tournament.models import (
    Absence,
    Entrant,
    EntrantStatus,
    EntryKind,
    ForbiddenPair,
    Player,
    Tournament,
)
from tournament.models.event import CODE_LETTERS
from tournament.people_lists.names import read_name
from tournament.people_lists.people_list import ParsedLine, name_team
from tournament.services.club import people
from tournament.services.entries import attendance, enrol, from_list
from tournament.services.faults import NotDone
from tournament.services.setup import settings_change
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, go_back, posted_number, telling
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
    # Entering goes on: the next name is typed without a way back to its field.
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
        outside=stages.outside(stage) if stage else frozenset(),
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
    """Tell where players register themselves, as an address and as a picture to scan."""
    if not tournament.registration_open:
        return None
    path = reverse("event-enter", args=[tournament.code])
    address = links.address_for_others(request, f"{path}?code={tournament.registration_code}")
    return {"address": address, "qr": qr_code(address)}


@right("manage_entries", thing=tournament_at)
def add(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """One entrant by name: somebody on the club's list, or somebody new."""
    if request.method != "POST":
        return redirect("desk-entries", pk)
    tournament = request.thing
    form = _entry_form(tournament)(request.POST)
    if form.is_valid():
        with telling(request):
            name = _enter(request.actor, tournament, form.cleaned_data)
            messages.success(request, _("%(name)s is entered.") % {"name": name})
            return redirect(f"{reverse('desk-entries', args=[pk])}?add")
    _begin_at_the_name(form)
    return _page(request, tournament, form)


def _enter(actor: Actor, tournament: Tournament, wanted: dict[str, Any]) -> str:
    name: str = wanted["name"]
    if tournament.entry == EntryKind.PLAYER and wanted["house"]:
        person = read_name(name)
        player = people.twins(person.first_name, person.family_name).first() or people.add_player(
            actor=actor, first_name=person.first_name, family_name=person.family_name, rating=wanted["rating"]
        )
        enrol.enter_player(actor=actor, tournament=tournament, player=player, now_ms=now_ms(), house=True)
        return name
    if tournament.entry == EntryKind.PLAYER:
        person = read_name(name)
        line = ParsedLine(str(person), (person,), rating=wanted["rating"], club=wanted["club"])
    else:
        members = tuple(read_name(each) for each in wanted["players"].splitlines() if each.strip())
        line = ParsedLine(name_team(name, members), members)
    if not from_list.enter(actor=actor, tournament=tournament, lines=[line], now_ms=now_ms()):
        raise NotDone("already-entered", name=line.name)
    return line.name


@right("manage_entries", thing=entrant_at)
@require_POST
def check_in(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    with telling(request):
        present = request.POST.get("present") == "yes"
        attendance.check_in(actor=request.actor, entrant=request.thing, present=present)
    return go_back(request, "desk-entries", request.thing.tournament_id)


@right("manage_entries", thing=tournament_at)
@require_POST
def check_in_all(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Everybody who is entered has arrived."""
    with telling(request, _("Everybody is checked in.")):
        attendance.check_in_all(actor=request.actor, tournament=request.thing)
    return redirect("desk-entries", pk)


@right("manage_entries", thing=entrant_at)
@require_POST
def paid(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    with telling(request):
        enrol.mark_paid(actor=request.actor, entrant=request.thing, paid=request.POST.get("paid") == "yes")
    return redirect("desk-entries", request.thing.tournament_id)


@right("manage_entries", thing=entrant_at)
@require_POST
def approve(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Accept an application; `player` says who on the club's list it is."""
    known = Player.objects.listed().filter(pk=posted_number(request, "player")).first()
    with telling(request, _("%(name)s is entered.") % {"name": request.thing}):
        enrol.approve(actor=request.actor, entrant=request.thing, player=known)
    return redirect("desk-entries", request.thing.tournament_id)


@right("manage_entries", thing=entrant_at)
@require_POST
def decline(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    with telling(request, _("The entry is declined.")):
        enrol.decline(actor=request.actor, entrant=request.thing)
    return redirect("desk-entries", request.thing.tournament_id)


@right("manage_entries", thing=tournament_at)
@require_POST
def registration(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Let players register themselves, with a fresh code, or stop it."""
    opens = request.POST.get("open") == "yes"
    code = "".join(secrets.choice(CODE_LETTERS) for _letter in range(CODE_LENGTH))
    changes = {"registration_open": opens} | ({"registration_code": code} if opens else {})
    with telling(request, _("Registration is open.") if opens else _("Registration is closed.")):
        settings_change.change_tournament(actor=request.actor, tournament=request.thing, changes=changes)
    return redirect("desk-entries", pk)


@right("manage_entries", thing=tournament_at)
@require_POST
def forbid(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Two who must not meet, never or if it can be avoided."""
    one, other = (
        request.thing.entrants.filter(pk=posted_number(request, name)).first() for name in ("one", "other")
    )
    if one is None or other is None:
        messages.error(request, _("Choose two entrants."))
    else:
        with telling(request, _("They will be kept apart from the next draft on.")):
            enrol.forbid(
                actor=request.actor,
                one=one,
                other=other,
                strict=request.POST.get("strict") == "yes",
                reason=request.POST.get("reason", "").strip()[:80],
            )
    return redirect("desk-entries", pk)


@right("manage_entries", thing=forbidden_at)
@require_POST
def allow(request: PageRequestOn[ForbiddenPair], pair_id: int) -> HttpResponse:
    with telling(request, _("They may meet.")):
        enrol.allow(actor=request.actor, pair=request.thing)
    return redirect("desk-entries", request.thing.tournament_id)
