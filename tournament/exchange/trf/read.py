"""Text into a report, every fault with its line and column.

Lines with unknown codes are left alone. What one player tells of a game the other must tell too, and the
points must be what the results add up to.
"""

import re

from games.numbers import whole_number
from tournament.exchange.reading import BadFile, lines_of
from tournament.ranking.results import Result
from tournament.ranking.scoring import InvalidScoring, Scoring

from . import columns
from .columns import TrfField
from .head import Head
from .marking import doubled, fault
from .values import MOST_PLAYERS, MOST_ROUNDS, BadReport, Cell, TrfPlayer, TrfReport, points_text, total

_WITH_OPPONENT = {
    **dict.fromkeys("1Ww", Result.WIN),
    **dict.fromkeys("=Dd", Result.DRAW),
    **dict.fromkeys("0Ll", Result.LOSS),
    "+": Result.FORFEIT_WIN,
    "-": Result.FORFEIT_LOSS,
    "": Result.PENDING,
}
_ALONE = {
    "U": Result.PAIRING_BYE,
    "F": Result.FULL_BYE,
    "+": Result.FULL_BYE,
    "H": Result.HALF_BYE,
    "=": Result.HALF_BYE,
    "Z": Result.ABSENT,
    "-": Result.ABSENT,
    "": Result.ABSENT,
}
_STARTED = {"w": True, "b": False, "-": None, "": None}
_OPPOSITES = {
    Result.WIN: (Result.LOSS,),
    Result.LOSS: (Result.WIN,),
    Result.DRAW: (Result.DRAW,),
    Result.FORFEIT_WIN: (Result.FORFEIT_LOSS,),
    Result.FORFEIT_LOSS: (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    Result.PENDING: (Result.PENDING,),
}
_NOBODY = ("", "0", "00", "000", "0000")


def read(text: str) -> TrfReport:
    draft = _Draft()
    for number, line in enumerate(lines_of(text), 1):
        if line.startswith("001"):
            draft.add_player(number, line)
        else:
            draft.head.read(number, line)
    return draft.report()


class _Draft:
    """A report that is being read; `lines` tells on which line a player stood."""

    def __init__(self) -> None:
        self.head = Head()
        self.players: dict[int, TrfPlayer] = {}
        self.lines: dict[int, int] = {}
        self.points_told: dict[int, int | None] = {}

    def add_player(self, at: int, line: str) -> None:
        if len(line.rstrip()) < columns.NAME.first:
            raise fault(at, len(line) + 1, "short-line")
        number = _number(at, line, columns.NUMBER)
        if not number:
            raise fault(at, columns.NUMBER.first, "not-a-number", text=columns.NUMBER.of(line).strip())
        if number in self.players:
            raise fault(at, columns.NUMBER.first, "number-twice", number=number)
        name = " ".join(columns.NAME.of(line).split())
        if not name:
            raise fault(at, columns.NAME.first, "no-name")
        rounds = columns.rounds_on(line)
        if rounds > MOST_ROUNDS:
            raise fault(at, columns.opponent(MOST_ROUNDS).first, "too-many-rounds", most=MOST_ROUNDS)
        if len(self.players) >= MOST_PLAYERS:
            raise fault(at, 1, "too-many-players", most=MOST_PLAYERS)
        self.lines[number] = at
        self.points_told[number] = _points(at, line)
        self.players[number] = TrfPlayer(
            number=number,
            name=name,
            rating=_number(at, line, columns.RATING),
            birth_year=_year(columns.BIRTH.of(line)),
            rank=_number(at, line, columns.RANK) or None,
            cells=tuple(_cell(at, line, index, number) for index in range(rounds)),
        )

    def report(self) -> TrfReport:
        if not self.players:
            raise BadFile("at", line=1, column=1, reason=BadReport("no-players"))
        drawn = max(len(player.cells) for player in self.players.values())
        scoring = self._scoring()
        players = []
        for number, player in sorted(self.players.items()):
            missing = (Cell(Result.ABSENT),) * (drawn - len(player.cells))
            cells = (*player.cells, *missing)
            self._check(number, cells)
            counted = total(cells, scoring)
            told = self.points_told[number]
            if told is not None and told != counted:
                raise fault(
                    self.lines[number],
                    columns.POINTS.first,
                    "points",
                    told=points_text(told),
                    counted=points_text(counted),
                )
            players.append(
                TrfPlayer(number, player.name, player.rating, player.birth_year, counted, player.rank, cells)
            )
        self._check_named()
        self.head.told.setdefault("name", "")
        planned = max(self.head.told.pop("rounds", 0), drawn)
        return TrfReport(
            players=tuple(players),
            rounds=min(planned, MOST_ROUNDS),
            scoring=scoring,
            byes=tuple(bye for _, bye in self.head.byes),
            forbidden=tuple(pair for _, pair in self.head.forbidden),
            **self.head.told,
        )

    def _scoring(self) -> Scoring:
        try:
            return self.head.scoring()
        except InvalidScoring as fault_:
            raise BadFile("contradiction", reason=fault_) from fault_

    def _check(self, number: int, cells: tuple[Cell, ...]) -> None:
        """Every game is told by both in the same way."""
        for index, cell in enumerate(cells):
            if cell.opponent is None:
                continue
            at, column = self.lines[number], columns.opponent(index).first
            other = self.players.get(cell.opponent)
            if other is None:
                raise fault(at, column, "unknown-opponent", number=cell.opponent)
            back = other.cells[index] if index < len(other.cells) else None
            agrees = (
                back is not None
                and back.opponent == number
                and back.result in _OPPOSITES[cell.result]
                and (cell.started is None or cell.started is not back.started)
            )
            if not agrees:
                raise fault(at, column, "disagree", round=index + 1, number=number, other=cell.opponent)

    def _check_named(self) -> None:
        named = [
            (at, number) for at, each in (*self.head.byes, *self.head.forbidden) for number in each.numbers
        ]
        for at, number in named:
            if number not in self.players:
                raise fault(at, 5, "unknown-opponent", number=number)


def _number(at: int, line: str, field: TrfField) -> int:
    text = field.of(line).strip()
    if not text:
        return 0
    number = whole_number(text)
    if number is None:
        raise fault(at, field.first, "not-a-number", text=text)
    return number


def _points(at: int, line: str) -> int | None:
    text = columns.POINTS.of(line).strip()
    if not text:
        return None
    return doubled(at, columns.POINTS.first, text)


def _cell(at: int, line: str, index: int, number: int) -> Cell:
    opponent_field, colour_field, result_field = (
        place(index) for place in (columns.opponent, columns.colour, columns.result)
    )
    named = opponent_field.of(line).strip()
    colour, mark = colour_field.of(line).strip().lower(), result_field.of(line).strip()
    if colour not in _STARTED:
        raise fault(at, colour_field.first, "not-a-colour", text=colour)
    known = _ALONE if named in _NOBODY else _WITH_OPPONENT
    if mark not in known:
        if mark not in _ALONE and mark not in _WITH_OPPONENT:
            raise fault(at, result_field.first, "not-a-result", text=mark)
        if known is _ALONE:
            raise fault(at, result_field.first, "not-alone", text=mark)
        raise fault(at, result_field.first, "not-together", text=mark, number=named)
    if known is _ALONE:
        return Cell(known[mark])
    opponent = _number(at, line, opponent_field)
    if opponent == number:
        raise fault(at, opponent_field.first, "itself")
    return Cell(known[mark], opponent, _STARTED[colour])


def _year(text: str) -> int | None:
    found = re.match(r"\s*((?:19|20)\d\d)", text)
    return int(found[1]) if found else None
