"""Entries from a pasted list: first what would happen is shown, then it is done."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from django.db import transaction

from games.access.permissions import Actor
from tournament.models import Club, EntryKind, Player, Tournament
from tournament.services.club import people
from tournament.services.entries import enrol, teams
from tournament.services.entries.pasted_list import PastedLine, PastedPerson


@dataclass(frozen=True, slots=True)
class PastedEntry:
    """`fate`: new, known (on the club's list), entered (nothing to do), unclear (several such) or wrong."""

    line: PastedLine
    fate: str

    @property
    def enters(self) -> bool:
        return self.fate not in ("entered", "wrong")


def propose(tournament: Tournament, lines: Iterable[PastedLine]) -> list[PastedEntry]:
    lines = list(lines)
    known = _players_by_name(lines)
    entered = {str(entrant).casefold() for entrant in tournament.entrants.with_names()}
    found = []
    for line in lines:
        if line.trouble:
            found.append(PastedEntry(line, "wrong"))
            continue
        if line.name.casefold() in entered:
            fate = "entered"
        elif any(len(known.get(person.key, ())) > 1 for person in line.people):
            fate = "unclear"
        else:
            fate = "known" if all(known.get(person.key) for person in line.people) else "new"
        entered.add(line.name.casefold())
        found.append(PastedEntry(line, fate))
    return found


@transaction.atomic
def enter(
    *,
    actor: Actor,
    tournament: Tournament,
    lines: Iterable[PastedLine],
    now_ms: int,
    leave_out: Container[int] = (),
) -> int:
    """Enter everybody whose line is right and who is not entered, all or nobody; how many there were.

    `leave_out` are places in the list, counted from 0.
    """
    wanted = [line for place, line in enumerate(lines) if place not in leave_out]
    proposals = [each for each in propose(tournament, wanted) if each.enters]
    known = _players_by_name([each.line for each in proposals])
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


def _players_by_name(lines: Iterable[PastedLine]) -> dict[str, list[Player]]:
    """Listed players by name, oldest first: where two share a name, the first is taken and can be changed."""
    wanted = {person.key for line in lines for person in line.people}
    found: dict[str, list[Player]] = {}
    for player in Player.objects.listed().order_by("pk"):
        if (key := player.full_name.casefold()) in wanted:
            found.setdefault(key, []).append(player)
    return found


def _player(actor: Actor, person: PastedPerson, line: PastedLine, known: dict[str, list[Player]]) -> Player:
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
