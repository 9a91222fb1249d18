"""Short wins by force, proved against every defence."""

import pytest

from games.rules import Move, Position
from games.rules.forced import forces_win

IN_ONE = "O.O../...../..O../O..../.XXXX X"
IN_TWO = "OXOXX/X.XOX/OO..O/O...X/OX.XX X"
IN_THREE = "OXOXX/OOXOX/OX..O/XX..X/OX..X X"


@pytest.mark.parametrize(
    ("position", "moves", "forced"),
    [
        (IN_ONE, 1, True),
        (IN_TWO, 1, False),
        (IN_TWO, 2, True),
        (IN_THREE, 2, False),
        ("...../...../...../...../..... X", 2, False),
    ],
)
def test_a_win_is_forced_in_so_many_moves(position, moves, forced):
    assert forces_win(Position.parse(position), moves) is forced


def test_a_line_that_comes_with_one_of_the_other_side_is_no_win():
    position = Position.parse("...../...../...../OO.OO/XXOXX X")
    with_theirs = position.play(Move.parse("c5S"))
    assert "OOOOO/XXXXX" in str(with_theirs)
    assert not forces_win(position, 1)
