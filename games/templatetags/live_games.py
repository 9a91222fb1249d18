"""`{% live_games %}`: the games that are being played right now, for the start page."""

from itertools import islice
from typing import Any

from django import template
from django.urls import reverse

from games.audit_log.names import place_words
from games.live.presence import attended
from games.models import Game
from games.own_games import own_games
from games.referee import UNDER_WAY, Keeper
from games.rules import Side
from games.views.seating import side_names, title

register = template.Library()
MOST = 6


@register.inclusion_tag("games/_live_games.html", takes_context=True)
def live_games(context: dict[str, Any]) -> dict[str, object]:
    """The newest; a position is shown where the moves are kept. Their walls show the others.

    What this device plays itself comes first, as the way back to it.
    """
    playing = Game.objects.live().filter(status__in=UNDER_WAY).order_by("-started_ms")
    games = list(islice(attended(playing), MOST))
    request = context.get("request")
    own = own_games(request.actor)[:MOST] if request else []
    return {
        "own": [(game, title(game), _way_back(game)) for game in own],
        "games": [
            (game, title(game), [side_names(game, side) for side in Side], game.state_now().position)
            for game in games
        ],
        "walls": [_wall(topic) for topic in dict.fromkeys(game.topic for game in games)],
    }


def _way_back(game: Game) -> str:
    return reverse("table" if game.keeper == Keeper.TABLE else "play", args=[game.code])


def _wall(topic: str) -> tuple[str, str]:
    if not topic:
        return reverse("wall"), ""
    return reverse("wall-topic", args=[topic]), place_words(topic)
