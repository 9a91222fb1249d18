"""The first page of the desk, and what is pressed there for the whole hall: pause, and go on."""

from django.contrib import messages
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequestOn, right
from games.models import Game
from games.services.many_games import Swept
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import Round, Stage, Tournament, TournamentStatus
from tournament.services.club import ladder
from tournament.services.rounds import pausing
from tournament.services.stages import stages
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import tournament_at
from tournament.views.desk.overview import read_overview
from tournament.views.public.prize_sheets import podium

# Enough to read the pairings and find one's seat; another number may be typed.
MINUTES_TO_THE_START = 5


@right("see_desk", thing=tournament_at)
@never_cache
@read_only_page
def overview(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    shown = read_overview(tournament, request.actor, now_ms=now_ms())
    without_rounds = shown.stage is not None and not shown.stage.kind.has_rounds
    return desk_page(
        request,
        "desk/overview.html",
        tournament,
        overview=shown,
        stuck=request.GET.get("stuck"),
        now_ms=now_ms(),
        minutes=MINUTES_TO_THE_START,
        free=ladder.free(tournament) if without_rounds else (),
        next_game=stages.next_number(shown.stage) if without_rounds and shown.stage else None,
        podium=podium(tournament) if tournament.status == TournamentStatus.FINISHED else (),
        enough=without_rounds and tournament.entrants.entered().filter(house=False).count() > 1,
    )


@right("see_desk", thing=tournament_at)
@never_cache
@read_only_page
def pulse(request: PageRequestOn[Tournament], pk: int) -> JsonResponse:
    """Two numbers that change when the page would: asked for where the socket cannot be reached."""
    seqs = Game.objects.live().filter(topic=request.thing.scope).aggregate(seqs=Sum("seq"))["seqs"]
    return JsonResponse({"version": request.thing.version, "seqs": seqs or 0})


def back_to_overview(thing: Stage | Round) -> HttpResponseRedirect:
    stage = thing if isinstance(thing, Stage) else thing.stage
    return redirect("desk-event", stage.tournament_id)


@right("pause_hall", thing=tournament_at)
@require_POST
def pause_all(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request):
        swept = pausing.pause_all(actor=request.actor, tournament=request.thing, now_ms=now_ms())
        told = ngettext("%(count)s board pauses.", "%(count)s boards pause.", swept.count)
        _tell_swept(request, swept, told, _("No clock was running."))
    return redirect("desk-event", pk)


@right("pause_hall", thing=tournament_at)
@require_POST
def resume_all(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request):
        swept = pausing.resume_all(actor=request.actor, tournament=request.thing, now_ms=now_ms())
        told = ngettext("%(count)s board goes on.", "%(count)s boards go on.", swept.count)
        _tell_swept(request, swept, told, _("No board was paused for the whole hall."))
    return redirect("desk-event", pk)


def _tell_swept(request: HttpRequest, swept: Swept, told: str, nothing: str) -> None:
    """What was done in one number; only what failed by name, and why."""
    if swept.count:
        messages.success(request, told % {"count": swept.count})
    elif not swept.refused:
        messages.info(request, nothing)
    for game in Game.objects.filter(code__in=swept.refused):
        names = " – ".join(player["name"] for player in game.players.values())
        messages.error(request, wording.labelled(names, wording.sentence(swept.refused[game.code])))
