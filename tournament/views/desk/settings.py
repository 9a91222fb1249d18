"""Settings of a tournament, also while it is played: first the effects of a change, then the change.

The tournament itself, its public page, its stages, categories and prizes.
"""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequestOn, right
from games.accounts.views.accounts import show_or_send
from games.faults import Fault
from tournament.formats.registry import FORMATS
from tournament.forms.fields import controls
from tournament.forms.settings import PresentationForm, PrizesForm, TournamentForm
from tournament.forms.stage import StageForm
from tournament.models import Category, Stage, Tournament, format_choices
from tournament.services import prizes
from tournament.services.results import lots
from tournament.services.results.lots import Tie
from tournament.services.setup import settings_change
from tournament.services.setup.settings_change import change_presentation
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, on_press, report_errors, report_outcome
from tournament.views.desk.lookups import category_at, stage_at, tournament_at


@right("change_settings", thing=tournament_at)
@show_or_send
def settings(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Change the tournament's own settings, at once, because no result depends on them."""
    tournament = request.thing
    form = TournamentForm(request.POST or None, instance=tournament)
    if form.is_valid():
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        with report_outcome(request, _("Saved.")):
            settings_change.change_tournament(actor=request.actor, tournament=tournament, changes=changes)
            return redirect("desk-settings", pk)
    tournament.refresh_from_db()
    return desk_page(
        request,
        "desk/settings.html",
        tournament,
        form=form,
        stages=list(tournament.stages.order_by("number")),
        formats=format_choices(),
        categories=tournament.categories.all(),
        prizes=tournament.prizes.select_related("category"),
        prize_form=PrizesForm(tournament=tournament),
    )


@right("change_settings", thing=stage_at)
@show_or_send
def stage(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    """Change a stage: `preview` lists the effects of the changes, `apply` makes them."""
    held: Stage = request.thing
    form = StageForm(request.POST or None, stage=held)
    effects: list[str] = []
    if form.is_valid():
        try:
            changes = form.changes()
            if request.POST.get("apply"):
                settings_change.change_stage(actor=request.actor, stage=held, changes=changes)
                messages.success(request, _("The stage is changed."))
                return redirect("desk-stage", held.pk)
            effects = [
                wording.translate(each.template, each.params)
                for each in settings_change.preview(held, changes)
            ]
        except Fault as fault:
            form.add_error(None, wording.sentence(fault))
    return desk_page(
        request,
        "desk/stage.html",
        held.tournament,
        stage=held,
        form=form,
        effects=effects,
        controls=controls(),
        lots_drawn=bool(held.lots_seed),
        lots_too_late=lots.come_too_late(held),
        lots_warning=words_before_lots(held) if held.format_rules.has_rounds and held.rounds.exists() else "",
    )


@on_press("change_settings", tournament_at, "desk-settings")
def add_stage(request: PageRequestOn[Tournament]) -> str | None:
    format = request.POST.get("format", "")
    if format not in FORMATS:
        messages.error(request, _("Choose a format."))
        return None
    last = request.thing.stages.order_by("-number").first()
    given: dict[str, Any] = {"control": last.control, "rules": last.rules} if last else {}
    stages.add(actor=request.actor, tournament=request.thing, format=format, **given)
    return _("The stage is added.")


@on_press("draw_lots", stage_at, "desk-stage")
def draw_lots(request: PageRequestOn[Stage]) -> str:
    """Draw lots to order those who are equal after the last tie-break."""
    return _words_after_lots(lots.draw_for_ties(actor=request.actor, stage=request.thing))


def words_before_lots(stage: Stage) -> str:
    """Say on whom lots would fall now."""
    found = lots.ties(stage)
    if not found:
        return _("Nobody is equal now. Lots order all who are equal to the end after later rounds.")
    names = "; ".join(map(_tie_words, found))
    warned = _("They are recorded, stand, and cannot be drawn again.")
    return _("The lot falls on: {names}.").format(names=names) + " " + warned


def _words_after_lots(ties: list[Tie]) -> str:
    if not ties:
        return _("The lots are drawn. They stand.")
    names = "; ".join(map(_tie_words, ties))
    return _("The lots are drawn and stand, in this order: {names}.").format(names=names)


def _tie_words(tie: Tie) -> str:
    group, entrants = tie
    names = ", ".join(map(str, entrants))
    return _("Group {group}: {names}").format(group=group, names=names) if group else names


@right("change_settings", thing=tournament_at)
@require_POST
def add_category(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with report_outcome(request, _("The category is added.")):
        prizes.add_category(
            actor=request.actor, tournament=request.thing, name=request.POST.get("name", "")[:60]
        )
    return _back_to("categories", pk)


@right("change_settings", thing=category_at)
@require_POST
def drop_category(request: PageRequestOn[Category], category_id: int) -> HttpResponse:
    with report_outcome(request, _("The category is removed.")):
        prizes.drop_category(actor=request.actor, category=request.thing)
    return _back_to("categories", request.thing.tournament_id)


@right("change_settings", thing=tournament_at)
@require_POST
def set_prizes(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    form = PrizesForm(request.POST, tournament=request.thing)
    if form.is_valid():
        with report_outcome(request, _("The prizes are set.")):
            prizes.set_all(
                actor=request.actor,
                tournament=request.thing,
                lists=form.lists(),
                sharing=form.cleaned_data["sharing"],
            )
    else:
        report_errors(request, form)
    return _back_to("prizes", pk)


def _back_to(part: str, pk: int) -> HttpResponse:
    """Redirect to the part of the settings that was edited, which is far down the page."""
    return redirect(reverse("desk-settings", args=[pk]) + f"#{part}")


@right("change_settings", thing=tournament_at)
@show_or_send
def presentation(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    """Change the text and the picture of the public page."""
    tournament = request.thing
    form = PresentationForm(request.POST or None, request.FILES or None, tournament=tournament)
    if form.is_valid():
        with report_outcome(request, _("Saved.")):
            change_presentation(actor=request.actor, tournament=tournament, **form.cleaned_data)
            return redirect("tournament", tournament.code)
    return desk_page(request, "desk/presentation.html", tournament, form=form)
