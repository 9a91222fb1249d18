"""Puzzles from the games that were played here: positions shortly before a win by a line."""

import datetime
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from games.access.seeing import public_games
from games.models import Event
from games.referee import Input, Status
from games.rules import Ending, Position
from games.rules.forced import forces_win

GAMES_LOOKED_AT = 40
DEEPEST = 3  # moves of the winner
PROVED_HERE = 2  # the engine of the browser proves deeper ones before they are shown


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which the seat to move wins in so many moves: one is certain, more are to be proved."""

    code: str
    position: str
    moves: int

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def find_puzzles() -> list[Puzzle]:
    """Find positions before the last moves of the newest public games of two that ended with a line."""
    over = public_games().filter(status=Status.OVER, ending=Ending.LINE, seats=2, input=Input.MOVES)
    newest = dict(over.order_by("-ended_ms", "-pk").values_list("pk", "code")[:GAMES_LOOKED_AT])
    moved = Event.objects.filter(game__in=newest, kind="moved").order_by("seq")
    standing: dict[int, dict[int, str]] = {number: {} for number in newest}
    for number, ply, data in moved.values_list("game", "ply", "data"):
        standing[number] = {before: text for before, text in standing[number].items() if before < ply}
        standing[number][ply] = data["position"]
    return [puzzle for number, code in newest.items() for puzzle in _before_the_end(code, standing[number])]


def _before_the_end(code: str, positions: dict[int, str]) -> Iterable[Puzzle]:
    last = max(positions, default=0)
    for moves in range(1, DEEPEST + 1):
        if text := positions.get(last - 2 * moves + 1):
            yield Puzzle(code, text, moves)


def puzzle_of_the_day(day: datetime.date) -> Puzzle | None:
    """Return the puzzle of the day, the same for all until a game is finished; None without games."""
    found = find_puzzles()
    games = sorted({puzzle.code for puzzle in found})
    if not games:
        return None
    code = games[day.toordinal() % len(games)]
    of_game = [each for each in found if each.code == code and each.moves <= PROVED_HERE]
    return next((each for each in reversed(of_game) if _is_proved(each.position, each.moves)), None)


@lru_cache(maxsize=64)
def _is_proved(position: str, moves: int) -> bool:
    """Tell whether the win takes exactly so many moves: an earlier win is another puzzle."""
    at = Position.parse(position)
    return forces_win(at, moves) and not (moves > 1 and forces_win(at, moves - 1))
