"""Whether the seat to move wins by force: the engine of the browser looks farther, this proves short wins."""

from games.rules.outcome import judge
from games.rules.position import Position


def forces_win(position: Position, moves: int) -> bool:
    """Against every defence, in at most so many moves of its own; lines count as called."""
    open_ends = []
    for move in position.moves():
        after = position.play(move)
        made = judge(position, after)
        if made.own and not made.opponent:
            return True
        if not made.opponent:
            open_ends.append(after)
    return moves > 1 and any(_holds_nowhere(after, moves - 1) for after in open_ends)


def _holds_nowhere(position: Position, moves: int) -> bool:
    """Whether the seat to move loses whatever it plays."""
    replies = position.moves()
    return bool(replies) and all(_loses(position, position.play(reply), moves) for reply in replies)


def _loses(before: Position, after: Position, moves: int) -> bool:
    made = judge(before, after)
    if made.opponent:
        return True
    return not made.own and forces_win(after, moves)
