"""One entrant: there or not, in or out, with a table, a seed, a link; team members; what happened."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access import links
from games.access.permissions import PageRequestOn, may, right
from games.access.roles import Role
from games.access.views.accounts import next_page
from games.access.views.links import open_devices
from games.models import Link
from games.numbers import whole_number
from games.services import tablets
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.forms.entries import AbsenceForm, IncidentForm, particulars_form
from tournament.models import AbsenceKind, Entrant, EntryKind, Match, Player, Round, Stage
from tournament.models.kinds import outcome_words
from tournament.people_lists.names import read_name
from tournament.services.club import people, ratings
from tournament.services.entries import attendance, enrol, teams
from tournament.services.stages import stages
from tournament.views.desk import boards
from tournament.views.desk.desk_page import desk_page, tell_errors, telling
from tournament.views.desk.entries import next_numbers
from tournament.views.desk.lookups import entrant_at
from tournament.views.desk.posted import posted_number

# What a withdrawal means while the stage is not drawn; then its format says so.
BEFORE_THE_DRAW = gettext_noop(
    "This entrant is left out of the draw, and whoever comes next takes the place. Results stay. "
    "A return is possible."
)
HIGHEST_SEED = 999


@right("see_desk", thing=entrant_at)
@never_cache
@read_only_page
def card(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant = request.thing
    tournament = entrant.tournament
    stage, numbers = next_numbers(tournament)
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
        if stage and numbers and stage.kind.takes_absences
        else None,
        drawn_all_the_same=stage is not None and stage.kind.has_rounds and not stage.kind.takes_absences,
        withdrawal=what_withdrawal_means(stage),
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
        lineup_rounds=_rounds_to_line_up(entrant),
        may_remove=not matches,
        may_edit_player=bool(entrant.player) and may(request.actor, "manage_players"),
        may_reseed=not stages.has_begun(tournament),
    )


def what_withdrawal_means(stage: Stage | None) -> str:
    return stage.kind.withdrawal if stage and stage.rounds.exists() else BEFORE_THE_DRAW


def _rounds_to_line_up(entrant: Entrant) -> QuerySet[Round]:
    """Drafted or being played: where a team match of this entrant may still get other players."""
    if entrant.tournament.entry != EntryKind.TEAM:
        return Round.objects.none()
    open_matches = Match.objects.of(entrant).open()
    return Round.objects.filter(matches__in=open_matches).order_by("stage__number", "number")


def _back(request: PageRequestOn[Entrant]) -> HttpResponse:
    """To the page it was pressed on: this one, or that of a list with the menu of a name."""
    return redirect(next_page(request, reverse("desk-entrant", args=[request.thing.pk])))


@right("manage_entries", thing=entrant_at)
@require_POST
def absence(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Absent for a round, or half a point on request."""
    entrant = request.thing
    stage, numbers = next_numbers(entrant.tournament)
    form = AbsenceForm(request.POST, numbers=numbers, stage=stage)
    if stage is None or not form.is_valid():
        tell_errors(request, form)
        return _back(request)
    half = form.cleaned_data["kind"] == AbsenceKind.HALF_BYE
    announce = attendance.request_half_bye if half else attendance.announce_absence
    number, kind = form.cleaned_data["number"], outcome_words(form.cleaned_data["kind"], stage.kind)
    told = _("%(name)s: %(kind)s in round %(round)s.") % {"name": entrant, "kind": kind, "round": number}
    with telling(request, told):
        announce(actor=request.actor, entrant=entrant, stage=stage, number=number)
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def cancel_absence(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant, number = request.thing, posted_number(request, "number")
    stage = stages.current(entrant.tournament)
    if stage is not None:
        with telling(request, _("%(name)s plays in round %(round)s.") % {"name": entrant, "round": number}):
            attendance.cancel_absence(actor=request.actor, entrant=entrant, stage=stage, number=number)
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def withdraw(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    with telling(request, _("%(name)s has withdrawn.") % {"name": request.thing}):
        _tell_open(request, attendance.withdraw(actor=request.actor, entrant=request.thing))
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def come_back(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    with telling(request, _("%(name)s is back.") % {"name": request.thing}):
        attendance.come_back(actor=request.actor, entrant=request.thing)
    return _back(request)


@right("expel", thing=entrant_at)
@require_POST
def expel(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    reason = request.POST.get("reason", "").strip()[:300]
    if not reason:
        messages.error(request, _("Say why: the reason is kept with the entrant."))
        return _back(request)
    with telling(request, _("%(name)s is expelled.") % {"name": request.thing}):
        _tell_open(
            request,
            attendance.expel(actor=request.actor, entrant=request.thing, reason=reason, now_ms=now_ms()),
        )
    return _back(request)


def _tell_open(request: HttpRequest, matches: list[Match]) -> None:
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
    with telling(request, _("The entry is removed.")):
        enrol.remove(actor=request.actor, entrant=entrant)
        return redirect("desk-entries", entrant.tournament_id)
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def conditions(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Categories, fixed table and seed: only what differs is changed."""
    entrant = request.thing
    tournament = entrant.tournament
    ids = {whole_number(typed) for typed in request.POST.getlist("category")}
    chosen = tournament.categories.filter(pk__in=[each for each in ids if each is not None])
    table = tournament.tables.filter(number=posted_number(request, "table")).first()
    seed = whole_number(request.POST.get("seed", ""), most=HIGHEST_SEED) or None
    if len(chosen) != len(ids) or (table is None and request.POST.get("table")):
        messages.error(request, _("One of these is not there any more. Look at the page again."))
        return _back(request)
    if seed is None and request.POST.get("seed"):
        messages.error(request, _("A seed is a number from 1 to %(most)s.") % {"most": HIGHEST_SEED})
        return _back(request)
    with telling(request, _("Saved.")):
        if set(chosen) != set(entrant.categories.all()):
            enrol.set_categories(actor=request.actor, entrant=entrant, categories=chosen)
        if table != entrant.fixed_table:
            enrol.fix_table(actor=request.actor, entrant=entrant, table=table)
        if seed != entrant.seed:
            enrol.set_seed(actor=request.actor, entrant=entrant, seed=seed)
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def rating(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Take over the rating of the club's list, after it was put right there."""
    with telling(request, _("The rating is that of the club's list.")):
        ratings.seed_by_rating(actor=request.actor, tournament=request.thing.tournament, only=request.thing)
    return _back(request)


@right("note_incident", thing=entrant_at)
@require_POST
def incident(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    form = IncidentForm(request.POST)
    if form.is_valid():
        with telling(request, _("Noted.")):
            attendance.note_incident(
                actor=request.actor, entrant=request.thing, now_ms=now_ms(), **form.cleaned_data
            )
    else:
        tell_errors(request, form)
    return _back(request)


@right("make_links", thing=entrant_at)
@never_cache
@require_POST
def player_link(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """The entrant's own link, shown once; an older one dies."""
    entrant = request.thing
    known = Link.objects.live(now_ms()).filter(stands_for=entrant.scope).order_by("-pk").first()
    made = (
        links.renew(request.actor, known)
        if known
        else links.make(
            request.actor,
            role=Role.PLAYER,
            scope=entrant.scope,
            topic=entrant.tournament.scope,
            stands_for=entrant.scope,
        )
    )
    if request.POST.get("everywhere"):
        tablets.sign_out(request.actor, made.link)
    return desk_page(
        request,
        "desk/made.html",
        entrant.tournament,
        card=made.card(request),
        title=str(entrant),
        back_to=entrant,
    )


@right("manage_entries", thing=entrant_at)
@require_POST
def substitute(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Between rounds somebody else, from the bench or new, takes a board."""
    entrant = request.thing
    leaves = Player.objects.filter(pk=posted_number(request, "leaves")).first()
    name = request.POST.get("joins", "").strip()[:120]
    if leaves is None or not name or entrant.team is None:
        messages.error(request, _("Say who leaves and who comes."))
        return _back(request)
    person = read_name(name)
    with telling(request, _("The substitute takes the board from the next round on.")):
        joins = people.twins(person.first_name, person.family_name).first() or people.add_player(
            actor=request.actor, first_name=person.first_name, family_name=person.family_name
        )
        teams.substitute(actor=request.actor, entrant=entrant, leaves=leaves, joins=joins)
    return _back(request)


@right("manage_entries", thing=entrant_at)
@require_POST
def reorder(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """The board order: each player's number; a player without one is a substitute."""
    entrant = request.thing
    if entrant.team is None:
        return _back(request)
    numbered = [
        (posted_number(request, f"board-{member.player_id}"), member.player)
        for member in entrant.team.members.select_related("player")
    ]
    order = [player for number, player in sorted(numbered, key=lambda each: each[0]) if number]
    with telling(request, _("The board order is changed from the next round on.")):
        teams.reorder(actor=request.actor, entrant=entrant, players=order)
    return _back(request)
