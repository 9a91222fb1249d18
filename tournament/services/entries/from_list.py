"""Enter people from a list: plan what happens to each line, then do it."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from django.db import transaction

from games.access.permissions import Actor
from tournament.models import EntryKind, Player, Tournament
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_list import BadLine, ParsedLine, read_players, read_teams
from tournament.people_lists.people_matching import LineAction, ListedPlayers
from tournament.services.club.from_list import add_player
from tournament.services.entries import enrol, teams

MOST_LINES = 500
# Entering needs none of these cells, so they may hold anything.
_NOT_NEEDED = ("birth-year", "public-as", "board")


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    line: ParsedLine
    action: LineAction
    troubles: tuple[BadLine, ...] = ()

    @property
    def enters(self) -> bool:
        return self.action not in (LineAction.ENTERED, LineAction.LEFT_OUT)


def read(tournament: Tournament, text: str) -> list[ParsedLine]:
    """Read a list of what enters this tournament: players, pairs or teams."""
    if tournament.entry == EntryKind.PLAYER:
        return read_players(text, most=MOST_LINES)
    return read_teams(text, pairs=tournament.entry == EntryKind.PAIR, most=MOST_LINES)


def plan(tournament: Tournament, lines: Iterable[ParsedLine]) -> list[PlannedEntry]:
    """Plan what happens to each line. Writes nothing."""
    lines = list(lines)
    listed = _find_listed(lines)
    entered = {str(entrant).casefold() for entrant in tournament.entrants.with_names()}
    planned = []
    for line in lines:
        if troubles := tuple(each for each in line.troubles if each.code not in _NOT_NEEDED):
            planned.append(PlannedEntry(line, LineAction.LEFT_OUT, troubles))
            continue
        planned.append(PlannedEntry(line, _choose_action(line, listed, entered)))
        entered.add(line.name.casefold())
    return planned


def _choose_action(line: ParsedLine, listed: ListedPlayers, entered: Container[str]) -> LineAction:
    if line.name.casefold() in entered:
        return LineAction.ENTERED
    counts = [len(listed.find_all(name, line.birth_year)) for name in line.people]
    if max(counts, default=0) > 1:
        return LineAction.UNCLEAR
    return LineAction.KNOWN if all(counts) else LineAction.NEW


def _find_listed(lines: Iterable[ParsedLine]) -> ListedPlayers:
    return ListedPlayers.read(name for line in lines for name in line.people)


@transaction.atomic
def enter(
    *,
    actor: Actor,
    tournament: Tournament,
    lines: Iterable[ParsedLine],
    now_ms: int,
    leave_out: Container[int] = (),
) -> int:
    """Enter all lines that can be entered, or none if one is refused; return how many there were.

    `leave_out` are places in the list, counted from 0.
    """
    wanted = [line for place, line in enumerate(lines) if place not in leave_out]
    entering = [each.line for each in plan(tournament, wanted) if each.enters]
    listed = _find_listed(entering)
    for line in entering:
        players = [_find_or_add_player(actor, name, line, listed) for name in line.people]
        if tournament.entry == EntryKind.PLAYER:
            enrol.enter_player(
                actor=actor, tournament=tournament, player=players[0], rating=line.rating, now_ms=now_ms
            )
        else:
            # A pair has no substitutes: a third name is refused.
            boards = len(players) if tournament.entry == EntryKind.PAIR else tournament.boards
            team = teams.make(
                actor=actor, name=line.name, players=players[:boards], substitutes=players[boards:]
            )
            enrol.enter_team(actor=actor, tournament=tournament, team=team, now_ms=now_ms)
    return len(entering)


def _find_or_add_player(actor: Actor, name: PersonName, line: ParsedLine, listed: ListedPlayers) -> Player:
    """Find the player, the oldest where several have this name; that can be changed later."""
    if found := listed.find_all(name, line.birth_year):
        return found[0]
    player = add_player(name, line, actor=actor)
    listed.by_key[name.key].append(player)
    return player
