"""What happened to each entrant in each round, as values: outcomes, not points.

Every cell of a history agrees with the opponent's cell of the same round. The letters of `Result` are those
of tournament report files where these have one, and a history has a text form:

>>> print(History.read("A: B>1 U\\nB: A<0 Z"))
A: B>1 U
B: A<0 Z
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from games.faults import Fault

EntrantId = int | str


class InvalidHistory(Fault):
    sentences = {
        "cell": "Line {line}: “{text}” is not a result such as B>1, C<= or U.",
        "line": "Line {line} does not look like “A: B>1 C<=”.",
        "twice": "{entrant} is listed twice.",
        "uneven": "{entrant} has {count} rounds where the others have {rounds}.",
        "opponent-missing": "Round {round}: {entrant} has a game but no opponent.",
        "opponent-unwanted": "Round {round}: {entrant} has an opponent in a round without a pairing.",
        "opponent-unknown": "Round {round}: {entrant} met {opponent}, who is not in this event.",
        "disagree": "Round {round}: {entrant} and {opponent} do not tell the same about their meeting.",
        "game-points": "Round {round}: {entrant} and {opponent} have more than {total} half points in all.",
        "annulled-unknown": "{entrant} is annulled but not in this event.",
        "annulled-swiss": "Results are annulled in round robins only; in a Swiss they stand.",
    }


class Result(StrEnum):
    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"  # no opponent was left
    FULL_BYE = "F"
    FREE = "."  # the free round of an odd round robin, worth nothing to anybody
    HALF_BYE = "H"  # requested
    ABSENT = "Z"
    WITHDRAWN = "W"
    NOT_ENTERED = "N"  # rounds before a late entry
    PENDING = "?"  # paired, no result yet


class System(StrEnum):
    """C.07 15 treats unplayed rounds by how pairings are made: as they fall, or fixed from the start."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


OVER_THE_BOARD = frozenset({Result.WIN, Result.DRAW, Result.LOSS})
FORFEITS = frozenset({Result.FORFEIT_WIN, Result.FORFEIT_LOSS})
PAIRED = OVER_THE_BOARD | FORFEITS | {Result.PENDING}
# C.07 16.1.1: every round after a withdrawal is a zero-point bye; so is one before a late entry.
REQUESTED_BYES = frozenset({Result.HALF_BYE, Result.ABSENT, Result.WITHDRAWN, Result.NOT_ENTERED})
# C.07 16.1.2: the voluntarily unplayed rounds.
VOLUNTARY = REQUESTED_BYES | {Result.FORFEIT_LOSS}

_OPPOSITES: dict[Result, tuple[Result, ...]] = {
    Result.WIN: (Result.LOSS,),
    Result.DRAW: (Result.DRAW,),
    Result.LOSS: (Result.WIN,),
    Result.FORFEIT_WIN: (Result.FORFEIT_LOSS,),
    Result.FORFEIT_LOSS: (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    Result.PENDING: (Result.PENDING,),
}

_RESULTS = {str(result): result for result in Result}
_START_MARKS: dict[str, bool | None] = {">": True, "<": False, "~": None}
_MARK_OF_START = {started: mark for mark, started in _START_MARKS.items()}
_CELL = re.compile(
    r"(?:(?P<opponent>[^\s<>~:]+)(?P<mark>[<>~]))?(?P<result>\S)(?::(?P<whole>\d+)(?P<half>\.5)?)?"
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant's round. Text: `B>1` started against B and won; `B<0`, `B~=` (start unknown); `U`, `H`.

    `game_points` (doubled) is for team matches, where `result` is that of the match: `B>1:2.5`.
    """

    result: Result
    opponent: EntrantId | None = None
    started: bool | None = None
    game_points: int | None = None

    def __str__(self) -> str:
        pairing = "" if self.opponent is None else f"{self.opponent}{_MARK_OF_START[self.started]}"
        if self.game_points is None:
            return f"{pairing}{self.result}"
        whole, half = divmod(self.game_points, 2)
        return f"{pairing}{self.result}:{whole}{'.5' if half else ''}"


@dataclass(frozen=True, slots=True)
class History:
    """All rounds of all entrants: one cell per entrant and round, `NOT_ENTERED` before a late entry."""

    cells: Mapping[EntrantId, tuple[Cell, ...]]
    system: System = System.SWISS
    annulled: frozenset[EntrantId] = frozenset()
    boards: int = 1  # of a team match

    def __post_init__(self) -> None:
        _check(self)

    @property
    def rounds(self) -> int:
        return max(map(len, self.cells.values()), default=0)

    def is_complete(self, rounds: int | None = None) -> bool:
        """No result is missing in the first `rounds` rounds (all of them if None)."""
        return not any(cell.result is Result.PENDING for row in self.cells.values() for cell in row[:rounds])

    @classmethod
    def read(
        cls,
        text: str,
        system: System = System.SWISS,
        annulled: frozenset[EntrantId] = frozenset(),
        boards: int = 1,
    ) -> Self:
        """One line per entrant: `A: B>1 C<= U`. Entrants read from text have text ids."""
        cells: dict[EntrantId, tuple[Cell, ...]] = {}
        for number, line in enumerate(text.strip().splitlines(), 1):
            entrant, colon, row = line.partition(":")
            entrant = entrant.strip()
            if not colon or not entrant or re.search(r"[\s<>~]", entrant):
                raise InvalidHistory("line", line=number)
            if entrant in cells:
                raise InvalidHistory("twice", entrant=entrant)
            cells[entrant] = tuple(_read_cell(word, number) for word in row.split())
        return cls(cells, system, annulled, boards)

    def __str__(self) -> str:
        return "\n".join(f"{entrant}: {' '.join(map(str, row))}" for entrant, row in self.cells.items())


def is_annulled_by_withdrawal(row: tuple[Cell, ...], scheduled_games: int) -> bool:
    """Round robin: who withdraws with under half of the scheduled games played no longer counts."""
    return 2 * sum(cell.result in OVER_THE_BOARD for cell in row) < scheduled_games


def _read_cell(text: str, line: int) -> Cell:
    match = _CELL.fullmatch(text)
    if not match or match["result"] not in _RESULTS:
        raise InvalidHistory("cell", line=line, text=text)
    game_points = None if match["whole"] is None else 2 * int(match["whole"]) + bool(match["half"])
    started = _START_MARKS[match["mark"]] if match["mark"] else None
    return Cell(_RESULTS[match["result"]], match["opponent"], started, game_points)


def _check(history: History) -> None:
    for entrant in history.annulled:
        if entrant not in history.cells:
            raise InvalidHistory("annulled-unknown", entrant=entrant)
        if history.system is System.SWISS:
            raise InvalidHistory("annulled-swiss")
    rounds = history.rounds
    for entrant, row in history.cells.items():
        if len(row) != rounds:
            raise InvalidHistory("uneven", entrant=entrant, count=len(row), rounds=rounds)
    for entrant, row in history.cells.items():
        for index, cell in enumerate(row):
            fault = _fault(history, entrant, index, cell)
            if fault:
                raise InvalidHistory(
                    fault, round=index + 1, entrant=entrant, opponent=cell.opponent, total=2 * history.boards
                )


def _fault(history: History, entrant: EntrantId, index: int, cell: Cell) -> str | None:
    if cell.opponent is None:
        return "opponent-missing" if cell.result in PAIRED else None
    if cell.result not in PAIRED:
        return "opponent-unwanted"
    if cell.opponent not in history.cells:
        return "opponent-unknown"
    theirs = history.cells[cell.opponent][index]
    if not _agree(entrant, cell, theirs):
        return "disagree"
    return None if _game_points_add_up(cell, theirs, history.boards) else "game-points"


def _agree(entrant: EntrantId, mine: Cell, theirs: Cell) -> bool:
    return (
        theirs.opponent == entrant != mine.opponent
        and theirs.result in _OPPOSITES[mine.result]
        and (mine.started is None) == (theirs.started is None)
        and (mine.started is None or mine.started is not theirs.started)
    )


def _game_points_add_up(mine: Cell, theirs: Cell, boards: int) -> bool:
    """Boards that both sides forfeit leave points unclaimed, so a match may total less than its boards."""
    if mine.game_points is None or theirs.game_points is None:
        return mine.game_points is theirs.game_points
    return mine.game_points + theirs.game_points <= 2 * boards
