"""The screens of the hall, steered one by one or all at once, and messages from the desk."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.access.links import address_for_others
from games.access.permissions import PageRequestOn, right
from games.qr import qr_code
from games.services.notices import notices_to_all, send_notice
from games.snapshot import read_only_page
from games.timekeeping import now_ms
from tournament.models import MatchGame, Shows, Tournament
from tournament.services.tables import screens as services
from tournament.services.tables.screens import ScreenWish
from tournament.views.desk.board_tools import live_game
from tournament.views.desk.desk_page import desk_page, on_press, posted_number
from tournament.views.desk.lookups import game_at, tournament_at

# The choices of how long a message stays if no user closes it.
MINUTES = (2, 5, 15)
DEFAULT_MINUTES = 5


@right("steer_screens", thing=tournament_at)
@read_only_page
def screens(request: PageRequestOn[Tournament], pk: int) -> HttpResponse:
    tournament, now = request.thing, now_ms()
    address = address_for_others(request, reverse("screens"))
    found = list(services.screens_of_desk(tournament))
    return desk_page(
        request,
        "desk/screens.html",
        tournament,
        screens=[(each, services.is_on(each, now)) for each in found],
        contents=Shows.choices,
        address=address,
        qr=qr_code(address),
        notices=notices_to_all(tournament.scope, now),
    )


@on_press("steer_screens", tournament_at, "desk-screens")
def add(request: PageRequestOn[Tournament]) -> str:
    services.add_screen(actor=request.actor, tournament=request.thing, name=request.POST.get("name", ""))
    return _("The screen is there. Open it on the device itself.")


@on_press("steer_screens", tournament_at, "desk-screens")
def steer(request: PageRequestOn[Tournament]) -> str:
    """Change what one screen shows, or without a number all of them."""
    chosen = services.screens_of_desk(request.thing)
    if number := posted_number(request, "screen"):
        chosen = chosen.filter(pk=number)
    wish = ScreenWish(
        shows=request.POST.get("shows", ""),
        first_letter=request.POST.get("first_letter", ""),
        last_letter=request.POST.get("last_letter", ""),
        text=request.POST.get("text", ""),
    )
    count = services.steer(actor=request.actor, tournament=request.thing, screens=chosen, wish=wish)
    words = ngettext("%(number)d screen changes.", "%(number)d screens change.", count)
    return words % {"number": count}


@on_press("steer_screens", tournament_at, "desk-screens")
def drop(request: PageRequestOn[Tournament]) -> str:
    screen = services.screens_of_desk(request.thing).filter(pk=posted_number(request, "screen")).first()
    if screen is None:
        raise Http404
    services.drop_screen(actor=request.actor, screen=screen)
    return _("The screen is removed.")


def _minutes(request: HttpRequest) -> int:
    chosen = posted_number(request, "minutes", default=DEFAULT_MINUTES)
    return chosen if chosen in MINUTES else DEFAULT_MINUTES


@on_press("send_notice", game_at, "desk-board")
def send_to_board(request: PageRequestOn[MatchGame]) -> str:
    game = live_game(request.thing)
    send_notice(
        request.POST.get("text", ""),
        topic=game.topic,
        game=game,
        actor=request.actor,
        minutes=_minutes(request),
    )
    return _("The board sees your message.")


@on_press("send_notice", tournament_at, "desk-tournament")
def send_to_all(request: PageRequestOn[Tournament]) -> str:
    send_notice(
        request.POST.get("text", ""),
        topic=request.thing.scope,
        actor=request.actor,
        minutes=_minutes(request),
    )
    return _("Screens, tablets and phones show your message.")
