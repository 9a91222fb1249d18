"""The list of the tournaments that the user works at."""

from django.http import HttpResponse
from django.shortcuts import render

from games import wording
from games.access.permissions import CLUB, PageRequest, may, right
from games.quick_games import services as quick_games
from games.snapshot import read_only_page
from games.views.seating import title
from tournament.models import Tournament, TournamentStatus
from tournament.services.rounds import next_steps

QUICK_GAMES_SHOWN = 40


@right("own_account")
@read_only_page
def mine(request: PageRequest) -> HttpResponse:
    """List the tournaments whose desk this user may see, with their next steps; the archive on request."""
    archive = "archive" in request.GET
    found = (
        Tournament.objects.filter(status=TournamentStatus.ARCHIVED)
        if archive
        else Tournament.objects.current()
    )
    found = found.without_evenings().order_by("-starts_on", "-id")
    shown = []
    for each in found:
        if may(request.actor, "see_desk", each):
            step = None if archive else next_steps.first(each)
            words = wording.translate(step.template, step.params) if step else ""
            shown.append((each, words, each.stages.order_by("number")))
    # Games of guests on the wall of the club, for users who may call them off.
    sees_quick_games = not archive and may(request.actor, "call_off_quick_games", CLUB)
    live = quick_games.live_games()[:QUICK_GAMES_SHOWN] if sees_quick_games else ()
    page = {
        "shown": shown,
        "archive": archive,
        "may_set_up": may(request.actor, "set_up_tournament", CLUB),
        "quick_games": [(game, title(game)) for game in live],
    }
    return render(request, "desk/tournaments.html", page)
