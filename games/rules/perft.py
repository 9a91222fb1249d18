"""Counting every legal sequence of so many plies: the number that shows whether two rule books agree."""

from games.rules.outcome import NOTHING, judge
from games.rules.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences there are; none goes on after a line, and a forced pass is a ply.

    >>> [perft(Position.initial(), depth) for depth in range(3)]
    [1, 44, 1836]
    """
    if depth == 0:
        return 1
    if position.is_stuck:
        return perft(position.passed(), depth - 1)
    moves = position.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = position.play(move)
        if judge(position, after) is NOTHING:
            count += perft(after, depth - 1)
    return count
