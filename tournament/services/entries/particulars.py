"""Correct details of an entry at the desk: the name, and the rating it was entered with."""

from django.db.models import Q

from games.access.permissions import Actor
from tournament.models import Entrant, MatchGame, Player, Team
from tournament.services import locking
from tournament.services.club import people
from tournament.services.faults import StepRefused
from tournament.services.tables import live_games, seating


def rename_player(
    *, actor: Actor, entrant: Entrant, first_name: str, family_name: str, for_the_club: bool
) -> None:
    """Correct a player's name. `for_the_club`: the actor may also rename a player who plays elsewhere."""
    with locking.changing(entrant.tournament_id):
        player = Player.objects.get(pk=entrant.as_player.pk)
        if (player.first_name, player.family_name) == (first_name, family_name):
            return
        if not for_the_club and plays_elsewhere(entrant):
            raise StepRefused("known-elsewhere", name=player.full_name)
        people.change(actor=actor, player=player, first_name=first_name, family_name=family_name)


def rename_team(*, actor: Actor, entrant: Entrant, name: str, for_the_club: bool) -> None:
    with locking.changing(entrant.tournament_id):
        team = entrant.as_team
        if team.name == name:
            return
        if not for_the_club and plays_elsewhere(entrant):
            raise StepRefused("known-elsewhere", name=team.name)
        if not name:
            raise StepRefused("no-name")
        Team.objects.filter(pk=team.pk).update(name=name)
        locking.note(actor, "rename_team", entrant)  # without the names: the log holds ids
        games = MatchGame.objects.filter(game__isnull=False).filter(
            Q(match__first__team=team) | Q(match__second__team=team)
        )
        live_games.relabel_all(seating.with_relatives(games))


def plays_elsewhere(entrant: Entrant) -> bool:
    """Return whether the name appears in other tournaments too, for which this desk is not responsible."""
    others = Entrant.objects.exclude(tournament=entrant.tournament_id)
    if entrant.team_id:
        return others.filter(team=entrant.team_id).exists()
    return (
        others.filter(player=entrant.player_id).exists()
        or others.filter(team__members__player=entrant.player_id).exists()
    )


def set_rating(*, actor: Actor, entrant: Entrant, rating: int) -> None:
    """Set the rating that counts in this tournament; stages that have begun keep their seeds."""
    with locking.changing(entrant.tournament_id):
        if entrant.rating == rating:
            return
        locking.note(
            actor, "set_rating", entrant, before={"rating": entrant.rating}, after={"rating": rating}
        )
        Entrant.objects.filter(pk=entrant.pk).update(rating=rating)
