"""A finished game, judged by the engine on the reader's device. While a game runs there is nothing here."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequest, public
from games.access.scopes import game_at
from games.messages import state_message
from games.models import Game
from games.referee import Input, Status
from games.replays import ReplayFrame, frames_of
from games.snapshot import read_only_page
from games.timekeeping import stamp_ms
from games.views.practice import engine_config, shut_while_playing
from games.views.seating import title, verdict


def may_be_analysed(game: Game) -> bool:
    """Over, and kept move by move: nobody, spectators neither, is told how a running game stands."""
    return game.status == Status.OVER and game.input == Input.MOVES


@public
@never_cache
@read_only_page
@shut_while_playing
def analysis(request: PageRequest, code: str) -> HttpResponse:
    game = game_at(code)
    if not may_be_analysed(game):
        return redirect("game", code)
    winner, reason = verdict(game, game.state_now().outcome)
    config = {**engine_config(), **analysed_game(game, frames_of(game))}
    page = {"title": title(game), "winner": winner, "reason": reason, "game": game, "config": config}
    return render(request, "games/analysis.html", page)


@public
@never_cache
@read_only_page
@shut_while_playing
def practised(request: PageRequest) -> HttpResponse:
    """The last game of practice, which only the browser knows."""
    return render(request, "games/analysis.html", {"config": engine_config()})


def analysed_game(game: Game, frames: list[ReplayFrame]) -> dict[str, Any]:
    """What the page's script wants to know of a game."""
    facts = state_message(game, now_ms=stamp_ms())["game"]
    steps = [{key: frame.to_json()[key] for key in ("seat", "move", "position")} for frame in frames]
    return {"game": facts, "steps": steps}
