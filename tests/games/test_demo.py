"""Bots for demonstrations play whole legal games, and the same ones from the same seed."""

from games import demo
from games.models import Game
from games.referee import Status
from tests.games.conftest import BEGIN_MS


def played(seed):
    for game in demo.open_demo_games(seed, now_ms=BEGIN_MS):
        at_ms = BEGIN_MS
        while demo.bot_move(game, seed, now_ms=at_ms) and game.ply < 60:
            at_ms += 1_000
        yield [event.data.get("move") for event in game.events.all()]


def test_the_same_seed_plays_the_same_games(db):
    first, again, other = list(played(1)), list(played(1)), list(played(2))
    assert first == again
    assert first != other


def test_games_under_way_are_what_a_newcomer_finds(db):
    games = demo.open_demo_games(now_ms=BEGIN_MS)
    assert [game.ply for game in games] == [plies for _names, _control, plies in demo.TABLES]
    assert {game.status for game in games} == {Status.RUNNING, Status.WAITING}
    assert Game.objects.filter(seats=4).count() == 1


def test_bots_play_in_real_time_until_every_game_is_over(opened):
    live = opened("m30")
    clock = [BEGIN_MS]

    def sleep(seconds):
        clock[0] += int(seconds * 1000)

    demo.play_on(7, [live.game], now=lambda: clock[0], sleep=sleep)
    assert live.state.status is Status.OVER
    assert live.game.ply > 4
    assert clock[0] - BEGIN_MS >= live.game.ply * demo.THINKS_MS[0]


def test_bots_leave_a_paused_game_alone(opened):
    from games.referee import requests as r

    live = opened().start()
    live.granted(r.Pause("player"))
    assert demo.bot_move(live.game, now_ms=live.now_ms) is False
