"""The records of team matches: 310 teams, 320 allocated byes, 330 forfeits, 300 line-ups; 352 and 362."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from games.numbers import whole_number
from tournament.scores import MATCH_POINTS, Outcome, Scoring, report_points_text

from . import columns
from .layout import point_system, put
from .marking import doubled, fault
from .values import MOST_PLAYERS, MOST_ROUNDS, ReportTeam, ReportTeams, TeamForfeit, TeamLineup

FORFEITS = {
    "+-": Outcome.SECOND_FORFEITS,
    "-+": Outcome.FIRST_FORFEITS,
    "--": Outcome.BOTH_FORFEIT,
}
_SIGNS = {outcome: sign for sign, outcome in FORFEITS.items()}


def head(told: ReportTeams) -> Iterator[tuple[str, object]]:
    # The team named first starts on odd boards.
    yield "352", ("WB" * told.boards)[: told.boards]
    scoring = told.scoring
    values = {"TW": (scoring.win, MATCH_POINTS.win), "TD": (scoring.draw, MATCH_POINTS.draw)}
    values |= {"TL": (scoring.loss, MATCH_POINTS.loss)}
    yield "362", point_system({name: given for name, (given, usual) in values.items() if given != usual})


def tail(told: ReportTeams) -> Iterator[str]:
    yield from map(_team, told.teams)
    if any(told.byes):
        # The team's game points of a bye are half of its boards.
        points = f"{report_points_text(told.scoring.bye):>4} {report_points_text(told.boards):>4}"
        yield f"320 {points} {' '.join(f'{team:03d}' for team in told.byes)}"
    for each in told.forfeits:
        yield f"330 {_SIGNS[each.outcome]} {each.round:03d} {each.first:03d} {each.second:03d}"
    for lineup in told.lineups:
        seats = " ".join(f"{player:04d}" for player in lineup.players)
        yield f"300 {lineup.round:03d} {lineup.team:03d} {lineup.opponent:03d} {seats}"


def _team(team: ReportTeam) -> str:
    line = [" "] * (columns.FIRST_MEMBER - 1 + columns.MEMBER_WIDTH * len(team.players))
    line[0:3] = "310"
    put(line, columns.TEAM_NUMBER, str(team.number).rjust(3))
    put(line, columns.TEAM_NAME, " ".join(team.name.split()))
    put(line, columns.MATCH_POINTS, report_points_text(team.match_points).rjust(6))
    put(line, columns.GAME_POINTS, report_points_text(team.game_points).rjust(6))
    put(line, columns.TEAM_RANK, str(team.rank or "").rjust(3))
    for index, player in enumerate(team.players):
        put(line, columns.member(index), str(player).rjust(4))
    return "".join(line)


# ---- reading


@dataclass(slots=True)
class TeamLines:
    """What has been told of teams so far."""

    teams: dict[int, ReportTeam] = field(default_factory=dict)
    boards: int = 0
    values: dict[str, int] = field(default_factory=dict)
    bye: int | None = None
    byes: tuple[int, ...] = ()
    forfeits: list[TeamForfeit] = field(default_factory=list)
    lineups: list[TeamLineup] = field(default_factory=list)

    def told(self) -> ReportTeams | None:
        """None where no team is told."""
        if not self.teams:
            return None
        given = {"TW": MATCH_POINTS.win, "TD": MATCH_POINTS.draw, "TL": MATCH_POINTS.loss, **self.values}
        bye = given["TD"] if self.bye is None else self.bye
        return ReportTeams(
            teams=tuple(team for _, team in sorted(self.teams.items())),
            boards=self.boards or max(1, min(len(team.players) for team in self.teams.values())),
            scoring=Scoring.of(given["TW"], given["TD"], given["TL"], bye=bye),
            byes=self.byes,
            forfeits=tuple(self.forfeits),
            lineups=tuple(self.lineups),
        )


def _read_team(lines: TeamLines, at: int, line: str) -> None:
    number = whole_number(columns.TEAM_NUMBER.of(line).strip(), most=MOST_PLAYERS)
    name = " ".join(columns.TEAM_NAME.of(line).split())
    if not number:
        raise fault(at, columns.TEAM_NUMBER.first, "not-a-number", text=columns.TEAM_NUMBER.of(line).strip())
    if number in lines.teams:
        raise fault(at, columns.TEAM_NUMBER.first, "number-twice", number=number)
    if not name:
        raise fault(at, columns.TEAM_NAME.first, "no-name")
    match_points = _long_points(at, columns.MATCH_POINTS, line)
    game_points = _long_points(at, columns.GAME_POINTS, line)
    rank = whole_number(columns.TEAM_RANK.of(line).strip(), most=MOST_PLAYERS)
    members = _numbers(at, columns.FIRST_MEMBER, line[columns.FIRST_MEMBER - 1 :].split())
    lines.teams[number] = ReportTeam(number, name, match_points, game_points, rank or None, members)


def _read_old_team(lines: TeamLines, at: int, line: str) -> None:
    """013, to be phased out: a name and its players, numbered as they come."""
    number = len(lines.teams) + 1
    name = " ".join(line[4:36].split()) or str(number)
    lines.teams[number] = ReportTeam(number, name, players=_numbers(at, 37, line[36:].split()))


def _read_byes(lines: TeamLines, at: int, line: str) -> None:
    words = line[4:].split()
    lines.bye = doubled(at, 5, words[0]) if words else None
    lines.byes = _numbers(at, 15, words[2:])[:MOST_ROUNDS]


def _read_forfeit(lines: TeamLines, at: int, line: str) -> None:
    sign, *words = line[4:].split() or [""]
    number, first, second = (*_numbers(at, 8, words), 0, 0, 0)[:3]
    if sign not in FORFEITS:
        raise fault(at, 5, "not-a-result", text=sign[:20])
    if number and first and second:
        lines.forfeits.append(TeamForfeit(FORFEITS[sign], number, first, second))


def _read_lineup(lines: TeamLines, at: int, line: str) -> None:
    number, team, opponent, *seats = (*_numbers(at, 5, line[4:].split()), 0, 0, 0)
    if number and team:
        lines.lineups.append(TeamLineup(number, team, opponent, tuple(seats[:-3])))


def _read_boards(lines: TeamLines, at: int, line: str) -> None:
    lines.boards = min(len(line[4:].strip()), MOST_BOARDS)


def _read_values(lines: TeamLines, at: int, line: str) -> None:
    for name, value in re.findall(r"(T[WDL])\s*([\d.,]+)", line[4:]):
        lines.values[name] = doubled(at, 5, value)


MOST_BOARDS = 20
READERS: dict[str, Callable[[TeamLines, int, str], None]] = {
    "013": _read_old_team,
    "300": _read_lineup,
    "310": _read_team,
    "320": _read_byes,
    "330": _read_forfeit,
    "352": _read_boards,
    "362": _read_values,
}


def _numbers(at: int, column: int, words: list[str]) -> tuple[int, ...]:
    found = []
    for word in words[:MOST_PLAYERS]:
        number = whole_number(word, most=MOST_PLAYERS)
        if number is None:
            raise fault(at, column, "not-a-number", text=word[:20])
        found.append(number)
    return tuple(found)


def _long_points(at: int, field_: columns.LineField, line: str) -> int:
    text = field_.of(line).strip()
    found = re.fullmatch(r"(\d{1,4})(?:[.,]([05]))?", text)
    if not text:
        return 0
    if not found:
        raise fault(at, field_.first, "not-points", text=text)
    return 2 * int(found[1]) + (found[2] == "5")
