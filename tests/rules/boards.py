"""How the tests of the rules speak: boards as five lines, moves and results as text."""

import pytest

from games.rules import IllegalMove, Move, Play, Position, RuleSet


def board(ranks, seat):
    """A position from five lines, rank 5 first."""
    return Position.parse(f"{'/'.join(ranks.split())} {seat}")


def play(start, moves, rules=""):
    """The game after some moves; `--` is a forced pass."""
    game = Play.begin(start, RuleSet.parse(rules))
    for text in moves.split():
        game = game.passed() if text == "--" else game.move(Move.parse(text))
    return game


def outcome(start, moves, rules=""):
    return str(play(start, moves, rules).outcome)


def refusal(act, *args, **kwargs):
    """The code and sentence of the refusal that an act must meet."""
    with pytest.raises(IllegalMove) as refused:
        act(*args, **kwargs)
    return refused.value.code, str(refused.value)
