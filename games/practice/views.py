"""Pages with the engine: practice, lessons, puzzles, and the analysis of a finished game.

The engine runs on the reader's device (static/js/engine/), and nothing of it is recorded. Every page here is
shut for a device on which a game of a tournament is being played.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequest, public
from games.access.seeing import seen_game
from games.models import Game
from games.practice import puzzles as puzzle_source
from games.protocol.downward import state_message
from games.quick_games.services import game_under_way
from games.referee import Input, Status
from games.replays import ReplayFrame, frames_of
from games.snapshot import read_only_page
from games.timekeeping import stamp_ms
from games.views.seating import SEATS, title, verdict

# What the clock of a game for practice can be; "-" keeps none.
CONTROLS = ("-", "3+2", "5+0", "10+5")
# Who plays with four unless somebody chooses otherwise: a person, and computers of this level.
FOUR_PLAYERS = {"N": "3", "E": "3", "S": "", "W": "3"}
# What the look at the last game needs beside this page: kept with it, for where there is no Wi-Fi.
REVIEW_PARTS = ("js/pages/analysis.js", "css/analysis.css")

Rest = ParamSpec("Rest")
EnginePage = Callable[Concatenate[PageRequest, Rest], HttpResponse]


def engine_page(page: EnginePage[Rest]) -> EnginePage[Rest]:
    """Open a page with the engine to everybody, except on a device that plays in a tournament: fair play."""

    @public
    @never_cache
    @read_only_page
    @wraps(page)
    def fair(request: PageRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        playing = game_under_way(request.actor)
        if playing is not None:
            return render(request, "games/engine_shut.html", {"playing": playing}, status=403)
        return page(request, *args, **kwargs)

    return fair


def engine_config() -> dict[str, str]:
    """Return what a page needs to ask the engine."""
    return {"worker": static("js/workers/engine.js")}


@engine_page
def practice(request: PageRequest) -> HttpResponse:
    four = [(seat, SEATS[seat], level) for seat, level in FOUR_PLAYERS.items()]
    config = {**engine_config(), "kept": [reverse("practised"), *map(static, REVIEW_PARTS)]}
    page = {"config": config, "controls": CONTROLS, "four": four}
    return render(request, "games/practice.html", page)


@engine_page
def practised(request: PageRequest) -> HttpResponse:
    """Show the last game of practice, which only the browser knows."""
    return render(request, "games/analysis.html", {"config": engine_config()})


@engine_page
def lessons(request: PageRequest) -> HttpResponse:
    return render(request, "learn/lessons.html", {"config": engine_config()})


@engine_page
def puzzles(request: PageRequest) -> HttpResponse:
    """Show puzzles from the games played here; `?day` begins with the puzzle of the day."""
    day = puzzle_source.puzzle_of_the_day(timezone.localdate()) if "day" in request.GET else None
    config: dict[str, Any] = {
        **engine_config(),
        "candidates": [puzzle.to_json() for puzzle in puzzle_source.candidates()],
        "day": day.to_json() if day else None,
        "game": reverse("game", args=["CODE"]),
    }
    return render(request, "learn/puzzles.html", {"config": config})


@engine_page
def analysis(request: PageRequest, code: str) -> HttpResponse:
    game = seen_game(request.actor, code)
    if not may_be_analysed(game):
        return redirect("game", code)
    winner, reason = verdict(game, game.state_now().outcome)
    config = {**engine_config(), **analysed_game(game, frames_of(game))}
    page = {"title": title(game), "winner": winner, "reason": reason, "game": game, "config": config}
    return render(request, "games/analysis.html", page)


def may_be_analysed(game: Game) -> bool:
    """Whether the game is over and its moves are known. A running game is judged for no one."""
    return game.status == Status.OVER and game.input == Input.MOVES


def analysed_game(game: Game, frames: list[ReplayFrame]) -> dict[str, Any]:
    """Return what the page's script needs to know of a game."""
    facts = state_message(game, now_ms=stamp_ms())["game"]
    steps = [{key: frame.to_json()[key] for key in ("seat", "move", "position")} for frame in frames]
    return {"game": facts, "steps": steps}
