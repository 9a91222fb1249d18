"""Lists of people for a tournament: enter those on it, or take their ratings. First plan, then do it.

Ratings come from a list of a federation or another club and are matched to entrants by name. Accents,
capitals and the order of names do not matter, nor whether an umlaut is written with an e.
"""

from collections import defaultdict
from collections.abc import Container, Iterable
from dataclasses import dataclass

from django.db import transaction

from games.access.permissions import Actor
from tournament.models import Entrant, EntrantStatus, EntryKind, Player, Tournament
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_list import BadLine, ParsedLine, read_players, read_teams
from tournament.people_lists.people_matching import LineAction, ListedPlayers, name_key
from tournament.services import locking
from tournament.services.club.from_list import add_player
from tournament.services.entries import enrol, teams

MOST_LINES = 500
MOST_RATINGS = 20_000
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


@dataclass(frozen=True, slots=True)
class ListedRating:
    """What the list says about one entrant; several different ratings of one name are shown, and none is
    chosen.
    """

    entrant: Entrant
    ratings: tuple[int, ...]

    @property
    def rating(self) -> int | None:
        return self.ratings[0] if len(self.ratings) == 1 else None

    @property
    def changes(self) -> bool:
        return self.rating is not None and self.rating != self.entrant.rating


@dataclass(frozen=True, slots=True)
class RatingPlan:
    entrants: tuple[ListedRating, ...]  # all who are entered
    left_over: tuple[str, ...]  # names of the list that no entrant has

    @property
    def changes(self) -> list[ListedRating]:
        return [each for each in self.entrants if each.changes]

    @property
    def missing(self) -> list[ListedRating]:
        return [each for each in self.entrants if not each.ratings]


def plan_ratings(tournament: Tournament, text: str) -> RatingPlan:
    """Find what the list says about each entrant. Writes nothing."""
    listed: dict[tuple[str, ...], set[int]] = defaultdict(set)
    names: dict[tuple[str, ...], str] = {}
    for line in read_players(text, most=MOST_RATINGS):
        if line.rating and not line.troubles:
            listed[name_key(line.name)].add(line.rating)
            names.setdefault(name_key(line.name), line.name)
    found = [
        ListedRating(entrant, tuple(sorted(listed.get(name_key(str(entrant)), ()))))
        for entrant in tournament.entrants.filter(player__isnull=False, status=EntrantStatus.ENTERED)
        .with_names()
        .order_by("number")
    ]
    here = {name_key(str(each.entrant)) for each in found}
    return RatingPlan(tuple(found), tuple(name for key, name in names.items() if key not in here))


def take_ratings(*, actor: Actor, tournament: Tournament, text: str) -> int:
    """Give entrants the ratings of the list; return how many changed.

    Seeds that are drawn stay as they are.
    """
    with locking.changing(tournament.pk) as held:
        changes = plan_ratings(held, text).changes
        for each in changes:
            Entrant.objects.filter(pk=each.entrant.pk).update(rating=each.rating)
        noted = [[each.entrant.pk, each.entrant.rating, each.rating] for each in changes]
        locking.note(actor, "take_rating_list", held, after={"changed": noted})
    return len(changes)
