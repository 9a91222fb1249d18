"""A partner to practise with. The page itself plays the game (static/js/practice/): nothing is recorded."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.access.permissions import PageRequest, public
from games.own_games import game_under_way
from games.snapshot import read_only_page
from games.views.seating import SEATS

# What the clock of a game for practice can be; "-" keeps none.
CONTROLS = ("-", "3+2", "5+0", "10+5")
# Who plays with four unless somebody chooses otherwise: a person, and computers of this level.
FOUR_PLAYERS = {"N": "3", "E": "3", "S": "", "W": "3"}
# What the look at the last game needs beside this page: kept with it, for where there is no Wi-Fi.
REVIEW_PARTS = ("js/pages/analysis.js", "css/analysis.css")

Rest = ParamSpec("Rest")
EnginePage = Callable[Concatenate[PageRequest, Rest], HttpResponse]


def engine_config() -> dict[str, str]:
    """What a page needs to ask the engine."""
    return {"worker": static("js/workers/engine.js")}


def shut_while_playing(page: EnginePage[Rest]) -> EnginePage[Rest]:
    """Fair play: whoever plays in an event is not helped by the engine until that game is over."""

    @wraps(page)
    def fair(request: PageRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        playing = game_under_way(request.actor)
        if playing is not None:
            return render(request, "games/engine_shut.html", {"playing": playing}, status=403)
        return page(request, *args, **kwargs)

    return fair


@public
@never_cache
@read_only_page
@shut_while_playing
def practice(request: PageRequest) -> HttpResponse:
    four = [(seat, SEATS[seat], level) for seat, level in FOUR_PLAYERS.items()]
    config = {**engine_config(), "kept": [reverse("practised"), *map(static, REVIEW_PARTS)]}
    page = {"config": config, "controls": CONTROLS, "four": four}
    return render(request, "games/practice.html", page)
