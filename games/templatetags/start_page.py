"""Parts of the start page: live games, the puzzle of the day, and a quick game with one press."""

from itertools import islice
from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone

from games.audit_log.names import place_words
from games.live.presence import attended_games
from games.models import Game
from games.practice.puzzles import puzzle_of_the_day
from games.quick_games.forms import CHOICES, SESSION_CHOICE, quick_start_form
from games.quick_games.services import own_games
from games.referee import UNDER_WAY, Keeper
from games.rules import Position, Side
from games.views.seating import side_names, title

register = template.Library()
MOST = 6


@register.inclusion_tag("games/_live_games.html", takes_context=True)
def live_games(context: dict[str, Any]) -> dict[str, object]:
    """Show the newest games, with the position where the moves are recorded. Their walls show the others.

    The games of this device come first, as the way back to them.
    """
    playing = Game.objects.live().filter(status__in=UNDER_WAY).order_by("-started_ms")
    games = list(islice(attended_games(playing), MOST))
    request = context.get("request")
    own = own_games(request.actor)[:MOST] if request else []
    pages = {game: "table" if game.keeper == Keeper.TABLE else "play" for game in own}
    return {
        "own": [(game, title(game), reverse(page, args=[game.code])) for game, page in pages.items()],
        "games": [
            (game, title(game), [side_names(game, side) for side in Side], game.state_now().position)
            for game in games
        ],
        "walls": [
            (reverse("wall-topic", args=[topic]), place_words(topic)) if topic else (reverse("wall"), "")
            for topic in dict.fromkeys(game.topic for game in games)
        ],
    }


@register.inclusion_tag("learn/_puzzle_of_the_day.html", name="puzzle_of_the_day")
def todays_puzzle() -> dict[str, object]:
    """Show a position from one of the club's games, to be won."""
    puzzle = puzzle_of_the_day(timezone.localdate())
    return {"puzzle": puzzle, "side": Position.parse(puzzle.position).seat.side if puzzle else ""}


@register.inclusion_tag("games/_quick_start.html", takes_context=True)
def quick_start(context: dict[str, Any], size: str = "") -> dict[str, Any]:
    """Show a button that opens a quick game on this device with what was chosen on it last.

    Its fields are what the button says, so that it opens exactly that, even after another choice meanwhile.
    """
    form = quick_start_form(context["request"].session.get(SESSION_CHOICE, {}))
    fields = [(name, form.cleaned_data[name]) for name in CHOICES if form.cleaned_data[name]]
    token = context.get("csrf_token")
    return {"summary": form.summary, "fields": fields, "size": size, "csrf_token": token}
