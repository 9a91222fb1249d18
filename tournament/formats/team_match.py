"""A match of two teams over boards: who meets whom, and what the boards add up to. Usable in every format."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .values import InvalidField, Outcome, Points

MATCH_POINTS = Points(win=4, draw=2, loss=0, bye=2, half_bye=2, forfeit_win=4)
"""2-1-0, doubled like every score; a bye is one match point."""


@dataclass(frozen=True, slots=True)
class Board:
    """`first` starts. Where a team has nobody, the outcome is there before the game."""

    number: int
    first: int | None
    second: int | None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Doubled, first-named team first. `outcome` None while a board is open that could matter."""

    match_points: tuple[int, int]
    game_points: tuple[int, int]
    outcome: Outcome | None


def boards(first_team: Sequence[int], second_team: Sequence[int], count: int) -> tuple[Board, ...]:
    """Pair two line-ups, strongest first, over `count` boards; the first-named team starts on odd boards.

    Absent players are simply not in the line-up: the rest move up, and the bottom boards are forfeited.
    """
    if count < 1:
        raise InvalidField("boards")
    if max(len(first_team), len(second_team)) > count:
        raise InvalidField("lineup", boards=count)
    paired: list[Board] = []
    line_ups = zip_longest(range(1, count + 1), first_team, second_team)
    for number, ours, theirs in line_ups:
        starts, second = (ours, theirs) if first_named_starts(number) else (theirs, ours)
        paired.append(Board(number, starts, second, _FORFEITED[starts is None, second is None]))
    return tuple(paired)


_FORFEITED = {
    (False, False): None,
    (True, False): Outcome.FIRST_FORFEITS,
    (False, True): Outcome.SECOND_FORFEITS,
    (True, True): Outcome.BOTH_FORFEIT,
}


def first_named_starts(board: int) -> bool:
    return board % 2 == 1


def score(played: Sequence[Board], *, points: Points = Points()) -> TeamScore:  # noqa: B008 (frozen)
    """Game points by board, match points by who has more of them; open boards give nothing yet.

    All boards forfeited by one side, or by both, is a forfeit of the match.
    """
    ours = theirs = 0
    for board in played:
        if board.outcome is None:
            continue
        to_first, to_second = points.of(board.outcome)
        mine, yours = (to_first, to_second) if first_named_starts(board.number) else (to_second, to_first)
        ours, theirs = ours + mine, theirs + yours
    if any(board.outcome is None for board in played):
        return TeamScore((0, 0), (ours, theirs), None)
    outcome = _forfeit(played) or _by_games(ours, theirs)
    return TeamScore(MATCH_POINTS.of(outcome), (ours, theirs), outcome)


def bye_score(count: int, *, points: Points = Points()) -> tuple[int, int]:  # noqa: B008 (frozen)
    """(match points, game points), doubled, of a team without an opponent: one, and half of what the boards
    offer."""
    return MATCH_POINTS.bye, count * points.win // 2


def _by_games(ours: int, theirs: int) -> Outcome:
    if ours == theirs:
        return Outcome.DRAW
    return Outcome.FIRST_WINS if ours > theirs else Outcome.SECOND_WINS


def _forfeit(played: Sequence[Board]) -> Outcome | None:
    """The match is forfeited where no board was played and one side, or each, failed on all of them."""
    as_team = {
        board.outcome if first_named_starts(board.number) else board.outcome.swapped
        for board in played
        if board.outcome is not None
    }
    whole = {Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT}
    if not as_team <= whole:
        return None
    sides = as_team - {Outcome.BOTH_FORFEIT}
    if len(sides) == 1:
        return sides.pop()
    return Outcome.BOTH_FORFEIT if not sides else None
