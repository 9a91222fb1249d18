"""Entries from a pasted list: one entrant a line. First what would happen is shown, then it is done.

`Mira Novak; 1612; Cube Club` or `Novak, Mira`; a team or pair: `Rooks: Ada Birk, Ben Okafor, Cleo Lind`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction

from games.access import Actor
from tournament.models import Club, EntryKind, Player, Tournament
from tournament.services import enrol, people, teams

MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class Person:
    first_name: str
    family_name: str = ""

    @property
    def key(self) -> str:
        return f"{self.first_name} {self.family_name}".strip().casefold()

    def __str__(self) -> str:
        return f"{self.first_name} {self.family_name}".strip()


@dataclass(frozen=True, slots=True)
class Line:
    """One entrant to be. `people` are its players: one, or the members of a team or pair in board order."""

    people: tuple[Person, ...]
    team: str = ""
    rating: int | None = None
    club: str = ""

    @property
    def name(self) -> str:
        return self.team or str(self.people[0])


@dataclass(frozen=True, slots=True)
class Proposal:
    """`fate`: new, known (somebody on the club's list), entered (nothing to do) or unclear (several such)."""

    line: Line
    fate: str


def read_person(text: str) -> Person:
    """`Mira Novak`, or `Novak, Mira` where a comma says so; all but the last word are first names."""
    text = " ".join(text.split())
    family, comma, first = text.partition(",")
    if comma and first.strip():
        return Person(first.strip(), family.strip())
    *first_names, last = text.split(" ")
    return Person(" ".join(first_names), last) if first_names else Person(last)


def read(text: str, entry: str) -> list[Line]:
    lines = (line.strip() for line in text.splitlines()[:MOST_LINES])
    reader = _read_player if entry == EntryKind.PLAYER else _read_team
    return [reader(line) for line in lines if line]


def _read_player(line: str) -> Line:
    name, *rest = (part.strip() for part in re.split(r"[;\t]", line))
    rating = next((int(part) for part in rest if part.isdecimal() and len(part) < 5), None)
    club = next((part for part in rest if part and not part.isdecimal()), "")
    return Line((read_person(name),), rating=rating, club=club)


def _read_team(line: str) -> Line:
    name, colon, members = line.partition(":")
    names = [part.strip() for part in re.split(r"[,;/\t]", members if colon else line) if part.strip()]
    players = tuple(read_person(each) for each in names)
    return team_line(players, name if colon else "")


def team_line(players: tuple[Person, ...], name: str) -> Line:
    """Without a name, a team or pair is called by its players."""
    return Line(players, team=name.strip() or " / ".join(each.first_name for each in players))


def propose(tournament: Tournament, lines: Iterable[Line]) -> list[Proposal]:
    lines = list(lines)
    known = _known(lines)
    entered = {str(entrant).casefold() for entrant in tournament.entrants.with_names()}
    found = []
    for line in lines:
        if line.name.casefold() in entered:
            fate = "entered"
        elif any(len(known.get(person.key, ())) > 1 for person in line.people):
            fate = "unclear"
        else:
            fate = "known" if all(known.get(person.key) for person in line.people) else "new"
        entered.add(line.name.casefold())
        found.append(Proposal(line, fate))
    return found


@transaction.atomic
def enter(*, actor: Actor, tournament: Tournament, lines: Iterable[Line], now_ms: int) -> int:
    """Enter everybody who is not entered, all or nobody; how many there were."""
    proposals = [each for each in propose(tournament, lines) if each.fate != "entered"]
    known = _known([each.line for each in proposals])
    for each in proposals:
        players = [_player(actor, person, each.line, known) for person in each.line.people]
        if tournament.entry == EntryKind.PLAYER:
            enrol.enter_player(
                actor=actor,
                tournament=tournament,
                player=players[0],
                rating=each.line.rating,
                now_ms=now_ms,
            )
        else:
            # A pair has no bench: a third name is refused, not put aside.
            boards = len(players) if tournament.entry == EntryKind.PAIR else tournament.boards
            team = teams.make(
                actor=actor, name=each.line.team, players=players[:boards], substitutes=players[boards:]
            )
            enrol.enter_team(actor=actor, tournament=tournament, team=team, now_ms=now_ms)
    return len(proposals)


def _known(lines: Iterable[Line]) -> dict[str, list[Player]]:
    """Listed players by name, oldest first: where two share a name, the first is taken and can be changed."""
    wanted = {person.key for line in lines for person in line.people}
    found: dict[str, list[Player]] = {}
    for player in Player.objects.listed().order_by("pk"):
        if (key := player.full_name.casefold()) in wanted:
            found.setdefault(key, []).append(player)
    return found


def _player(actor: Actor, person: Person, line: Line, known: dict[str, list[Player]]) -> Player:
    if listed := known.get(person.key):
        return listed[0]
    club = Club.objects.filter(name__iexact=line.club).first() if line.club else None
    if line.club and club is None:
        club = Club.objects.create(name=line.club)
    player = people.add_player(
        actor=actor,
        first_name=person.first_name,
        family_name=person.family_name,
        rating=line.rating,
        club=club,
    )
    known[person.key] = [player]
    return player
