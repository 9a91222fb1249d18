"""A player's own page, opened by the player's link: where to sit, the results, and what the player may do."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.access.permissions import PageRequestOn, right
from games.faults import Fault
from games.numbers import whole_number
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    EntrantStatus,
    Match,
    Report,
    Stage,
    outcome_words,
)
from tournament.scores import Outcome, RoundResult
from tournament.services.entries import attendance
from tournament.services.results import entering
from tournament.services.stages import stages
from tournament.services.stages.stage_record import StageRecord
from tournament.views.desk.desk_page import report_outcome
from tournament.views.desk.lookups import entrant_at
from tournament.views.public import pairings
from tournament.views.public.entrants import card
from tournament.views.public.page import frame, show
from tournament.views.public.pairings import PairingLine


class NotByOneself(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "desk-only": "In this event the desk does that for you. Please ask there.",
        "no-stage": "There are no rounds yet.",
        "not-a-round": "Say which round you mean.",
        "not-a-report": "Say how the game ended.",
    }


# A reported outcome, as its reader sees it.
REPORTED_WORDS: dict[Outcome, Promise] = {
    Outcome.FIRST_WINS: _("you won"),
    Outcome.DRAW: _("a draw"),
    Outcome.SECOND_WINS: _("you lost"),
}


@dataclass(frozen=True, slots=True)
class UpcomingRound:
    """A round that a player may still announce something for; `announced` names what `kind` was announced."""

    number: int
    kind: str
    announced: str
    half_bye: bool
    absent: bool


@never_cache
@right("own_entry", thing=entrant_at)
@read_only_page
def player(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    entrant: Entrant = request.thing
    page = frame(request, entrant.tournament, "player")
    record: StageRecord | None = page["record"]
    page |= card(record, entrant)
    current = _current(record, entrant)
    page |= {
        "current": current,
        "coming": _coming(page["stage"], record, entrant),
        "own_devices": entrant.tournament.live and entrant.tournament.keeper == "server",
    }
    if current and not current.match.is_bye:
        page |= _reports(current.match, entrant) | _sides(current, entrant)
    return show(request, "player/player.html", page)


def _current(record: StageRecord | None, entrant: Entrant) -> PairingLine | None:
    """Return the newest published match or bye; drafts stay hidden."""
    if record is None:
        return None
    for each in reversed(record.drawn):
        own = [m for m in record.matches_by_round.get(each.number, ()) if entrant.pk in m.entrant_ids]
        if own:
            return pairings.lines_of(record, own)[0]
    return None


def _sides(current: PairingLine, entrant: Entrant) -> dict[str, Any]:
    """Return the match as the entrant sees it, the entrant's own side first."""
    own, other = current.sides
    if own.entrant.pk != entrant.pk:
        own, other = other, own
    outcome = Outcome(current.match.outcome) if current.match.outcome else None
    seen = outcome if outcome is None or current.match.first_id == entrant.pk else outcome.swapped
    return {"own": own, "other": other, "own_result": REPORTED_WORDS.get(seen, "") if seen else ""}


def _reports(match: Match, entrant: Entrant) -> dict[str, Any]:
    """Return what both sides reported, in words seen from the entrant."""
    told = {report.entrant_id: Outcome(report.outcome) for report in match.reports.all()}
    seen = {pk: each if match.first_id == entrant.pk else each.swapped for pk, each in told.items()}
    mine = seen.pop(entrant.pk, None)
    theirs = next(iter(seen.values()), None)
    return {
        "reported": REPORTED_WORDS[mine] if mine else "",
        "reported_by_other": REPORTED_WORDS[theirs] if theirs else "",
        "conflict": bool(mine and theirs and mine != theirs),
    }


def _coming(stage: Stage | None, record: StageRecord | None, entrant: Entrant) -> list[UpcomingRound]:
    if stage is None or not entrant.is_in or not stage.format_rules.takes_absences:
        return []
    known = dict(Absence.objects.filter(entrant=entrant, stage=stage).values_list("number", "kind"))
    begun = len(record.drawn) if record else 0
    last = stage.planned_rounds or begun + 1
    tournament, format_rules = entrant.tournament, stage.format_rules
    asked = sum(kind == AbsenceKind.HALF_BYE for kind in known.values())

    def may_have_half(number: int) -> bool:
        within = asked < tournament.half_byes and (number < last or tournament.half_bye_in_last_round)
        return RoundResult.HALF_BYE in format_rules.announced and (
            within or not format_rules.limits_half_byes
        )

    return [
        UpcomingRound(
            number,
            known.get(number, ""),
            outcome_words(known[number], format_rules) if number in known else "",
            may_have_half(number),
            RoundResult.ABSENT in format_rules.announced,
        )
        for number in range(begun + 1, last + 1)
    ]


# ---- what one may do

_MOST_ROUNDS = 99  # where the stage does not say how many there will be

# The message once it is done.
DONE_MESSAGES: dict[str, Promise] = {
    "check-in": _("You are checked in."),
    "absent": _("Noted: you will not be paired in that round."),
    "half-bye": _("Noted: half a point for that round."),
    "back-in-round": _("Noted: you play in that round."),
    "withdraw": _("You have withdrawn. If you change your mind, come back any time."),
    "come-back": _("Welcome back: you are paired from the next round on."),
}
ROUND_ACTIONS: dict[str, Callable[..., None]] = {
    "absent": partial(attendance.announce_absence, kind=AbsenceKind.ABSENT),
    "half-bye": partial(attendance.announce_absence, kind=AbsenceKind.HALF_BYE),
    "back-in-round": attendance.cancel_absence,
}


@never_cache
@right("own_attendance", thing=entrant_at)
@require_POST
def attend(request: PageRequestOn[Entrant], entrant_id: int, deed: str) -> HttpResponse:
    """Check in, announce an absence, withdraw or come back, as the desk would do it."""
    entrant: Entrant = request.thing
    if deed not in DONE_MESSAGES:
        raise Http404
    stage = stages.current(entrant.tournament)
    pays_by_format = deed == "half-bye" and stage and not stage.format_rules.limits_half_byes
    with report_outcome(request, str(DONE_MESSAGES["absent" if pays_by_format else deed])):
        _attend(request, entrant, stage, deed)
    return redirect("player", entrant.pk)


def _attend(request: PageRequestOn[Entrant], entrant: Entrant, stage: Stage | None, deed: str) -> None:
    expelled = deed == "come-back" and entrant.status == EntrantStatus.EXPELLED
    if expelled or not entrant.tournament.self_service:
        raise NotByOneself("desk-only")
    if deed == "check-in":
        attendance.check_in(actor=request.actor, entrant=entrant, present=True)
    elif deed == "withdraw":
        attendance.withdraw(actor=request.actor, entrant=entrant)
    elif deed == "come-back":
        attendance.come_back(actor=request.actor, entrant=entrant)
    elif stage is None:
        raise NotByOneself("no-stage")
    else:
        number = whole_number(request.POST.get("round", ""))
        if not number or number > (stage.planned_rounds or _MOST_ROUNDS):
            raise NotByOneself("not-a-round")
        ROUND_ACTIONS[deed](actor=request.actor, entrant=entrant, stage=stage, number=number)


# The reports a player may send, seen from the player; the match stores them seen from the first-named.
REPORTS: dict[str, Outcome] = {
    "won": Outcome.FIRST_WINS,
    "drew": Outcome.DRAW,
    "lost": Outcome.SECOND_WINS,
}


@never_cache
@right("report_result", thing=entrant_at)
@require_POST
def report(request: PageRequestOn[Entrant], entrant_id: int) -> HttpResponse:
    """Report the result of the match: it counts once both sides agree, otherwise the arbiter decides."""
    entrant: Entrant = request.thing
    with report_outcome(request):
        match = _report(request, entrant)
        if match.outcome:
            messages.success(request, _("Both of you say the same: the result stands."))
        elif Report.objects.filter(match=match).values("outcome").distinct().count() > 1:
            messages.warning(
                request, _("The two of you say different things. The arbiter has been told and will decide.")
            )
        else:
            messages.success(request, _("Noted. The result stands once the other side says the same."))
    return redirect("player", entrant.pk)


def _report(request: PageRequestOn[Entrant], entrant: Entrant) -> Match:
    if not entrant.tournament.self_service:
        raise NotByOneself("desk-only")
    own = Match.objects.published().of(entrant)
    match = get_object_or_404(own.with_names(), pk=whole_number(request.POST.get("match", "")) or 0)
    outcome = REPORTS.get(request.POST.get("result", ""))
    if outcome is None:
        raise NotByOneself("not-a-report")
    seen = outcome if match.first_id == entrant.pk else outcome.swapped
    return entering.report(actor=request.actor, match=match, entrant=entrant, outcome=seen, now_ms=now_ms())
