"""Bots for demonstrations play whole legal games, and the same ones from the same seed."""

import pytest

from games.referee import Status
from games.referee import requests as r
from tests.games.conftest import opened
from tournament.demo import playing

__all__ = ["opened"]


def played(live, seed):
    """Play a game to its end, and return all its moves."""
    game = live.game
    while playing.bot_move(game, seed, now_ms=live.now_ms):
        live.now_ms += playing.think_ms(game, seed)
    return [event.data.get("move") for event in game.events.all()]


@pytest.mark.parametrize("first", ["X", "N"])
def test_the_same_seed_plays_the_same_game_to_its_end(opened, first):
    lives = [opened("60", first=first) for _ in range(3)]
    one, again, other = (played(live, seed) for live, seed in zip(lives, (1, 1, 2), strict=True))
    assert one == again
    assert one != other
    assert {live.state.status for live in lives} == {Status.OVER}


def test_bots_only_press_where_only_the_clocks_are_kept(opened):
    live = opened("5", input="presses").start()
    assert playing.bot_move(live.game, now_ms=live.now_ms + 1_000)
    assert live.kinds == "started pressed"


def test_bots_leave_a_paused_game_alone(opened):
    live = opened().start()
    live.granted(r.Pause("player"))
    assert playing.bot_move(live.game, now_ms=live.now_ms) is False
