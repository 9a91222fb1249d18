"""Pages of a quick game: choose it, seat phones by codes, play it again, move it to another device."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import wording
from games.access import links
from games.access.permissions import PageRequest, PageRequestOn, public, right, seats_of
from games.access.seeing import game_at, visible_game
from games.accounts.views.accounts import next_page
from games.clock import TimeControl
from games.faults import Fault
from games.models import Game
from games.quick_games import services as quick_games
from games.quick_games.forms import (
    CLOCKS,
    CUBES,
    LONGEST_CONTROL,
    OWN,
    RULES,
    SESSION_CHOICE,
    QuickGameForm,
    clock_choice,
)
from games.referee import Keeper
from games.referee import requests as r
from games.rules import Seat
from games.services.recording import record
from games.snapshot import read_only_page
from games.timekeeping import stamp_ms
from games.views.fragments import render_either
from games.views.seating import SeatedPlayer, seated_players


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def quick_game(request: PageRequest) -> HttpResponse:
    form = QuickGameForm(request.POST or None, initial=_last_choice(request))
    if request.POST and form.is_valid():
        on_tablet = request.POST.get("where") != "phones"
        with wording.fault_beside(form, None):
            game = quick_games.open_quick_game(request, form.options(on_tablet=on_tablet))
            request.session[SESSION_CHOICE] = request.session.get(SESSION_CHOICE, {}) | form.lasting_choice()
            return redirect("table" if on_tablet else "lobby", game.code)
    choices = {"clock_choices": CLOCKS, "own": OWN, "cube_choices": CUBES, "rule_choices": RULES}
    page = {"form": form, **choices}
    return render(request, "games/quick.html", page, status=422 if form.errors else 200)


def _last_choice(request: PageRequest) -> dict[str, Any]:
    """Return what this browser chose last, with names; `?again=` names a game to repeat."""
    remembered: dict[str, Any] = request.session.get(SESSION_CHOICE, {})
    game = Game.objects.filter(code=request.GET.get("again", ""), topic="", casual=True).first()
    if game is None:
        return remembered
    names = [game.players.get(seat.value, {}).get("name", "") for seat in Seat.of(game.seats)]
    return remembered | {
        "seats": game.seats,
        **{f"name_{number}": name for number, name in enumerate(names, 1)},
        **clock_choice(game.control),
        "cubes": next(each.key for each in CUBES if each.text == game.input),
    }


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """A seat in the lobby, with its code to scan while it is free."""

    player: SeatedPlayer
    card: links.LinkCard
    is_taken: bool
    is_mine: bool


@public
@never_cache
@read_only_page
def lobby(request: PageRequest, code: str) -> HttpResponse:
    """Show the codes of the seats to the browser that opened the game; others are sent to the game."""
    game = visible_game(request.actor, code)
    made = quick_games.seat_links(request, game)
    if not made or not quick_games.is_waiting(game):
        quick_games.forget_links(request, game)
        return redirect("play", game.code)
    held = {link.pk for link in links.links_of_device(request)}
    lobby_seats = [
        LobbySeat(
            player=each,
            card=made[each.seat].card(request),
            is_taken=made[each.seat].link.used_ms is not None,
            is_mine=made[each.seat].link.pk in held,
        )
        for each in seated_players(game)
        if each.seat in made
    ]
    page = {
        "game": game,
        "lobby_seats": lobby_seats,
        "full": all(each.is_taken for each in lobby_seats),
        "playing": any(each.is_mine for each in lobby_seats),
    }
    return render_either(request, page="games/lobby.html", fragment="games/_lobby.html", context=page)


@public
@require_POST
def sit(request: PageRequest, code: str, seat: str) -> HttpResponse:
    """Play this seat on this very device."""
    game = visible_game(request.actor, code)
    made = quick_games.seat_links(request, game).get(seat)
    if made is None:
        return redirect("game", code)
    links.open_on_device(request, made.link)
    return redirect("lobby", code)


@right("call_off_quick_games")
@require_POST
def call_off(request: PageRequest, code: str) -> HttpResponse:
    """Call a guest's game off for staff of the club: its names are shown on the club's wall."""
    if quick_games.call_off(request.actor, get_object_or_404(Game, code=code, topic="", casual=True)):
        messages.success(request, _("The game is called off, and off the wall."))
    return redirect(next_page(request, "home"))


@public
@require_POST
def start(request: PageRequest, code: str) -> HttpResponse:
    """Start the game for the browser that opened it; players start it on their own pages."""
    game = visible_game(request.actor, code)
    if not quick_games.seat_links(request, game):
        return redirect("game", code)
    answer = record(game_id=game.pk, request=r.Start(), actor=request.actor, stamp_ms=stamp_ms())
    if answer.refused is not None:
        messages.error(request, wording.sentence(answer.refused))
    quick_games.forget_links(request, game)
    return redirect("play", code)


@right("move", thing=game_at)
@require_POST
def rematch(request: PageRequestOn[Game], code: str) -> HttpResponse:
    """Ask for another game. Once all players have, this device goes there; a tablet gets the address."""
    game, mine = request.thing, _own_seats(request)
    on_table = game.keeper == Keeper.TABLE
    try:
        following = quick_games.request_rematch(game.pk, mine, actor=request.actor)
    except Fault as fault:
        if on_table:
            return JsonResponse({"error": wording.sentence(fault)}, status=409)
        messages.error(request, wording.sentence(fault))
        return redirect("play", code)
    if following is None:
        return redirect("play", code)
    if not seats_of(request.actor, following, Seat.of(following.seats)):
        quick_games.take_seats(request, following, [""] if on_table else map(quick_games.next_seat, mine))
    if on_table:
        return JsonResponse({"address": reverse("table", args=[following.code])})
    return redirect("play", following.code)


@right("move", thing=game_at)
@never_cache
@require_POST
def move_code(request: PageRequestOn[Game], code: str) -> HttpResponse:
    """Make a code by which another device takes over what this one plays. No other page shows it."""
    return JsonResponse(quick_games.new_move_code(request, request.thing, _own_seats(request)))


def _own_seats(request: PageRequestOn[Game]) -> tuple[str, ...]:
    """Return the seats of this device in a quick game. The desk seats and pairs games of a tournament."""
    if request.thing.topic:
        raise Http404
    return seats_of(request.actor, request.thing, Seat.of(request.thing.seats))


@public
@never_cache
@require_safe
def clock_words(request: PageRequest) -> JsonResponse:
    """Explain `?control=10+5`: its one text form, its name and its meaning, or why there is no such clock."""
    try:
        control = TimeControl.parse(request.GET.get("control", "")[:LONGEST_CONTROL])
    except Fault as fault:
        return JsonResponse({"error": wording.sentence(fault)})
    return JsonResponse({"text": str(control), "name": control.name(_), "words": control.describe(_)})
