"""A match of two teams over boards: who meets whom, and the sum of the boards. Usable in every format."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournament.scores import CLASSIC, InvalidField, Outcome


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """One board; `first` starts. If a team has no player for it, the outcome is set before the game."""

    number: int
    first: int | None
    second: int | None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class TeamScore:
    """Doubled, first-named team first. `outcome` is None while an open board could matter."""

    game_points: tuple[int, int]
    outcome: Outcome | None


def pair_boards(first_team: Sequence[int], second_team: Sequence[int], count: int) -> tuple[TeamBoard, ...]:
    """Pair two line-ups, strongest first, over `count` boards; the first-named team starts on odd boards.

    Absent players are simply not in the line-up: the rest move up, and the bottom boards are forfeited.
    """
    if count < 1:
        raise InvalidField("boards")
    if max(len(first_team), len(second_team)) > count:
        raise InvalidField("lineup", boards=count)
    paired: list[TeamBoard] = []
    line_ups = zip_longest(range(1, count + 1), first_team, second_team)
    for number, ours, theirs in line_ups:
        starts, second = (ours, theirs) if first_named_starts(number) else (theirs, ours)
        forfeited = Outcome.forfeited_by(first=starts is None, second=second is None)
        paired.append(TeamBoard(number, starts, second, forfeited))
    return tuple(paired)


def first_named_starts(board: int) -> bool:
    return board % 2 == 1


def add_up_boards(played: Sequence[TeamBoard]) -> TeamScore:
    """Add up game points by board; the team with more of them wins. Open boards give none yet.

    All boards forfeited by one side, or by both, is a forfeit of the match.
    """
    ours = theirs = 0
    for board in played:
        if board.outcome is None:
            continue
        mine, yours = CLASSIC.shares(_as_team(board, board.outcome))
        ours, theirs = ours + mine, theirs + yours
    if any(board.outcome is None for board in played):
        return TeamScore((ours, theirs), None)
    return TeamScore((ours, theirs), _forfeit(played) or _by_games(ours, theirs))


def _as_team(board: TeamBoard, outcome: Outcome) -> Outcome:
    """Return an outcome as seen from the first-named team."""
    return outcome if first_named_starts(board.number) else outcome.swapped


def _by_games(ours: int, theirs: int) -> Outcome:
    if ours == theirs:
        return Outcome.DRAW
    return Outcome.FIRST_WINS if ours > theirs else Outcome.SECOND_WINS


def _forfeit(played: Sequence[TeamBoard]) -> Outcome | None:
    """Return the forfeit of a match without a played board if one side, or each, failed on all boards."""
    as_team = {_as_team(board, board.outcome) for board in played if board.outcome is not None}
    if not all(outcome.forfeited for outcome in as_team):
        return None
    sides = as_team - {Outcome.BOTH_FORFEIT}
    if len(sides) == 1:
        return sides.pop()
    return Outcome.BOTH_FORFEIT if not sides else None
