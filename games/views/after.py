"""What follows a quick game, and how it gets to another device: a rematch, a code to move it."""

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games import quick_games, rematches, wording
from games.access.permissions import PageRequestOn, right, seats_of
from games.access.scopes import game_at
from games.faults import Fault
from games.models import Game
from games.referee import Keeper
from games.rules import Seat


def _own_seats(request: PageRequestOn[Game]) -> tuple[str, ...]:
    """Of a quick game; the desk gives out the tables and seats of an event, and pairs its games."""
    game = request.thing
    if game.topic:
        raise Http404
    return seats_of(request.actor, game, Seat.of(game.seats))


@right("move", thing=game_at)
@require_POST
def rematch(request: PageRequestOn[Game], code: str) -> HttpResponse:
    """Wish for another game; once everybody has, this device goes there. A tablet is told the address."""
    game, mine = request.thing, _own_seats(request)
    on_table = game.keeper == Keeper.TABLE
    try:
        following = rematches.wish_rematch(game.pk, mine, actor=request.actor)
    except Fault as fault:
        if on_table:
            return JsonResponse({"error": wording.sentence(fault)}, status=409)
        messages.error(request, wording.sentence(fault))
        return redirect("play", code)
    if following is None:
        return redirect("play", code)
    if not seats_of(request.actor, following, Seat.of(following.seats)):
        quick_games.sit_down(request, following, [""] if on_table else map(rematches.next_seat, mine))
    if on_table:
        return JsonResponse({"address": reverse("table", args=[following.code])})
    return redirect("play", following.code)


@right("move", thing=game_at)
@never_cache
@require_POST
def move_code(request: PageRequestOn[Game], code: str) -> HttpResponse:
    """A code by which another device plays on what this one plays. Nobody else is ever shown it."""
    card = quick_games.new_move_card(request, request.thing, _own_seats(request))
    return JsonResponse({"code": card.code, "qr": card.qr, "typed_at": card.code_address})
