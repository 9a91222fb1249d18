"""The package against the plain oracle, move by move."""

import random

import pytest

from games.rules import CELLS, IllegalMove, Position, Seat, Side, find_lines_made
from games.rules.moves import EVERY_MOVE
from tests.rules import plain


def as_plain(move):
    return move.cell.ordinal, move.edge.value, move.dot and move.dot.value


def cells_of(lines):
    return sorted(sorted(cell.ordinal for cell in line) for line in lines)


@pytest.mark.parametrize("seats", [2, 4])
def test_both_rule_books_play_the_same_random_games(seats):
    """Games go on after a line here, because under `announce = required` they do."""
    chance = random.Random(seats)
    passes = 0
    for _ in range(60):
        ours, theirs = Position.initial(seats), plain.Game.start(seats)
        for _ in range(120):
            moves = ours.moves()
            assert [as_plain(move) for move in moves] == theirs.moves()
            if not moves:
                ours, theirs, passes = ours.after_pass(), theirs.after_pass(), passes + 1
                continue
            move = chance.choice(moves)
            after, their_after = ours.play(move), theirs.play(as_plain(move))
            made, their_made = find_lines_made(ours, after), theirs.made(their_after)
            side = ours.seat.side
            assert cells_of(made.own) == sorted(sorted(line) for line in their_made[side])
            assert cells_of(made.opponent) == sorted(sorted(line) for line in their_made[side.opponent])
            ours, theirs = after, their_after
            assert str(ours) == theirs.text()
    assert seats == 2 or passes, "the games of four must have shown forced passes"


def test_what_the_plain_rules_refuse_is_refused():
    chance = random.Random(7)
    for seats in (2, 4):
        for _ in range(30):
            position, game = Position.initial(seats), plain.Game.start(seats)
            for _ in range(chance.randrange(40)):
                move = chance.choice(position.moves())
                position, game = position.play(move), game.play(as_plain(move))
                if position.is_stuck:
                    break
            legal = set(game.moves())
            for move in EVERY_MOVE.values():
                if as_plain(move) in legal:
                    position.play(move)
                else:
                    with pytest.raises(IllegalMove):
                        position.play(move)


def test_the_table_agrees_about_sides_and_partners():
    for seat in Seat:
        assert seat.side == plain.SIDES[seat]
        assert seat.partner == plain.PARTNER.get(seat)
    assert [cell.value for cell in CELLS][:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert Side.X.opponent is Side.O
    assert Side.O.opponent is Side.X
