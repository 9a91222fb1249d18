"""Messages from the desk: to one board, or to everything that shows the event."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import services
from games.access.permissions import PageRequestOn, right
from games.access.views.accounts import next_page
from tournament.models import MatchGame, Tournament
from tournament.views.desk.board_tools import back_to_board, live_game
from tournament.views.desk.desk_page import telling
from tournament.views.desk.lookups import game_at, tournament_at
from tournament.views.desk.posted import posted_number

# How long a message stays where nobody waves it away: to be chosen from.
MINUTES = (2, 5, 15)
DEFAULT_MINUTES = 5


@right("send_notice", thing=game_at)
@require_POST
def to_board(request: PageRequestOn[MatchGame], match_game_id: int) -> HttpResponse:
    game = live_game(request.thing)
    with telling(request, _("The board sees your message.")):
        services.send_notice(
            request.POST.get("text", ""),
            topic=game.topic,
            game=game,
            actor=request.actor,
            minutes=_minutes(request),
        )
    return back_to_board(request.thing)


@right("send_notice", thing=tournament_at)
@require_POST
def to_all(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    with telling(request, _("Screens, tablets and phones show your message.")):
        services.send_notice(
            request.POST.get("text", ""),
            topic=request.thing.scope,
            actor=request.actor,
            minutes=_minutes(request),
        )
    return redirect(next_page(request, reverse("desk-event", args=[pk])))


def _minutes(request: PageRequestOn[MatchGame] | PageRequestOn[Tournament]) -> int:
    chosen = posted_number(request, "minutes", default=DEFAULT_MINUTES)
    return chosen if chosen in MINUTES else DEFAULT_MINUTES
