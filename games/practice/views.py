"""Pages with the engine: practice, lessons, puzzles, and the analysis of a finished game.

The engine runs on the reader's device (static/js/engine/), and nothing of it is recorded. Every page here is
closed to a device on which a game of a tournament is being played.
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
from games.access.seeing import visible_game
from games.models import Game
from games.practice import puzzles as puzzle_source
from games.protocol.downward import state_message
from games.quick_games.services import game_under_way
from games.referee import Input, Status
from games.replays import ReplayFrame, frames_of
from games.snapshot import read_only_page
from games.timekeeping import stamp_ms
from games.views.seating import SEATS, title, verdict

# Clocks of a practice game; "-" is none.
CONTROLS = ("-", "3+2", "5+0", "10+5")
# The default players with four: a person, and computers of this level.
FOUR_PLAYERS = {"N": "3", "E": "3", "S": "", "W": "3"}
# Files for the review of the last game: cached with this page, for use without Wi-Fi.
REVIEW_PARTS = ("js/pages/analysis.js",)

Rest = ParamSpec("Rest")
EnginePage = Callable[Concatenate[PageRequest, Rest], HttpResponse]


def engine_page(page: EnginePage[Rest]) -> EnginePage[Rest]:
    """Open a page with the engine to all but devices that play in a tournament: fair play."""

    @public
    @never_cache
    @read_only_page
    @wraps(page)
    def guarded(request: PageRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        playing = game_under_way(request.actor)
        if playing is not None:
            return render(request, "games/engine_shut.html", {"playing": playing}, status=403)
        return page(request, *args, **kwargs)

    return guarded


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
def last_practice_game(request: PageRequest) -> HttpResponse:
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
        "candidates": [puzzle.to_json() for puzzle in puzzle_source.find_puzzles()],
        "day": day.to_json() if day else None,
        "game": reverse("game", args=["CODE"]),
    }
    return render(request, "learn/puzzles.html", {"config": config})


@engine_page
def analysis(request: PageRequest, code: str) -> HttpResponse:
    game = visible_game(request.actor, code)
    if not may_be_analysed(game):
        return redirect("game", code)
    winner, reason = verdict(game, game.state_now().outcome)
    config = {**engine_config(), **analysed_game(game, frames_of(game))}
    page = {"title": title(game), "winner": winner, "reason": reason, "game": game, "config": config}
    return render(request, "games/analysis.html", page)


def may_be_analysed(game: Game) -> bool:
    """Tell whether the game is over and its moves are known. A running game is never analysed."""
    return game.status == Status.OVER and game.input == Input.MOVES


def analysed_game(game: Game, frames: list[ReplayFrame]) -> dict[str, Any]:
    """Return what the page's script needs to know of a game."""
    facts = state_message(game, now_ms=stamp_ms())["game"]
    steps = [{key: frame.to_json()[key] for key in ("seat", "move", "position")} for frame in frames]
    return {"game": facts, "steps": steps}
