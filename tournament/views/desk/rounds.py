"""The first page of the desk, and every step of a round: draft, adjust, publish, call, close, undo."""

from collections.abc import Callable

from django.contrib import messages
from django.db.models import Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import numbers, wording
from games.access.permissions import PageRequest, PageRequestOn, right
from games.models import Game
from games.services.many_games import Swept
from games.snapshot import read_only_page
from games.timekeeping import MINUTE_MS, now_ms
from tournament.formats.pairing import NoLegalPairing
from tournament.models import RESULTS, Match, Round, Stage, Tournament
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.events import settings_change
from tournament.services.pairing import drafts, jobs
from tournament.services.rounds import lifecycle, pausing
from tournament.views.desk import overview
from tournament.views.desk.desk_page import desk_page, telling
from tournament.views.desk.lookups import match_at, round_at, stage_at, tournament_at
from tournament.views.desk.posted import clock_time_ms, whole_number

# From this many entrants on the Swiss engine takes long enough to be shown working, and to be cancelled.
PAIRED_IN_THE_BACKGROUND = 40
# Enough to read the pairings and find one's seat; another number may be typed.
MINUTES_TO_THE_START = 5


@right("see_desk", thing=tournament_at)
@never_cache
@read_only_page
def event(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament = request.thing
    shown = overview.read(tournament, now_ms=now_ms())
    without_rounds = shown.stage is not None and not shown.stage.kind.has_rounds
    return desk_page(
        request,
        "desk/event.html",
        tournament,
        overview=shown,
        stuck=request.GET.get("stuck"),
        now_ms=now_ms(),
        minutes=MINUTES_TO_THE_START,
        free=ladder.free(tournament) if without_rounds else (),
        enough=without_rounds and tournament.entrants.entered().filter(house=False).count() > 1,
    )


@right("see_desk", thing=tournament_at)
@never_cache
@read_only_page
def pulse(request: PageRequestOn[Tournament], pk: int) -> JsonResponse:
    """Two numbers that change when the page would: asked for where the socket cannot be reached."""
    seqs = Game.objects.live().filter(topic=request.thing.scope).aggregate(seqs=Sum("seq"))["seqs"]
    return JsonResponse({"version": request.thing.version, "seqs": seqs or 0})


def _back(thing: Stage | Round) -> HttpResponseRedirect:
    stage = thing if isinstance(thing, Stage) else thing.stage
    return redirect("desk-event", stage.tournament_id)


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
            actor=request.actor, round_=round_, version=_version(request, round_), breaking_rules=harm
        ),
        round_,
    )


def _pair(
    request: PageRequest, stage: Stage, here_and_now: Callable[[], object], round_: Round | None = None
) -> HttpResponse:
    """Pair at once, or for a large Swiss in the background. No legal pairing: offer the least harm."""
    large = stage.tournament.entrants.entered().count() >= PAIRED_IN_THE_BACKGROUND
    harm = bool(request.POST.get("breaking_rules"))
    with telling(request):
        if stage.kind.asks_engine and large:
            jobs.start(actor=request.actor, stage=stage, now_ms=now_ms(), breaking_rules=harm, round_=round_)
        else:
            try:
                here_and_now()
            except NoLegalPairing as fault:
                messages.error(request, wording.sentence(fault))
                return redirect(f"{_back(stage).url}?stuck=1")
    return _back(stage)


@right("pair", thing=stage_at)
@require_POST
def cancel_pairing(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    if jobs.cancel(actor=request.actor, stage=request.thing):
        messages.success(request, _("The pairing is cancelled. Nothing was changed."))
    else:
        messages.info(request, _("The pairing had ended already: there was nothing left to cancel."))
    return _back(request.thing)


@right("pair", thing=round_at)
@require_POST
def swap(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """Two of the draft change places; what to think of then stands beside them."""
    typed = map(numbers.whole_number, request.POST.getlist("entrant"))
    chosen = [each for each in typed if each is not None]
    if len(chosen) != 2:
        messages.error(request, _("Choose exactly two to swap."))
        return _back(request.thing)
    with telling(request, _("They have changed places.")):
        drafts.swap(
            actor=request.actor,
            round_=request.thing,
            version=_version(request, request.thing),
            one=chosen[0],
            other=chosen[1],
        )
    return _back(request.thing)


@right("pair", thing=round_at)
@require_POST
def turn_round(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request):
        drafts.turn_round(
            actor=request.actor,
            round_=request.thing,
            version=_version(request, request.thing),
            board=whole_number(request, "board"),
        )
    return _back(request.thing)


@right("pair", thing=match_at)
@require_POST
def lock(request: PageRequestOn[Match], match_id: int) -> HttpResponse:
    with telling(request):
        drafts.lock(actor=request.actor, match=request.thing, locked=request.POST.get("locked") == "yes")
    return _back(request.thing.round)


@right("pair", thing=round_at)
@require_POST
def discard(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("The draft is thrown away.")):
        drafts.discard(actor=request.actor, round_=request.thing, version=_version(request, request.thing))
    return _back(request.thing)


@right("publish", thing=round_at)
@require_POST
def publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    round_ = request.thing
    minutes = whole_number(request, "minutes", default=MINUTES_TO_THE_START)
    told = _("Round %(round)s is published. Its games are on the tables.") % {"round": round_.number}
    with telling(request, told):
        lifecycle.publish(
            actor=request.actor,
            round_=round_,
            version=_version(request, round_),
            now_ms=now_ms(),
            starts_ms=now_ms() + minutes * MINUTE_MS,
        )
    return _back(round_)


@right("publish", thing=round_at)
@require_POST
def undo_publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is a draft again.") % {"round": request.thing.number}
    with telling(request, told):
        lifecycle.undo_publish(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _back(request.thing)


@right("close_round", thing=round_at)
@require_POST
def close(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Round %(round)s is closed.") % {"round": request.thing.number}):
        lifecycle.close(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _back(request.thing)


@right("close_round", thing=round_at)
@require_POST
def reopen(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Round %(round)s is open again.") % {"round": request.thing.number}):
        lifecycle.reopen(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _back(request.thing)


@right("undo_round", thing=round_at)
@require_POST
def undo(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is undone. A backup of how it was is kept.") % {"round": request.thing.number}
    with telling(request, told):
        lifecycle.undo(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _back(request.thing)


@right("close_round", thing=stage_at)
@require_POST
def finish_stage(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    with telling(request, _("The stage is finished.")):
        lifecycle.finish_stage(actor=request.actor, stage=request.thing)
    return _back(request.thing)


@right("enter_results", thing=stage_at)
@require_POST
def play_ladder(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    """Two who are there play now, or tell what they played."""
    stage = request.thing
    first, second = (
        stage.tournament.entrants.filter(pk=whole_number(request, name)).first()
        for name in ("first", "second")
    )
    told = request.POST.get("outcome", "")
    if first is None or second is None:
        messages.error(request, _("Choose two entrants."))
        return _back(stage)
    with telling(request, _("Noted.")):
        ladder.play(
            actor=request.actor,
            stage=stage,
            first=first,
            second=second,
            outcome=Outcome(told) if told in RESULTS else None,
            now_ms=now_ms(),
        )
    return _back(stage)


@right("publish", thing=round_at)
@require_POST
def call(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    minutes = whole_number(request, "minutes", default=MINUTES_TO_THE_START)
    with telling(request, _("Everybody is called to the boards.")):
        pausing.call_to_boards(
            actor=request.actor, round_=request.thing, starts_ms=now_ms() + minutes * MINUTE_MS
        )
    return _back(request.thing)


@right("publish", thing=round_at)
@require_POST
def set_end(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """A common end of the round by the hall's clock; left empty, the estimate is shown again."""
    with telling(request):
        settings_change.set_end(
            actor=request.actor, round_=request.thing, ends_ms=clock_time_ms(request, "ends_at")
        )
    return _back(request.thing)


@right("pair", thing=round_at)
@require_POST
def set_control(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Games of this round that are opened from now on have this clock.")):
        settings_change.change_round_control(
            actor=request.actor, round_=request.thing, control=request.POST.get("control", "").strip()
        )
    return _back(request.thing)


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
        messages.error(request, f"{names}: {wording.sentence(swept.refused[game.code])}")


def _version(request: HttpRequest, round_: Round) -> int:
    """What the person saw. Without it nothing can match: better to look again than to do it blindly."""
    return whole_number(request, "version", default=-1)
