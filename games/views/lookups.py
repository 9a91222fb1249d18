"""The game that an address names."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from games.models import Game


def game_at(code: str) -> Game:
    """A game that was called off is nobody's business any more."""
    game = get_object_or_404(Game, code=code)
    if game.voided:
        raise Http404
    return game
