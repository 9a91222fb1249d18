"""Moves as text."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Cell, Edge, InvalidMove, Move, Seat
from tests.rules.strategies import moves


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("c1E", Move(Cell.C1, Edge.E)),
        ("c1E.N", Move(Cell.C1, Edge.E, Seat.N)),
        ("c1E!", Move(Cell.C1, Edge.E, call=True)),
        ("c1E.N!", Move(Cell.C1, Edge.E, Seat.N, call=True)),
        ("c3S", Move(Cell.C3, Edge.S)),
    ],
)
def test_a_move_reads_and_writes(text, move):
    assert Move.parse(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("z9E", "not-a-cell", "z9 is not a cell"),
        ("C1E", "not-a-cell", "C1 is not a cell"),
        ("c6E", "not-a-cell", "c6 is not a cell"),
        ("c1e", "not-an-edge", "e is not an edge"),
        ("c1X", "not-an-edge", "X is not an edge"),
        ("c1E.X", "not-a-seat", "cannot point at X"),
        ("c1E.n", "not-a-seat", "cannot point at n"),
        ("", "not-a-move", "is not a move"),
        ("--", "not-a-move", "-- is not a move"),
        ("c1", "not-a-move", "c1 is not a move"),
        ("c1E!!", "not-a-move", "c1E!! is not a move"),
        ("c1E!.N", "not-a-move", "c1E!.N is not a move"),
        ("c1E ", "not-a-move", "is not a move"),
        ("c1E\n", "not-a-move", "is not a move"),
        ("c1E.", "not-a-move", "is not a move"),
    ],
)
def test_what_is_no_move_says_why(text, code, says):
    with pytest.raises(InvalidMove) as unreadable:
        Move.parse(text)
    assert unreadable.value.code == code
    assert says in str(unreadable.value)


@given(moves)
def test_text_and_move_are_the_same_thing(move):
    assert Move.parse(str(move)) == move
    assert move.with_call().call


@given(st.text(max_size=8) | st.text(alphabet="abcdef0123456NESWX.!- ", max_size=7))
def test_unreadable_moves_raise_nothing_else(text):
    with suppress(InvalidMove):
        assert str(Move.parse(text)) == text
