"""Prove short wins by force; the engine of the browser looks farther."""

from games.rules.outcome import find_lines_made
from games.rules.position import Position


def forces_win(position: Position, moves: int) -> bool:
    """Tell whether the seat to move wins in so many own moves against every defence, lines called."""
    open_ends = []
    for move in position.moves():
        after = position.play(move)
        made = find_lines_made(position, after)
        if made.own and not made.opponent:
            return True
        if not made.opponent:
            open_ends.append(after)
    return moves > 1 and any(_every_move_loses(after, moves - 1) for after in open_ends)


def _every_move_loses(position: Position, moves: int) -> bool:
    """Tell whether the seat to move loses with every move."""
    replies = position.moves()
    return bool(replies) and all(_move_loses(position, position.play(reply), moves) for reply in replies)


def _move_loses(before: Position, after: Position, moves: int) -> bool:
    made = find_lines_made(before, after)
    if made.opponent:
        return True
    return not made.own and forces_win(after, moves)
