"""Whole random games in every rule set, for two and for four; and logs that are not valid."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.referee import Status, dump_event, load_event, replay_while_valid
from games.referee import requests as r
from games.rules import Seat
from tests.referee.table import Table

RULE_SETS = ["", "announce=required", "repetition=2", "repetition=0 move_limit=30", "game_limit=arbiter"]


def play_on(game, seed, plies=600):
    """Play random legal moves until the game is over; where a line must be called, it usually is."""
    chance = random.Random(seed)
    while game.state.outcome is None and game.state.ply < plies:
        game.move(str(chance.choice(game.state.position.moves())), after_ms=chance.randrange(50))
        if game.state.outcome is None and game.state.play.uncalled and chance.random() < 0.7:
            game.ask(r.CallLine(game.state.play.mover, game.state.ply))
    return game


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("first", ["X", "O", "N", "W"])
def test_a_complete_game_in_each_rule_set(table, rules, first):
    game = play_on(table("10+5 g20", rules, first).start(), seed=f"{rules}{first}")
    assert game.state.status is Status.OVER
    assert game.state.outcome.ending in {"line", "opponent-line", "repetition", "move-limit"}


@given(st.integers(), st.sampled_from("XNESW"), st.sampled_from(RULE_SETS))
def test_the_time_that_was_given_is_what_was_spent_and_what_is_left(seed, first, rules):
    game = play_on(Table("10+5", rules, first).start(), seed, plies=60)
    for seat in game.agreement.table:
        moves = sum(getattr(event, "move", None) is not None and event.seat is seat for event in game.log)
        account = game.state.clock.account(seat)
        assert account.main_ms + account.spent_ms == 600_000 + moves * 5_000


def test_a_changed_log_is_found_out_where_it_was_changed():
    game = play_on(Table("10").start(), seed=3)
    log = game.log[:]
    log[4] = replace(log[4], clock=log[4].clock.adjust(log[4].at_ms, "X", add_ms=1_000).clock)
    state, broken = replay_while_valid(game.agreement, log)
    assert (state.seq, broken.seq, broken.code) == (4, 5, "differs")


def test_a_log_with_a_move_by_the_wrong_seat_breaks_there():
    game = Table("10").start()
    game.moves("c1E a1N")
    log = [game.log[0], replace(game.log[1], seat=Seat.O), game.log[2]]
    assert replay_while_valid(game.agreement, log)[1].code == "not-your-turn"


def test_a_log_in_which_time_runs_back_is_not_right():
    game = Table("10").start()
    game.move("c1E")
    log = [game.log[0], replace(game.log[1], at_ms=0)]
    assert replay_while_valid(game.agreement, log)[1].code == "time-runs-back"


@pytest.mark.parametrize("changed", [{"v": 99}, {"v": None}, {"kind": "teleported"}])
def test_an_event_of_an_unknown_version_or_kind_is_not_read(changed):
    game = Table()
    game.start()
    stored = dump_event(game.log[0])
    assert load_event(stored) == game.log[0]
    with pytest.raises(ValueError, match="is not known"):
        load_event(stored | changed)
