"""Positions: text, what may be taken, what comes back, and what is refused."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Cell, Edge, InvalidPosition, Move, Position, Seat
from games.rules.outcome import has_line
from tests.rules.boards import board, refusal
from tests.rules.strategies import games, positions

EMPTY = "...../...../...../...../....."


def after(start, move):
    return str(start.play(Move.parse(move)))


def test_the_opening_has_44_moves_in_a_fixed_order():
    moves = [str(move) for move in Position.initial().moves()]
    assert len(moves) == 12 * 3 + 4 * 2
    assert moves[:6] == ["a1N", "a1E", "b1N", "b1E", "b1W", "c1N"]
    assert moves[-1] == "e5W"


def test_with_four_each_choice_of_dot_is_a_move():
    moves = [str(move) for move in Position.initial(4).moves()]
    assert len(moves) == 88
    assert moves[:4] == ["a1N.N", "a1N.S", "a1E.N", "a1E.S"]


def test_any_seat_may_start():
    for seat in Seat:
        assert str(Position.initial(seat.seats, seat)) == f"{EMPTY} {seat}"
    with pytest.raises(InvalidPosition):
        Position.initial(2, Seat.N)


@pytest.mark.parametrize(
    ("move", "shown"),
    [
        ("c1E", "...../...../...../...../OXX.X O"),
        ("c1W", "...../...../...../...../XOXX. O"),
        ("c1N", "..X../...../...../...../OX.X. O"),
        ("e1N", "....X/...../...../...../OX.X. O"),
        ("e3W", "...../...../X..../...../OX.X. O"),
        ("d1E", "...../...../...../...../OX..X O"),
        ("e5S", "...../...../...../...../OX.XX O"),
    ],
)
def test_a_cube_comes_back_pushing_its_line_towards_the_gap(move, shown):
    start = Position.parse("...../...../...../...../OX.X. X")
    assert after(start, move) == shown


def test_a_cube_comes_back_with_the_dot_that_the_mover_chose_and_pushed_dots_do_not_turn():
    start = board("..... ..... ..... ..... EWS..", "N")
    assert after(start, "a3S.S") == "...../...../...../E..../SWS.. E"
    assert after(start, "a3S.N") == "...../...../...../E..../NWS.. E"
    assert after(start, "d1W.N") == "...../...../...../...../NEWS. E"


def test_what_may_be_taken_and_where_it_may_come_back():
    position = board("X.... ..... ..X.. ..... O....", "X")
    assert position.can_take(Cell.A5)
    assert position.can_take(Cell.C1)
    assert not position.can_take(Cell.A1)
    assert not position.can_take(Cell.C3)
    assert position.targets(Cell.A5) == (Edge.E, Edge.S)
    assert position.targets(Cell.C1) == (Edge.N, Edge.E, Edge.W)
    assert position.targets(Cell.C3) == ()
    assert position.cube(Cell.A1) is Seat.O
    assert position.cube(Cell.B1) is None


@pytest.mark.parametrize(
    ("position", "move", "code", "sentence"),
    [
        (f"{EMPTY} X", "c3E", "not-on-edge", "c3 is not on the edge"),
        ("...../...../...../...../O.... X", "a1E", "opponents-cube", "a1 shows the opponent's symbol"),
        ("...../...../...../...../E.... N", "a1E.N", "opponents-cube", "a1 shows the opponent's symbol"),
        (
            "...../...../...../...../S.... N",
            "a1E.N",
            "dot-at-partner",
            "the dot of a1 points at the partner, S",
        ),
        (f"{EMPTY} X", "c1S", "same-place", "c1 would come back where it was taken"),
        (f"{EMPTY} X", "a1W", "same-place", "a1 would come back where it was taken"),
        (f"{EMPTY} N", "c1S.N", "same-place", "c1 would come back where it was taken"),
        (
            f"{EMPTY} N",
            "c1E",
            "dot-missing",
            "c1 comes back with a dot: say whether it points at N or at S",
        ),
        (
            f"{EMPTY} X",
            "c1E.N",
            "dot-not-wanted",
            "c1 comes back without a dot: dots belong to the game of four",
        ),
        (f"{EMPTY} E", "c1E.N", "dot-at-opponent", "the dot of c1 cannot point at N, an opponent"),
        ("NWSWN/W...S/S...W/W...S/SWNWS E", "a1N.E", "must-pass", "E can take no cube and passes"),
    ],
)
def test_a_refusal_names_the_cell_and_the_reason(position, move, code, sentence):
    assert refusal(Position.parse(position).play, Move.parse(move)) == (code, sentence)


def test_a_seat_that_can_move_may_not_pass():
    assert refusal(Position.initial().after_pass) == ("may-not-pass", "X can move and may not pass")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not-a-position"),
        (EMPTY, "not-a-position"),
        ("...../...../...../..... X", "not-a-position"),
        (f"{EMPTY}  X", "not-a-seat"),
        (f"{EMPTY} Z", "not-a-seat"),
        (f"{EMPTY} x", "not-a-seat"),
        (f"{EMPTY} X ", "not-a-seat"),
        ("..../...../...../...../..... X", "bad-rank"),
        ("...../...../..x../...../..... X", "bad-cube"),
        ("...../...../..N../...../..... X", "bad-cube"),
        ("...../...../..X../...../..... N", "bad-cube"),
    ],
)
def test_what_is_no_position_says_why(text, code):
    with pytest.raises(InvalidPosition) as unreadable:
        Position.parse(text)
    assert unreadable.value.code == code


def test_a_bad_cube_is_found_where_it_lies():
    with pytest.raises(InvalidPosition, match="x on c4 is not a cube"):
        Position.parse("...../..x../...../...../..... X")


@given(positions())
def test_text_and_position_are_the_same_thing(position):
    assert Position.parse(str(position)) == position
    assert hash(Position.parse(str(position))) == hash(position)
    assert eval(repr(position)) == position


@given(st.text() | st.text(alphabet="./XONESW ", max_size=40))
def test_unreadable_positions_raise_nothing_else(text):
    with suppress(InvalidPosition):
        assert str(Position.parse(text)) == text


@given(positions(seats=st.just(2)))
def test_with_two_no_seat_is_stuck_while_no_line_is_complete(position):
    if not has_line(position.sides):
        assert not position.is_stuck


@given(positions(seats=st.just(4)))
def test_one_of_four_can_always_move(position):
    for _ in range(3):
        if position.is_stuck:
            position = position.after_pass()
    assert position.moves()


@given(games())
def test_blank_cubes_never_become_more(game):
    states, _ = game
    blanks = [state.position.blanks for state in states]
    assert blanks == sorted(blanks, reverse=True)
    assert blanks[0] == 25


@given(positions())
def test_moves_are_exactly_the_targets_of_what_may_be_taken(position):
    found = [(move.cell, move.edge, move.dot) for move in position.moves()]
    dots = position.seat.dots
    assert found == [(cell, edge, dot) for cell in Cell for edge in position.targets(cell) for dot in dots]
    assert position.is_stuck == (not found)
