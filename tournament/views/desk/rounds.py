"""The steps of a drafted round: publish, call to the boards, close, undo; and the games of a ladder."""

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequestOn, right
from games.timekeeping import MINUTE_MS, now_ms
from tournament.models import RESULTS, Round, Stage
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.events import settings_change
from tournament.services.rounds import going_on, lifecycle, pausing
from tournament.views.desk.desk_page import telling
from tournament.views.desk.lookups import round_at, stage_at
from tournament.views.desk.overview_page import MINUTES_TO_THE_START, back_to_overview
from tournament.views.desk.posted import clock_time_ms, posted_number, seen_version


@right("publish", thing=round_at)
@require_POST
def publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    round_ = request.thing
    minutes = posted_number(request, "minutes", default=MINUTES_TO_THE_START)
    told = _("Round %(round)s is published. Its games are on the tables.") % {"round": round_.number}
    with telling(request, told):
        lifecycle.publish(
            actor=request.actor,
            round_=round_,
            version=seen_version(request),
            now_ms=now_ms(),
            starts_ms=now_ms() + minutes * MINUTE_MS,
        )
    return back_to_overview(round_)


@right("publish", thing=round_at)
@require_POST
def undo_publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is a draft again.") % {"round": request.thing.number}
    with telling(request, told + _held_words(request.thing)):
        lifecycle.undo_publish(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return back_to_overview(request.thing)


@right("close_round", thing=round_at)
@require_POST
def close(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Round %(round)s is closed.") % {"round": request.thing.number}):
        lifecycle.close(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return back_to_overview(request.thing)


@right("close_round", thing=round_at)
@require_POST
def reopen(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Round %(round)s is open again.") % {"round": request.thing.number}):
        lifecycle.reopen(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return back_to_overview(request.thing)


@right("undo_round", thing=round_at)
@require_POST
def undo(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is undone. A backup of how it was is kept.") % {"round": request.thing.number}
    with telling(request, told + _held_words(request.thing)):
        lifecycle.undo(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return back_to_overview(request.thing)


def _held_words(round_: Round) -> str:
    """Added where whoever takes a step back ends what went on by itself."""
    if not going_on.goes_on_now(round_.stage):
        return ""
    return " " + _("What follows waits for you now; in the settings of the stage it goes on by itself again.")


@right("close_round", thing=stage_at)
@require_POST
def finish_stage(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    with telling(request, _("The stage is finished.")):
        lifecycle.finish_stage(actor=request.actor, stage=request.thing)
    return back_to_overview(request.thing)


@right("enter_results", thing=stage_at)
@require_POST
def play_ladder(request: PageRequestOn[Stage], stage_id: int) -> HttpResponse:
    """Two who are there play now, or tell what they played."""
    stage = request.thing
    first, second = (
        stage.tournament.entrants.filter(pk=posted_number(request, name)).first()
        for name in ("first", "second")
    )
    told = request.POST.get("outcome", "")
    if first is None or second is None:
        messages.error(request, _("Choose two entrants."))
        return back_to_overview(stage)
    with telling(request, _("Noted.")):
        ladder.play(
            actor=request.actor,
            stage=stage,
            first=first,
            second=second,
            outcome=Outcome(told) if told in RESULTS else None,
            now_ms=now_ms(),
            number=posted_number(request, "number") or None,
        )
    return back_to_overview(stage)


@right("publish", thing=round_at)
@require_POST
def call(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    minutes = posted_number(request, "minutes", default=MINUTES_TO_THE_START)
    with telling(request, _("Everybody is called to the boards.")):
        pausing.call_to_boards(
            actor=request.actor, round_=request.thing, starts_ms=now_ms() + minutes * MINUTE_MS
        )
    return back_to_overview(request.thing)


@right("publish", thing=round_at)
@require_POST
def set_end(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """A common end of the round by the hall's clock; left empty, the estimate is shown again."""
    with telling(request):
        settings_change.set_end(
            actor=request.actor, round_=request.thing, ends_ms=clock_time_ms(request, "ends_at")
        )
    return back_to_overview(request.thing)


@right("pair", thing=round_at)
@require_POST
def set_control(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Games of this round that are opened from now on have this clock.")):
        settings_change.change_round_control(
            actor=request.actor, round_=request.thing, control=request.POST.get("control", "").strip()
        )
    return back_to_overview(request.thing)
