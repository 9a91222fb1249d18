"""The events one has a desk in."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from games import quick_games, wording
from games.access.permissions import CLUB, PageRequest, may, right
from games.models import Game
from games.snapshot import read_only_page
from games.views.seating import title
from tournament.models import Tournament, TournamentStatus
from tournament.services.rounds import next_steps

QUICK_GAMES_SHOWN = 40


@right("own_account")
@never_cache
@read_only_page
def mine(request: PageRequest) -> HttpResponse:
    """Those whose desk this person may see, with what is waiting there; the archive only when asked for."""
    archive = "archive" in request.GET
    found = (
        Tournament.objects.filter(status=TournamentStatus.ARCHIVED)
        if archive
        else Tournament.objects.current()
    )
    found = found.without_evenings().order_by("-starts_on", "-id")
    own = [each for each in found if may(request.actor, "see_desk", each)]
    shown = [
        (each, "" if archive else _next_step_words(each), each.stages.order_by("number")) for each in own
    ]
    page = {
        "shown": shown,
        "archive": archive,
        "may_set_up": may(request.actor, "set_up_tournament", CLUB),
        "quick_games": _quick_games(request) if not archive else [],
    }
    return render(request, "desk/tournaments.html", page)


def _quick_games(request: PageRequest) -> list[tuple[Game, str]]:
    """What guests play on the wall of the club, for those who may take it off."""
    if not may(request.actor, "call_off_quick_games", CLUB):
        return []
    return [(game, title(game)) for game in quick_games.live()[:QUICK_GAMES_SHOWN]]


def _next_step_words(tournament: Tournament) -> str:
    step = next_steps.first(tournament)
    return wording.counted(step.template, step.params)
