"""The steps of a round: draft, adjust by hand, publish, call to the boards, close, undo; ladder games."""

import datetime
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
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
from tournament.services.rounds import auto_rounds, lifecycle
from tournament.services.setup import settings_change
from tournament.views.desk.desk_page import on_press, posted_number, report_outcome
from tournament.views.desk.lookups import match_at, round_at, stage_at
from tournament.views.desk.overview import MINUTES_TO_THE_START


def _seen_version(request: HttpRequest) -> int:
    """Read which version the user saw. Without it none matches, so the change is refused."""
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
    """Pair the round. If no legal pairing exists, offer the one that breaks the fewest rules."""
    with report_outcome(request):
        try:
            pair_round()
        except NoLegalPairing as fault:
            messages.error(request, wording.sentence(fault))
            return redirect(f"{reverse('desk-tournament', args=[stage.tournament_id])}?stuck=1")
    return redirect("desk-tournament", stage.tournament_id)


@on_press("pair", round_at, "desk-tournament", "stage.tournament_id")
def swap(request: PageRequestOn[Round]) -> str | None:
    """Swap two entrants of the draft, or move one to another group."""
    typed = map(whole_number, request.POST.getlist("entrant"))
    chosen = [each for each in typed if each is not None]
    if group := request.POST.get("group"):
        return _move_to_group(request, chosen, group)
    if len(chosen) != 2:
        messages.error(request, _("Choose exactly two to swap."))
        return None
    drafts.swap(
        actor=request.actor,
        round_=request.thing,
        version=_seen_version(request),
        one=chosen[0],
        other=chosen[1],
    )
    return _("They have changed places.")


def _move_to_group(request: PageRequestOn[Round], chosen: list[int], group: str) -> str | None:
    if len(chosen) != 1:
        messages.error(request, _("Choose exactly one to move."))
        return None
    drafts.move_to_group(
        actor=request.actor,
        round_=request.thing,
        version=_seen_version(request),
        entrant=chosen[0],
        group=group,
    )
    return _("Now in group {group}.").format(group=group)


@on_press("pair", round_at, "desk-tournament", "stage.tournament_id")
def turn_round(request: PageRequestOn[Round]) -> None:
    drafts.turn_round(
        actor=request.actor,
        round_=request.thing,
        version=_seen_version(request),
        board=posted_number(request, "board"),
    )


@on_press("pair", match_at, "desk-tournament", "round.stage.tournament_id")
def lock(request: PageRequestOn[Match]) -> None:
    drafts.lock(actor=request.actor, match=request.thing, locked=request.POST.get("locked") == "yes")


@on_press("pair", round_at, "desk-tournament", "stage.tournament_id")
def discard(request: PageRequestOn[Round]) -> str:
    drafts.discard(actor=request.actor, round_=request.thing, version=_seen_version(request))
    return _("The draft is thrown away.")


@on_press("publish", round_at, "desk-tournament", "stage.tournament_id")
def publish(request: PageRequestOn[Round]) -> str:
    done = _("Round %(round)s is published. Its games are on the tables.") % {"round": request.thing.number}
    lifecycle.publish(
        actor=request.actor,
        round_=request.thing,
        version=_seen_version(request),
        now_ms=now_ms(),
        starts_ms=_start_ms(request),
    )
    return done


@on_press("publish", round_at, "desk-tournament", "stage.tournament_id")
def undo_publish(request: PageRequestOn[Round]) -> str:
    held = _held_words(request.thing)
    lifecycle.undo_publish(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _("Round %(round)s is a draft again.") % {"round": request.thing.number} + held


@on_press("close_round", round_at, "desk-tournament", "stage.tournament_id")
def close(request: PageRequestOn[Round]) -> str:
    lifecycle.close(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _("Round %(round)s is closed.") % {"round": request.thing.number}


@on_press("close_round", round_at, "desk-tournament", "stage.tournament_id")
def reopen(request: PageRequestOn[Round]) -> str:
    lifecycle.reopen(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return _("Round %(round)s is open again.") % {"round": request.thing.number}


@on_press("undo_round", round_at, "desk-tournament", "stage.tournament_id")
def undo(request: PageRequestOn[Round]) -> str:
    done = _("Round %(round)s is undone. A backup of how it was is kept.") % {"round": request.thing.number}
    done += _held_words(request.thing)
    lifecycle.undo(actor=request.actor, round_=request.thing, now_ms=now_ms())
    return done


def _held_words(round_: Round) -> str:
    """Return the warning that undoing a step ends the automatic rounds, if they are active."""
    if not auto_rounds.is_active(round_.stage):
        return ""
    return " " + _("What follows waits for you now; in the settings of the stage it goes on by itself again.")


@on_press("close_round", stage_at, "desk-tournament", "tournament_id")
def finish_stage(request: PageRequestOn[Stage]) -> str:
    lifecycle.finish_stage(actor=request.actor, stage=request.thing)
    return _("The stage is finished.")


@on_press("enter_results", stage_at, "desk-tournament", "tournament_id")
def play_ladder(request: PageRequestOn[Stage]) -> str | None:
    """Start a game of two entrants, or record one they have played."""
    stage = request.thing
    first, second = (
        stage.tournament.entrants.filter(pk=posted_number(request, name)).first()
        for name in ("first", "second")
    )
    typed = request.POST.get("outcome", "")
    if first is None or second is None:
        messages.error(request, _("Choose two entrants."))
        return None
    ladder.play(
        actor=request.actor,
        stage=stage,
        first=first,
        second=second,
        outcome=Outcome(typed) if typed in RESULTS else None,
        now_ms=now_ms(),
        number=posted_number(request, "number") or None,
    )
    return _("Noted.")


@on_press("publish", round_at, "desk-tournament", "stage.tournament_id")
def call(request: PageRequestOn[Round]) -> str:
    lifecycle.call_to_boards(actor=request.actor, round_=request.thing, starts_ms=_start_ms(request))
    return _("Everybody is called to the boards.")


@on_press("publish", round_at, "desk-tournament", "stage.tournament_id")
def set_end(request: PageRequestOn[Round]) -> None:
    """Set a common end of the round, `18:30` of today by the hall's clock; if empty, show the estimate."""
    try:
        time = parse_time(request.POST.get("ends_at", "").strip())
    except ValueError:
        time = None
    zone = timezone.get_current_timezone()
    end = datetime.datetime.combine(timezone.localdate(), time, zone) if time else None
    settings_change.set_end(
        actor=request.actor,
        round_=request.thing,
        ends_ms=round(end.timestamp()) * 1000 if end else None,
    )


@on_press("pair", round_at, "desk-tournament", "stage.tournament_id")
def set_control(request: PageRequestOn[Round]) -> str:
    settings_change.change_round_control(
        actor=request.actor, round_=request.thing, control=request.POST.get("control", "").strip()
    )
    return _("Games of this round that are opened from now on have this clock.")
