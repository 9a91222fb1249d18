"""Removing a person on request: from the list and from every game of an event, called-off ones too.

The name goes, games and results stay. Backups are rewritten by `backup/erased_copies`, where that is wanted.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import Q

from games import audit_log
from games.access.permissions import Actor
from games.models import Game
from games.numbers import whole_number
from games.services.opening import relabel
from tournament.models import Entrant, MatchGame, Player, PublicName, TeamMember
from tournament.services.tables import live_games

Seats = Mapping[str, Mapping[str, str]]  # as games keep them: seat to name and entrant


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """Who was erased: the rows that were this person's, and what they were called in them."""

    pk: int
    ids: frozenset[int]
    called: frozenset[tuple[str, str]]  # first and family name
    shown: str  # instead of the name from now on

    @property
    def names(self) -> frozenset[str]:
        """Every form in which a board may have shown the name."""
        return frozenset(
            Player(first_name=first, family_name=family, public_as=form).public_name
            for first, family in self.called
            for form in PublicName
        )


def erase(*, actor: Actor, player: Player, now_ms: int) -> ErasedPerson:
    """The name goes everywhere at once, called-off games included; games and results stay."""
    with transaction.atomic():
        gone = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
        rows = list(gone.values_list("pk", "first_name", "family_name"))
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                # Or the letters stay in the file between the rows, and in every copy of it.
                cursor.execute("PRAGMA secure_delete = ON")
        gone.update(first_name="", family_name="", note="", birth_year=None, club=None, erased_ms=now_ms)
        live_games.rename_all(player)
        person = ErasedPerson(
            player.pk,
            frozenset(pk for pk, _, _ in rows),
            frozenset((first, family) for _, first, family in rows if first or family),
            Player.objects.get(pk=player.pk).public_name,
        )
        _rename_on_former_boards(person)
        audit_log.write(actor, "erase_player", f"player:{player.pk}")
    return person


def _rename_on_former_boards(person: ErasedPerson) -> None:
    """Games of rounds that were undone or drawn again belong to no board any more and keep their seats."""
    on_boards = MatchGame.objects.filter(game__isnull=False).values("game")
    former = Game.objects.filter(topic__startswith="tournament:").exclude(pk__in=on_boards)
    seated = dict(former.values_list("pk", "players"))
    refs = {held.get("ref", "") for seats in seated.values() for held in seats.values()}
    owners = _owners(whole_number(ref.removeprefix("entrant:")) or 0 for ref in refs)
    for game_id, seats in seated.items():
        if (fresh := without_name(seats, person, owners)) != seats:
            relabel(game_id, fresh)


def _owners(entrant_ids: Iterable[int]) -> dict[str, frozenset[int]]:
    entrants = list(Entrant.objects.filter(pk__in=list(entrant_ids)))
    members: dict[int, set[int]] = {}
    teams = [each.team_id for each in entrants if each.team_id]
    for team, player in TeamMember.objects.filter(team__in=teams).values_list("team", "player"):
        members.setdefault(team, set()).add(player)
    return {
        each.scope: frozenset({each.player_id} if each.player_id else members.get(each.team_id or 0, set()))
        for each in entrants
    }


def without_name(
    seats: Seats, person: ErasedPerson, owners: Mapping[str, frozenset[int]]
) -> dict[str, dict[str, str]]:
    """The seats of a game without this person. `owners`: whom an entrant that is still there stands for.

    An entrant of one is the person by its number, whatever the name was then. In a team, and where the
    entrant is gone, the name itself has to tell.
    """
    fresh = {}
    for seat, held in seats.items():
        own = owners.get(held.get("ref", ""))
        is_person = own is not None and bool(own) and own <= person.ids
        may_be = own is None or bool(own & person.ids)
        if is_person or (may_be and held.get("name") in person.names):
            fresh[seat] = {**held, "name": person.shown}
        else:
            fresh[seat] = dict(held)
    return fresh
