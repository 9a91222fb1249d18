"""The draft of a round: pair it, adjust it by hand, throw it away."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, PageRequestOn, right
from games.numbers import whole_number
from tournament.formats.pairing import NoLegalPairing
from tournament.models import Match, Round, Stage
from tournament.services.pairing import drafts
from tournament.views.desk.desk_page import telling
from tournament.views.desk.lookups import match_at, round_at, stage_at
from tournament.views.desk.overview_page import back_to_overview
from tournament.views.desk.posted import posted_number, seen_version


@right("pair", thing=stage_at)
@require_POST
def draft(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    stage, harm = request.thing, bool(request.POST.get("breaking_rules"))
    return _pair(request, stage, lambda: drafts.draft(actor=request.actor, stage=stage, breaking_rules=harm))


@right("pair", thing=round_at)
@require_POST
def redraft(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    round_, harm = request.thing, bool(request.POST.get("breaking_rules"))
    return _pair(
        request,
        round_.stage,
        lambda: drafts.redraft(
            actor=request.actor, round_=round_, version=seen_version(request), breaking_rules=harm
        ),
    )


def _pair(request: PageRequest, stage: Stage, pair_round: Callable[[], object]) -> HttpResponse:
    """Pair the round. Where no legal pairing exists, offer the one that breaks the fewest rules."""
    with telling(request):
        try:
            pair_round()
        except NoLegalPairing as fault:
            messages.error(request, wording.sentence(fault))
            return redirect(f"{back_to_overview(stage).url}?stuck=1")
    return back_to_overview(stage)


@right("pair", thing=round_at)
@require_POST
def swap(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """Two of the draft change places, or one goes to another group."""
    typed = map(whole_number, request.POST.getlist("entrant"))
    chosen = [each for each in typed if each is not None]
    if group := request.POST.get("group"):
        return _move_to_group(request, chosen, group)
    if len(chosen) != 2:
        messages.error(request, _("Choose exactly two to swap."))
        return back_to_overview(request.thing)
    with telling(request, _("They have changed places.")):
        drafts.swap(
            actor=request.actor,
            round_=request.thing,
            version=seen_version(request),
            one=chosen[0],
            other=chosen[1],
        )
    return back_to_overview(request.thing)


def _move_to_group(request: PageRequestOn[Round], chosen: list[int], group: str) -> HttpResponse:
    if len(chosen) != 1:
        messages.error(request, _("Choose exactly one to move."))
        return back_to_overview(request.thing)
    with telling(request, _("Now in group {group}.").format(group=group)):
        drafts.move_to_group(
            actor=request.actor,
            round_=request.thing,
            version=seen_version(request),
            entrant=chosen[0],
            group=group,
        )
    return back_to_overview(request.thing)


@right("pair", thing=round_at)
@require_POST
def turn_round(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request):
        drafts.turn_round(
            actor=request.actor,
            round_=request.thing,
            version=seen_version(request),
            board=posted_number(request, "board"),
        )
    return back_to_overview(request.thing)


@right("pair", thing=match_at)
@require_POST
def lock(request: PageRequestOn[Match], match_id: int) -> HttpResponse:
    with telling(request):
        drafts.lock(actor=request.actor, match=request.thing, locked=request.POST.get("locked") == "yes")
    return back_to_overview(request.thing.round)


@right("pair", thing=round_at)
@require_POST
def discard(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("The draft is thrown away.")):
        drafts.discard(actor=request.actor, round_=request.thing, version=seen_version(request))
    return back_to_overview(request.thing)
