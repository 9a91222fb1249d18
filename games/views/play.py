"""The page of a player's own device: one seat at the bottom, the rest from the server (static/js/play/)."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games import extension
from games.access import links
from games.access.permissions import PageRequest, public, seats_of
from games.access.roles import Role
from games.access.views import landing_page
from games.models import Game
from games.quick_games import services as quick_games
from games.referee import Input, Keeper
from games.rules import Seat
from games.snapshot import read_only_page
from games.views.faces import arrange_faces, faces_of
from games.views.seating import title


@public
@never_cache
@read_only_page
def play(request: PageRequest, code: str) -> HttpResponse:
    """Show a player's own device; send a device without a seat to the game."""
    game = get_object_or_404(Game, code=code)
    mine = seats_of(request.actor, game, Seat.of(game.seats))
    if game.voided and mine:
        messages.info(request, _("This game was called off."))
        return redirect(_own_page(request, game) or "home")
    if not mine:
        return redirect("game", code)
    if game.keeper == Keeper.TABLE:
        messages.info(request, _("This game is played on the tablet at the table."))
        return redirect("game", code)
    quick = game.casual and not game.topic
    opened_here = bool(quick_games.seat_links(request, game)) and quick_games.is_waiting(game)
    page = {
        "game": game,
        "title": title(game),
        "config": {"code": code, "seats": mine, "quick": quick},
        "quick": quick,
        "share": links.share_card(request, game),
        "opened_here": opened_here,
        "series": extension.installed.series(game),
        "own_page": "" if quick else _own_page(request, game),
        "only_clocks": game.input == Input.PRESSES,
        **arrange_faces(faces_of(game, game.state_now()), Seat(mine[0])),
    }
    return render(request, "games/play.html", page)


def _own_page(request: PageRequest, game: Game) -> str:
    """Return the page that the player came from; "" for a device with only the seat of one game."""
    held = (link for link in links.links_of_device(request) if link.role == Role.PLAYER)
    ways = (link for link in held if game.topic and link.topic == game.topic)
    return next((landing_page(link) for link in ways if not link.scope.startswith("game:")), "")
