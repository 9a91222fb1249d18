"""Parse text into a report; every fault has its line and column.

Lines with unknown codes are skipped. Both players of a game must have matching results, and the points must
be what the results add up to.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from games.numbers import whole_number
from tournament.files.reading import split_lines
from tournament.scores import EntrantRound, History, RoundResult, Scoring, System, report_points_text

from . import columns
from .columns import LineField
from .head import Head, fault, read_points
from .values import MOST_PLAYERS, MOST_ROUNDS, ReportPlayer, RequestedBye, TournamentReport

_WITH_OPPONENT = {
    **dict.fromkeys("1Ww", RoundResult.WIN),
    **dict.fromkeys("=Dd", RoundResult.DRAW),
    **dict.fromkeys("0Ll", RoundResult.LOSS),
    "+": RoundResult.FORFEIT_WIN,
    "-": RoundResult.FORFEIT_LOSS,
    "": RoundResult.PENDING,
}
_ALONE = {
    "U": RoundResult.PAIRING_BYE,
    "F": RoundResult.FULL_BYE,
    "+": RoundResult.FULL_BYE,
    "H": RoundResult.HALF_BYE,
    "=": RoundResult.HALF_BYE,
    "Z": RoundResult.ABSENT,
    "-": RoundResult.ABSENT,
    "": RoundResult.ABSENT,
}
_STARTED = {"w": True, "b": False, "-": None, "": None}
_NO_OPPONENT = ("", "0", "00", "000", "0000")
_TEAM_LINES = ("013", "310")


def read(text: str) -> TournamentReport:
    lines = split_lines(text)
    # First, because numbers on other lines mean teams in such a report.
    for number, line in enumerate(lines, 1):
        if line.startswith(_TEAM_LINES):
            raise fault(number, 1, "teams")
    draft = _Draft()
    for number, line in enumerate(lines, 1):
        if line.startswith("001"):
            draft.add_player(number, line)
        else:
            draft.head.read(number, line)
    return draft.report()


class _Draft:
    """A report that is being read; `lines` has the line number of each player."""

    def __init__(self) -> None:
        self.head = Head()
        self.players: dict[int, ReportPlayer] = {}
        self.lines: dict[int, int] = {}
        self.reported_points: dict[int, int | None] = {}

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
            raise fault(at, columns.OPPONENT.in_round(MOST_ROUNDS).first, "too-many-rounds", most=MOST_ROUNDS)
        if len(self.players) >= MOST_PLAYERS:
            raise fault(at, 1, "too-many-players", most=MOST_PLAYERS)
        self.lines[number] = at
        points = columns.POINTS.of(line).strip()
        self.reported_points[number] = read_points(at, columns.POINTS.first, points) if points else None
        year_of_birth = re.match(r"\s*((?:19|20)\d\d)", columns.BIRTH.of(line))
        self.players[number] = ReportPlayer(
            number=number,
            name=name,
            rating=_number(at, line, columns.RATING),
            birth_year=int(year_of_birth[1]) if year_of_birth else None,
            rank=_number(at, line, columns.RANK) or None,
            rounds=tuple(_round(at, line, index, number) for index in range(rounds)),
        )

    def report(self) -> TournamentReport:
        if not self.players:
            raise fault(1, 1, "no-players")
        drawn = self._split_off_byes()
        scoring = self.head.scoring()
        for number, player in self.players.items():
            missing = (EntrantRound(RoundResult.ABSENT),) * (drawn - len(player.rounds))
            self.players[number] = replace(player, rounds=(*player.rounds, *missing))
        for number, player in self.players.items():
            self._check_games(number, player.rounds)
        self._check_named()
        for number, player in self.players.items():
            self.players[number] = replace(player, rounds=tuple(self._complete_starts(player.rounds)))
        players = self._with_points(scoring)
        self.head.facts.setdefault("name", "")
        planned = max(self.head.facts.pop("rounds", 0), drawn)
        return TournamentReport(
            players=tuple(players),
            rounds=min(planned, MOST_ROUNDS),
            scoring=scoring,
            byes=tuple(bye for _, bye in self.head.byes),
            forbidden=tuple(pair for _, pair in self.head.forbidden),
            annulled=tuple(number for _, number in self.head.annulled),
            unread=tuple(sorted(self.head.unread.items())),
            **self.head.facts,
        )

    def _split_off_byes(self) -> int:
        """Count the drawn rounds, and turn a column for the next round into byes.

        Pairing programs announce byes by filling the next round's column for those players alone: a last
        column without a game, and without an entry for some players, is yet to come.
        """
        drawn = max(len(player.rounds) for player in self.players.values())
        column = {
            number: player.rounds[drawn - 1]
            for number, player in self.players.items()
            if drawn and len(player.rounds) == drawn
        }
        if len(column) in (0, len(self.players)) or any(each.opponent for each in column.values()):
            return drawn
        for number, each in column.items():
            player = self.players[number]
            self.players[number] = replace(player, rounds=player.rounds[:-1])
            self.head.byes.append((self.lines[number], RequestedBye(each.result, drawn, (number,))))
        return drawn - 1

    def _with_points(self, scoring: Scoring) -> list[ReportPlayer]:
        """Return the players by number with the points of their rounds; refuse other points in the report."""
        annulled = frozenset(number for _, number in self.head.annulled)
        history = History(
            {number: player.rounds for number, player in sorted(self.players.items())},
            System.ROUND_ROBIN if annulled else System.SWISS,
            annulled,
        )
        players = []
        for number, player in sorted(self.players.items()):
            counted = history.points(number, scoring)
            told = self.reported_points[number]
            if told is not None and told != counted:
                raise fault(
                    self.lines[number],
                    columns.POINTS.first,
                    "points",
                    told=report_points_text(told),
                    counted=report_points_text(counted),
                )
            players.append(replace(player, points=counted))
        return players

    def _check_games(self, number: int, rounds: tuple[EntrantRound, ...]) -> None:
        """Check that both players of each game report the same."""
        for index, mine in enumerate(rounds):
            if not isinstance(mine.opponent, int):
                continue
            at, column = self.lines[number], columns.OPPONENT.in_round(index).first
            other = self.players.get(mine.opponent)
            if other is None:
                raise fault(at, column, "unknown-opponent", number=mine.opponent)
            theirs = other.rounds[index]
            agrees = (
                theirs.opponent == number
                and theirs.result in mine.result.opposites
                and (mine.started is None or mine.started is not theirs.started)
            )
            if not agrees:
                raise fault(at, column, "disagree", round=index + 1, number=number, other=mine.opponent)

    def _complete_starts(self, rounds: tuple[EntrantRound, ...]) -> Iterator[EntrantRound]:
        """Fill in who started where only the opponent's line has it."""
        for index, mine in enumerate(rounds):
            theirs = self.players[mine.opponent].rounds[index] if isinstance(mine.opponent, int) else mine
            unknown = mine.started is None and theirs.started is not None
            yield replace(mine, started=not theirs.started) if unknown else mine

    def _check_named(self) -> None:
        named = [
            *((at, number) for at, each in self.head.byes for number in each.numbers),
            *((at, number) for at, each in self.head.forbidden for number in each.numbers),
            *self.head.annulled,
        ]
        for at, number in named:
            if number not in self.players:
                raise fault(at, 5, "unknown-opponent", number=number)


def _number(at: int, line: str, field: LineField) -> int:
    text = field.of(line).strip()
    if not text:
        return 0
    number = whole_number(text)
    if number is None:
        raise fault(at, field.first, "not-a-number", text=text)
    return number


def _round(at: int, line: str, index: int, number: int) -> EntrantRound:
    opponent_field, colour_field, result_field = (
        field.in_round(index) for field in (columns.OPPONENT, columns.COLOUR, columns.RESULT)
    )
    named = opponent_field.of(line).strip()
    colour, result = colour_field.of(line).strip().lower(), result_field.of(line).strip()
    if colour not in _STARTED:
        raise fault(at, colour_field.first, "not-a-colour", text=colour)
    known = _ALONE if named in _NO_OPPONENT else _WITH_OPPONENT
    if result not in known:
        code = "not-alone" if known is _ALONE else "not-together"
        if result not in _ALONE and result not in _WITH_OPPONENT:
            code = "not-a-result"
        raise fault(at, result_field.first, code, text=result, number=named)
    if known is _ALONE:
        return EntrantRound(known[result])
    opponent = _number(at, line, opponent_field)
    if opponent == number:
        raise fault(at, opponent_field.first, "itself")
    return EntrantRound(known[result], opponent, _STARTED[colour])
