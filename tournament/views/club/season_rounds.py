"""The button of an evening that draws a round of the season from those who came."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, PageRequestOn, may, right
from games.faults import Fault
from games.numbers import whole_number
from games.timekeeping import now_ms
from tournament.models import Evening, RoundStatus
from tournament.services.club import season_rounds
from tournament.views.club.lookups import evening_at


def season_context(request: PageRequest, evening: Evening) -> dict[str, object]:
    """What the page of an evening shows of its round: those who may pair can draw it."""
    drawn = evening.round
    open_ = evening.is_open and (drawn is None or drawn.status == RoundStatus.DRAFT)
    offered = (
        [stage for stage in season_rounds.seasons() if may(request.actor, "pair", stage)] if open_ else []
    )
    if drawn is not None:
        offered = [stage for stage in offered if stage.pk == drawn.stage_id]
    published = drawn is not None and drawn.status != RoundStatus.DRAFT
    return {"seasons": offered, "round": drawn if published or offered else None, "published": published}


@right("run_evening", thing=evening_at)
@require_POST
def draw(request: PageRequestOn[Evening], pk: int) -> HttpResponse:
    asked = whole_number(request.POST.get("stage", "")) or 0
    stage = next((each for each in season_rounds.seasons() if each.pk == asked), None)
    if stage is None or not may(request.actor, "pair", stage):
        raise Http404
    try:
        season_rounds.draw(actor=request.actor, evening=request.thing, stage=stage, now_ms=now_ms())
    except Fault as fault:
        messages.error(request, wording.sentence(fault))
        return redirect("evening", pk)
    return redirect("desk-event", stage.tournament_id)
