"""The steps of a round: draft it, adjust it by hand, publish, call to the boards, close, undo; ladders."""

import datetime
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import wording
from games.access.permissions import PageRequest, PageRequestOn, right
from games.numbers import whole_number
from games.timekeeping import MINUTE_MS, now_ms
from tournament.formats.pairing import NoLegalPairing
from tournament.models import RESULTS, Match, Round, Stage
from tournament.scores import Outcome
from tournament.services.club import ladder
from tournament.services.pairing import drafts
from tournament.services.rounds import going_on, lifecycle
from tournament.services.setup import settings_change
from tournament.views.desk.desk_page import posted_number, telling
from tournament.views.desk.lookups import match_at, round_at, stage_at
from tournament.views.desk.overview import MINUTES_TO_THE_START


def _back(thing: Stage | Round) -> HttpResponseRedirect:
    stage = thing if isinstance(thing, Stage) else thing.stage
    return redirect("desk-event", stage.tournament_id)


def _seen_version(request: HttpRequest) -> int:
    """Read which version the person saw. Without it none matches: better look again than act blindly."""
    return posted_number(request, "version", default=-1)


def _start_ms(request: HttpRequest) -> int:
    """Read in how many minutes the round starts, as an instant."""
    return now_ms() + posted_number(request, "minutes", default=MINUTES_TO_THE_START) * MINUTE_MS


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
            actor=request.actor, round_=round_, version=_seen_version(request), breaking_rules=harm
        ),
    )


def _pair(request: PageRequest, stage: Stage, pair_round: Callable[[], object]) -> HttpResponse:
    """Pair the round. Where no legal pairing exists, offer the one that breaks the fewest rules."""
    with telling(request):
        try:
            pair_round()
        except NoLegalPairing as fault:
            messages.error(request, wording.sentence(fault))
            return redirect(f"{_back(stage).url}?stuck=1")
    return _back(stage)


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
        return _back(request.thing)
    with telling(request, _("They have changed places.")):
        drafts.swap(
            actor=request.actor,
            round_=request.thing,
            version=_seen_version(request),
            one=chosen[0],
            other=chosen[1],
        )
    return _back(request.thing)


def _move_to_group(request: PageRequestOn[Round], chosen: list[int], group: str) -> HttpResponse:
    if len(chosen) != 1:
        messages.error(request, _("Choose exactly one to move."))
        return _back(request.thing)
    with telling(request, _("Now in group {group}.").format(group=group)):
        drafts.move_to_group(
            actor=request.actor,
            round_=request.thing,
            version=_seen_version(request),
            entrant=chosen[0],
            group=group,
        )
    return _back(request.thing)


@right("pair", thing=round_at)
@require_POST
def turn_round(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request):
        drafts.turn_round(
            actor=request.actor,
            round_=request.thing,
            version=_seen_version(request),
            board=posted_number(request, "board"),
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
        drafts.discard(actor=request.actor, round_=request.thing, version=_seen_version(request))
    return _back(request.thing)


@right("publish", thing=round_at)
@require_POST
def publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is published. Its games are on the tables.") % {"round": request.thing.number}
    with telling(request, told):
        lifecycle.publish(
            actor=request.actor,
            round_=request.thing,
            version=_seen_version(request),
            now_ms=now_ms(),
            starts_ms=_start_ms(request),
        )
    return _back(request.thing)


@right("publish", thing=round_at)
@require_POST
def undo_publish(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    told = _("Round %(round)s is a draft again.") % {"round": request.thing.number}
    with telling(request, told + _held_words(request.thing)):
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
    with telling(request, told + _held_words(request.thing)):
        lifecycle.undo(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _back(request.thing)


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
    return _back(request.thing)


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
        return _back(stage)
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
    return _back(stage)


@right("publish", thing=round_at)
@require_POST
def call(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    with telling(request, _("Everybody is called to the boards.")):
        lifecycle.call_to_boards(actor=request.actor, round_=request.thing, starts_ms=_start_ms(request))
    return _back(request.thing)


@right("publish", thing=round_at)
@require_POST
def set_end(request: PageRequestOn[Round], round_id: int) -> HttpResponse:
    """Set a common end of the round, `18:30` of today by the hall's clock; left empty, show the estimate."""
    try:
        time = parse_time(request.POST.get("ends_at", "").strip())
    except ValueError:
        time = None
    zone = timezone.get_current_timezone()
    end = datetime.datetime.combine(timezone.localdate(), time, zone) if time else None
    with telling(request):
        settings_change.set_end(
            actor=request.actor,
            round_=request.thing,
            ends_ms=round(end.timestamp()) * 1000 if end else None,
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
