"""Draws by the moves alone (docs/rules.md#draws): repetition and the move limit."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import Ending, Play, Position, RuleSet
from tests.rules.boards import board, outcome, play
from tests.rules.strategies import games

# Each side has a cube to push to and fro: after four moves everything is as it was.
CORNERS = board("O.... ..... ..... ..... X....", "X")
ROUND = "a1E a5E e1W e5W "


@pytest.mark.parametrize(
    ("rules", "moves", "expected"),
    [
        ("", ROUND * 2, "draw repetition"),
        ("", ROUND + "a1E a5E e1W", "None"),
        ("repetition=2", ROUND, "draw repetition"),
        ("repetition=2", "a1E a5E e1W", "None"),
        ("repetition=5", ROUND * 4, "draw repetition"),
        ("repetition=5", ROUND * 3, "None"),
        ("repetition=0", ROUND * 5, "None"),
        ("move_limit=5", ROUND + "a1E", "draw move-limit"),
        ("move_limit=5", ROUND, "None"),
        ("move_limit=8", ROUND * 2, "draw repetition"),
        ("repetition=0 move_limit=8", ROUND * 2, "draw move-limit"),
    ],
)
def test_the_same_position_so_often_or_so_many_quiet_moves_are_a_draw(rules, moves, expected):
    assert outcome(CORNERS, moves, rules) == expected


def test_a_blank_cube_taken_starts_all_counts_again():
    game = play(CORNERS, ROUND + "a1E a5E e1W", "move_limit=9")
    assert (game.quiet, len(game.seen)) == (7, 8)
    game = play(CORNERS, ROUND + "a1E a5E c1W", "move_limit=9")
    assert (game.ply, game.quiet, len(game.seen)) == (7, 0, 1)


def test_the_same_cubes_with_another_seat_to_move_are_another_position():
    assert CORNERS.key != Position(CORNERS.cubes, CORNERS.seat.next).key


def test_the_same_cubes_with_other_dots_are_another_position():
    start = board("E.... W.... ..... S.... N....", "N")
    to_and_fro = "a1E.N a5E.E a2E.S a4E.W e1W.N e5W.E e2W.S e4W.W "
    assert outcome(start, to_and_fro * 2) == "draw repetition"
    other_dots = "a1E.S a5E.E a2E.S a4E.W"
    assert outcome(start, to_and_fro + other_dots) == "None"
    assert play(start, other_dots).position.key != play(start, "a1E.N a5E.E a2E.S a4E.W").position.key


def test_a_set_position_counts_from_there():
    assert Play.begin(CORNERS).seen == (str(CORNERS),)
    assert Play.begin(CORNERS, RuleSet(repetition=0)).seen == ()


def test_a_position_whose_seat_is_stuck_is_not_counted_but_the_one_after_the_pass_is():
    stuck = Position.parse("NWSWN/W...S/S...W/W...S/SWNWS E")
    game = Play.begin(stuck)
    assert game.must_pass
    assert game.seen == ()
    settled = game.after_passes()
    assert settled.seen == ("NWSWN/W...S/S...W/W...S/SWNWS S",)
    assert settled.ply == settled.quiet == 0


def times_seen(states):
    """Count how often the last position has occurred in the whole game."""
    texts = [str(state.position) for state in states]
    return texts.count(texts[-1])


@given(st.lists(st.integers(0, 40), max_size=40))
def test_forgetting_what_cannot_recur_changes_nothing(choices):
    """With cubes going to and fro, counting since the last blank is counting from the start."""
    states = [Play.begin(CORNERS)]
    for choice in choices:
        position = states[-1].position
        own = [move for move in position.moves() if position.cube(move.cell) and move.edge in "EW"]
        moves = position.moves() if choice == 40 or not own else own
        states.append(states[-1].move(moves[choice % len(moves)]))
        ending = states[-1].outcome and states[-1].outcome.ending
        if ending not in (Ending.LINE, Ending.OPPONENT_LINE):
            assert (ending is Ending.REPETITION) == (times_seen(states) >= 3)
        if ending:
            break


@settings(max_examples=60)
@given(games())
def test_quiet_counts_the_moves_since_blanks_became_fewer(game):
    states, words = game
    quiet = 0
    for before, after, word in zip(states, states[1:], words, strict=False):
        if word is not None:
            quiet = 0 if after.position.blanks < before.position.blanks else quiet + 1
        assert after.quiet == quiet
        limit = after.rules.move_limit
        if limit and quiet >= limit:
            assert after.is_over
