"""Bring a list of players and teams into the club: plan what happens to each line, then do it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from django.db import transaction

from games.access.permissions import Actor
from tournament.models import Player, Team
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_list import BadLine, ParsedLine
from tournament.people_lists.people_matching import LineAction, ListedPlayers, find_or_make_club
from tournament.services.club import people
from tournament.services.entries import teams


@dataclass(frozen=True, slots=True)
class PlannedPlayer:
    """What happens to one line; `changes` names the fields that get another value."""

    line: ParsedLine
    action: LineAction
    player: Player | None = None
    changes: tuple[str, ...] = ()
    troubles: tuple[BadLine, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedTeam:
    name: str
    known: bool
    lines: tuple[int, ...]  # numbers of the lines of its players, board 1 first


@dataclass(frozen=True, slots=True)
class ImportPlan:
    players: tuple[PlannedPlayer, ...]
    teams: tuple[PlannedTeam, ...] = ()

    def count(self, action: LineAction) -> int:
        return sum(each.action is action for each in self.players)

    @property
    def does_something(self) -> bool:
        new_teams = any(not team.known for team in self.teams)
        return bool(self.count(LineAction.NEW) or self.count(LineAction.CHANGE) or new_teams)

    @property
    def mark(self) -> str:
        """A digest of what was shown, so that only this is confirmed."""
        shown = [
            (each.line.number, each.action, each.player and each.player.pk, each.changes)
            for each in self.players
        ]
        return sha256(repr((shown, self.teams)).encode()).hexdigest()[:16]


def plan(lines: Sequence[ParsedLine]) -> ImportPlan:
    """Plan what a list would do. Writes nothing."""
    listed = ListedPlayers.read(name for line in lines for name in line.people)
    first_numbers: dict[tuple[str, int | None], int] = {}
    players = tuple(_plan_line(line, listed, first_numbers) for line in lines)
    return ImportPlan(players, _plan_teams(players))


@transaction.atomic
def carry_out(planned: ImportPlan, *, actor: Actor) -> None:
    """Do what the plan says."""
    players = {
        each.line.number: _add_or_change(each, actor)
        for each in planned.players
        if each.action is not LineAction.LEFT_OUT
    }
    for team in planned.teams:
        if not team.known:
            teams.make(actor=actor, name=team.name, players=[players[number] for number in team.lines])


def _plan_line(
    line: ParsedLine, listed: ListedPlayers, first_numbers: dict[tuple[str, int | None], int]
) -> PlannedPlayer:
    if line.troubles:
        return PlannedPlayer(line, LineAction.LEFT_OUT, troubles=line.troubles)
    (name,) = line.people
    first = first_numbers.setdefault((name.key, line.birth_year), line.number)
    if first != line.number:
        return PlannedPlayer(line, LineAction.LEFT_OUT, troubles=(BadLine("twice", line=first),))
    found = listed.find_all(name, line.birth_year)
    if len(found) > 1:
        return PlannedPlayer(line, LineAction.LEFT_OUT, troubles=(BadLine("several", count=len(found)),))
    if not found:
        return PlannedPlayer(line, LineAction.NEW)
    changes = tuple(_find_changes(found[0], line))
    return PlannedPlayer(line, LineAction.CHANGE if changes else LineAction.KNOWN, found[0], changes)


def _find_changes(player: Player, line: ParsedLine) -> Iterable[str]:
    if line.club and (player.club is None or player.club.name.casefold() != line.club.casefold()):
        yield "club"
    for field in ("rating", "birth_year", "public_as"):
        said = getattr(line, field)
        if said and said != getattr(player, field):
            yield field


def _plan_teams(players: Iterable[PlannedPlayer]) -> tuple[PlannedTeam, ...]:
    """Plan teams of the players who name one, in the order of their boards, otherwise of their lines."""
    lines_by_team: dict[str, list[ParsedLine]] = {}
    for each in players:
        if each.line.team and each.action is not LineAction.LEFT_OUT:
            lines_by_team.setdefault(each.line.team.casefold(), []).append(each.line)
    known = {name.casefold() for name in Team.objects.values_list("name", flat=True)}
    planned = []
    for key, lines in lines_by_team.items():
        in_order = sorted(lines, key=lambda line: (line.board is None, line.board or line.number))
        planned.append(PlannedTeam(lines[0].team, key in known, tuple(line.number for line in in_order)))
    return tuple(planned)


def _add_or_change(each: PlannedPlayer, actor: Actor) -> Player:
    line = each.line
    if each.player is None:
        return add_player(line.people[0], line, actor=actor)
    if each.changes:
        values = {field: getattr(line, field) for field in each.changes}
        if "club" in values:
            values["club"] = find_or_make_club(line.club)
        people.change(actor=actor, player=each.player, **values)
    return each.player


def add_player(name: PersonName, line: ParsedLine, *, actor: Actor) -> Player:
    """Add a new player with everything that the line says."""
    return people.add_player(
        actor=actor,
        first_name=name.first_name,
        family_name=name.family_name,
        club=find_or_make_club(line.club),
        rating=line.rating,
        birth_year=line.birth_year,
        public_as=line.public_as,
    )
