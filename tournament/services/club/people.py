"""The club's players: add, find twins, merge what was entered twice. Erasing is in `erasing`."""

from django.db import transaction
from django.db.models import Q, QuerySet

from games import audit_log
from games.access.permissions import Actor
from tournament.models import Club, ClubSettings, Entrant, MatchGame, Player, TeamMember, Tournament
from tournament.people_lists.names import PersonName
from tournament.services import locking
from tournament.services.entries import teams
from tournament.services.faults import StepRefused
from tournament.services.tables import live_games


def add_player(
    *,
    actor: Actor,
    first_name: str,
    family_name: str = "",
    club: Club | None = None,
    rating: int | None = None,
    birth_year: int | None = None,
    public_as: str = "",
) -> Player:
    if not first_name.strip():
        raise StepRefused("no-name")
    with transaction.atomic():
        player = Player.objects.create(
            first_name=first_name.strip(),
            family_name=family_name.strip(),
            club=club,
            rating=rating,
            birth_year=birth_year,
            public_as=public_as or ClubSettings.objects.usual_public_name(),
        )
        audit_log.write(actor, "add_player", f"player:{player.pk}")
    return player


def change(*, actor: Actor, player: Player, **fields: object) -> None:
    """Change a player's details; a new name shows at once on every board and page."""
    with transaction.atomic():
        before = {name: _plain(getattr(player, name)) for name in fields if name not in _NAMES}
        for name, value in fields.items():
            setattr(player, name, value)
        if not player.first_name.strip():
            raise StepRefused("no-name")
        player.save(update_fields=list(fields))
        after = {name: _plain(getattr(player, name)) for name in before}
        live_games.rename_all(player)
        own = Q(entrants__player=player) | Q(entrants__team__members__player=player)
        for pk in Tournament.objects.filter(own).distinct().values_list("pk", flat=True):
            locking.count_version_up(pk)
        audit_log.write(actor, "change_player", f"player:{player.pk}", before=before, after=after)


# The log holds ids, never names.
_NAMES = frozenset({"first_name", "family_name", "note"})


def _plain(value: object) -> object:
    return value.pk if isinstance(value, Club) else value


def twins(first_name: str, family_name: str) -> QuerySet[Player]:
    """Find listed players of that name, who may be the same person."""
    return Player.objects.listed().filter(
        first_name__iexact=first_name.strip(), family_name__iexact=family_name.strip()
    )


def find_or_add(*, actor: Actor, name: PersonName, rating: int | None = None) -> Player:
    """Find the listed player of that name, or add one."""
    found = twins(name.first_name, name.family_name).first()
    return found or add_player(
        actor=actor, first_name=name.first_name, family_name=name.family_name, rating=rating
    )


def twins_of(player: Player | None) -> list[Player]:
    """List other players of the same name; a team has none."""
    return list(twins(player.first_name, player.family_name).exclude(pk=player.pk)) if player else []


def merge(*, actor: Actor, player: Player, into: Player) -> None:
    """Give everything of `player` to `into`, the same person. Refused if both entered one tournament."""
    if player.pk == into.pk:
        raise StepRefused("itself")
    with transaction.atomic():
        held_players = Player.objects.select_for_update(of=("self",)).select_related("merged_into")
        for pk in (player.pk, into.pk):
            # A page that was left open may still offer a player who has been merged since.
            held = held_players.get(pk=pk)
            if held.merged_into:
                raise StepRefused("already-merged", name=held.full_name, other=held.merged_into.full_name)
        both = Entrant.objects.filter(player=into).values("tournament")
        clash = (
            Entrant.objects.filter(player=player, tournament__in=both).select_related("tournament").first()
        )
        if clash:
            raise StepRefused(
                "still-in-tournaments",
                name=player.full_name,
                other=into.full_name,
                tournament=clash.tournament.name,
            )
        moved = {"entrants": list(Entrant.objects.filter(player=player).values_list("pk", flat=True))}
        Entrant.objects.filter(player=player).update(player=into)
        MatchGame.objects.filter(starter_player=player).update(starter_player=into)
        MatchGame.objects.filter(second_player=player).update(second_player=into)
        TeamMember.objects.filter(player=player, team__members__player=into).delete()
        TeamMember.objects.filter(player=player).update(player=into)
        teams.rename_in_lineups(player, into)
        Player.objects.filter(merged_into=player).update(merged_into=into)
        Player.objects.filter(pk=player.pk).update(merged_into=into)
        live_games.rename_all(into)
        audit_log.write(actor, "merge_player", f"player:{player.pk}", before=moved, after={"into": into.pk})
