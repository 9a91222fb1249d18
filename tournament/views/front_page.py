"""The club's start page: today, what comes next, who won last; for staff what waits."""

from datetime import date
from typing import Any

from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from games import wording
from games.access.permissions import Actor, PageRequest, may, public
from games.snapshot import read_only_page
from tournament.models import Entrant, Evening, Tournament, TournamentStatus
from tournament.services import standings
from tournament.services.club import evening_days
from tournament.services.rounds import next_steps
from tournament.services.rounds.next_steps import Next
from tournament.views.public.page_cache import within_allowance

MOST_COMING, MOST_LAST, MOST_AT_THE_DESK = 4, 3, 4
PODIUM = 3


@public
@within_allowance
@read_only_page
def home(request: PageRequest) -> HttpResponse:
    steps = waiting_at_the_desk(request.actor) if request.actor.user_id else []
    shown = what_is_shown(timezone.localdate())
    front = shown | {"is_empty": not any(shown.values())}
    desk = [(event, wording.counted(step.template, step.params)) for event, step in steps]
    return render(request, "pages/home.html", {"front": front, "desk": desk})


def what_is_shown(today: date) -> dict[str, Any]:
    """Find what everybody may see. Evenings are shown as evenings, not as the ladders that store them."""
    entered = Count("entrants", filter=Q(entrants__in=Entrant.objects.taking_part()))
    shown = (
        Tournament.objects.public()
        .without_evenings()
        .select_related("picture")
        .defer("picture__data")
        .annotate(entered=entered)
    )
    running = shown.filter(status=TournamentStatus.RUNNING)
    waiting = shown.filter(status=TournamentStatus.SETUP)
    over = (TournamentStatus.FINISHED, TournamentStatus.ARCHIVED)
    finished = shown.filter(status__in=over).order_by("-ends_on", "-starts_on", "-id")
    return {
        "tonight": [*running, *waiting.filter(starts_on=today)],
        "evenings": list(Evening.objects.public().open()),
        "next_evening": evening_days.next_evening(today),
        "coming": list(waiting.filter(starts_on__gt=today).order_by("starts_on", "id")[:MOST_COMING]),
        "last": [{"tournament": each, "podium": _podium(each)} for each in finished[:MOST_LAST]],
    }


def _podium(tournament: Tournament) -> list[tuple[int, Entrant]]:
    rows = standings.final(tournament).rows
    return [(row.rank, row.entrant) for row in rows if row.rank and row.rank <= PODIUM]


def waiting_at_the_desk(actor: Actor) -> list[tuple[Tournament, Next]]:
    """Events that are not over and whose desk this person works at, each with its next step."""
    going = (
        Tournament.objects.without_evenings()
        .filter(status__in=(TournamentStatus.RUNNING, TournamentStatus.SETUP))
        .order_by("-status", "-starts_on", "-id")
    )
    own = [each for each in going if may(actor, "see_desk", each)][:MOST_AT_THE_DESK]
    return [(each, next_steps.first(each)) for each in own]
