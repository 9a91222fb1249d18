"""`{% live_games %}`: the games that are being played right now, for the start page."""

from django import template

from games.models import Game
from games.referee import Status
from games.views.seating import title

register = template.Library()
MOST = 6


@register.inclusion_tag("games/_live_games.html")
def live_games() -> dict[str, object]:
    """The newest; a position is shown where the moves are kept."""
    playing = Game.objects.live().filter(status__in=[Status.RUNNING, Status.PAUSED]).order_by("-started_ms")
    shown = [(game, title(game), game.stands().position) for game in playing[:MOST]]
    return {"games": shown}
