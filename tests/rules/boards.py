"""Helpers for the tests of the rules: boards as five lines, moves and results as text."""

import pytest

from games.rules import IllegalMove, Move, Play, Position, RuleSet


def board(ranks, seat):
    """Read a position from five lines, rank 5 first."""
    return Position.parse(f"{'/'.join(ranks.split())} {seat}")


def play(start, moves, rules=""):
    """Play some moves; `--` is a forced pass."""
    game = Play.begin(start, RuleSet.parse(rules))
    for text in moves.split():
        game = game.after_pass() if text == "--" else game.move(Move.parse(text))
    return game


def outcome(start, moves, rules=""):
    return str(play(start, moves, rules).outcome)


def refusal(act, *args, **kwargs):
    """Check that an act is refused; return code and sentence."""
    with pytest.raises(IllegalMove) as refused:
        act(*args, **kwargs)
    return refused.value.code, str(refused.value)
