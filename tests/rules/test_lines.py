"""Lines: own ones win, the opponent's lose, and only those that a move makes count (docs/rules.md#lines)."""

import pytest
from hypothesis import given

from games.rules import LINES, Ending, Move, Outcome, Play, Position, Side, find_lines_made, lines_of
from tests.rules.boards import board, outcome, play
from tests.rules.strategies import positions


def text(lines):
    return [" ".join(line) for line in lines]


def test_there_are_twelve_lines_of_five():
    assert len(LINES) == len(set(LINES)) == 12
    assert all(len(line) == 5 for line in LINES)
    assert text(LINES[-2:]) == ["a1 b2 c3 d4 e5", "e1 d2 c3 b4 a5"]


@pytest.mark.parametrize(
    ("ranks", "move", "line"),
    [
        ("..... ..... ..... ..... XXXX.", "e3S", "a1 b1 c1 d1 e1"),
        ("..... ..... ..... ..... XXXX.", "e1W", "a1 b1 c1 d1 e1"),
        ("..... X.... X.... X.... X....", "c5W", "a1 a2 a3 a4 a5"),
        ("..... ...X. ..X.. .X... X....", "d5E", "a1 b2 c3 d4 e5"),
        ("X.... .X... ..X.. ...X. .....", "c1E", "e1 d2 c3 b4 a5"),
    ],
)
def test_an_own_line_wins(ranks, move, line):
    game = play(board(ranks, "X"), move)
    assert str(game.outcome) == "X line"
    assert text(game.outcome.lines) == [line]


@pytest.mark.parametrize(
    ("ranks", "move", "line"),
    [
        ("..... ..... ..... .OOOO O....", "a5S", "a2 b2 c2 d2 e2"),
        ("O.... O.... O.... O.... .O...", "a1E", "a1 a2 a3 a4 a5"),
        ("....O ...O. ..O.. .O... .O...", "a1E", "a1 b2 c3 d4 e5"),
        ("O.... .O... ..O.. ...O. ...O.", "e1W", "e1 d2 c3 b4 a5"),
    ],
)
def test_a_line_of_the_opponent_loses(ranks, move, line):
    game = play(board(ranks, "X"), move)
    assert str(game.outcome) == "O opponent-line"
    assert text(game.outcome.lines) == [line]


@pytest.mark.parametrize(
    ("ranks", "move", "own", "opponents"),
    [
        ("XO... XO... XO... XO... O....", "e1W", "a1 a2 a3 a4 a5", "b1 b2 b3 b4 b5"),
        ("..... ..... ..... .OOOO OXXXX", "a5S", "a1 b1 c1 d1 e1", "a2 b2 c2 d2 e2"),
        ("...OX ...OX ...OX ...OX ....O", "a1E", "e1 e2 e3 e4 e5", "d1 d2 d3 d4 d5"),
        ("OXXXX .OOOO ..... ..... .....", "a1N", "a5 b5 c5 d5 e5", "a4 b4 c4 d4 e4"),
    ],
)
def test_a_line_of_the_opponent_loses_even_beside_an_own_one(ranks, move, own, opponents):
    start = board(ranks, "X")
    made = find_lines_made(start, start.play(Move.parse(move)))
    assert (text(made.own), text(made.opponent)) == ([own], [opponents])
    assert outcome(start, move) == "O opponent-line"
    assert outcome(start, f"{move}!", "announce=required") == "O opponent-line"


def test_both_at_once_can_only_be_two_rows_or_two_columns():
    """A diagonal shares a cell with every other line, and a cell shows one symbol."""
    for diagonal in LINES[-2:]:
        assert all(set(diagonal) & set(line) for line in LINES)


def test_with_four_a_line_counts_for_the_team_regardless_of_its_dots():
    assert outcome(board("..... ..... ..... ..... NSSN.", "S"), "e3S.N") == "X line"
    assert outcome(board("..... ..... ..... ..... EWWE.", "E"), "e3S.W") == "O line"
    assert outcome(board("..... ..... ..... .EWEW W....", "N"), "a5S.S") == "O opponent-line"
    assert outcome(board("..... ..... ..... .EWEW WNSNS", "N"), "a5S.S") == "O opponent-line"


def test_a_line_that_stood_before_is_not_made():
    standing = board("..... ..... ..... ..... XXXXX", "X")
    assert find_lines_made(standing, standing.play(Move.parse("c5E"))).own == ()
    pushed_into_itself = standing.play(Move.parse("a1E"))
    assert text(lines_of(pushed_into_itself, Side.X)) == ["a1 b1 c1 d1 e1"]
    assert find_lines_made(standing, pushed_into_itself).own == ()


def test_a_line_that_was_broken_and_made_again_is_made():
    broken = board("..... ..... ..... ..... XXXXX", "X").play(Move.parse("c1N"))
    assert str(broken) == "..X../...../...../...../XX.XX O"
    again = Position(broken.cubes, broken.seat.next)
    assert text(find_lines_made(again, again.play(Move.parse("c5S"))).own) == ["a1 b1 c1 d1 e1"]


@given(positions())
def test_a_move_makes_the_lines_that_are_complete_after_it_and_were_not_before(position):
    mover = position.seat.side
    for move in position.moves():
        after = position.play(move)
        made = find_lines_made(position, after)
        for side, lines in ((mover, made.own), (mover.opponent, made.opponent)):
            assert set(lines) == set(lines_of(after, side)) - set(lines_of(position, side))


def test_several_lines_may_be_made_at_once():
    game = play(board("..... X.... X.... X.... .XXXX", "X"), "a1N")
    assert text(game.outcome.lines) == ["a1 b1 c1 d1 e1"]
    game = play(board("X.... X.... X.... X.... .XXXX", "X"), "a1N")
    assert text(game.outcome.lines) == ["a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5"]


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_says_whether_it_can_be_a_draw(ending):
    always = {"repetition", "move-limit", "agreement", "game-limit"}
    either = {"ruling", "forfeit"}
    assert ending.fits(None) == (ending in always | either)
    assert ending.fits(Side.X) == (ending not in always)


def test_an_outcome_speaks():
    assert str(Outcome(Side.X, Ending.FLAG)) == "X flag"
    assert str(Outcome(None, Ending.AGREEMENT)) == "draw agreement"
    assert Play.begin(Position.initial()).outcome is None
