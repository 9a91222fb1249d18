"""The board has no preferred direction: turned or mirrored, the same moves do the same things."""

import pytest
from hypothesis import given, settings

from games.rules import Ending, Play, find_lines_made
from tests.rules.strategies import games, positions
from tests.rules.symmetries import SYMMETRIES


def test_there_are_eight_and_four_of_them_turn():
    assert len(set(SYMMETRIES)) == 8
    assert sum(symmetry.is_rotation for symmetry in SYMMETRIES) == 4


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=str)
@settings(max_examples=25)
@given(position=positions())
def test_moves_and_lines_commute_with_every_symmetry(symmetry, position):
    turned = symmetry.position(position)
    assert {symmetry.move(move) for move in position.moves()} == set(turned.moves())
    for move in position.moves():
        after, turned_after = position.play(move), turned.play(symmetry.move(move))
        assert symmetry.position(after).cubes == turned_after.cubes
        # A mirror reverses the order of play of four: only then the next seat is another one.
        if symmetry.is_rotation or position.seats == 2:
            assert symmetry.position(after) == turned_after
        made, turned_made = find_lines_made(position, after), find_lines_made(turned, turned_after)
        assert symmetry.lines(made.own) == {frozenset(line) for line in turned_made.own}
        assert symmetry.lines(made.opponent) == {frozenset(line) for line in turned_made.opponent}


@settings(max_examples=40)
@given(game=games())
def test_whole_games_and_their_outcomes_commute_with_turning(game):
    states, words = game
    for symmetry in SYMMETRIES:
        if not symmetry.is_rotation and states[0].position.seats == 4:
            continue
        turned = Play.begin(symmetry.position(states[0].position), states[0].rules)
        for word in words:
            turned = turned.after_pass() if word is None else turned.move(symmetry.move(word))
        here, there = states[-1].outcome, turned.outcome
        assert (here and here.ending) == (there and there.ending)
        if here and here.winner:
            mover = symmetry.seat(states[-1].mover)
            won = here.ending is Ending.LINE
            assert there.winner == (mover.side if won else mover.side.opponent)
