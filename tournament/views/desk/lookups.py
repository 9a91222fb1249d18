"""Find the thing that a right is checked on by the numbers in an address, or answer 404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from games.access.permissions import CLUB, Thing
from tournament.models import (
    Category,
    Entrant,
    ForbiddenPair,
    Match,
    MatchGame,
    Round,
    Stage,
    Table,
    Tournament,
)
from tournament.services.backup import copies


def tournament_at(pk: int, **_: object) -> Tournament:
    return get_object_or_404(Tournament, pk=pk)


def stage_at(stage_id: int, **_: object) -> Stage:
    return get_object_or_404(Stage.objects.select_related("tournament"), pk=stage_id)


def round_at(round_id: int, **_: object) -> Round:
    return get_object_or_404(Round.objects.select_related("stage__tournament"), pk=round_id)


def match_at(match_id: int, **_: object) -> Match:
    return get_object_or_404(Match.objects.with_names(), pk=match_id)


def game_at(match_game_id: int, **_: object) -> MatchGame:
    found = MatchGame.objects.select_related("table", "match__round__stage__tournament")
    return get_object_or_404(found, pk=match_game_id)


def entrant_at(entrant_id: int, **_: object) -> Entrant:
    return get_object_or_404(Entrant.objects.with_names(), pk=entrant_id)


def table_at(table_id: int, **_: object) -> Table:
    return get_object_or_404(Table.objects.select_related("tournament"), pk=table_id)


def backup_at(name: str, **_: object) -> Thing:
    """Find the owner of a backup: the club for a whole database, which holds all accounts."""
    found = copies.find(name)
    if found is None:
        raise Http404
    if found.path.name.endswith(".sqlite3.gz"):
        return CLUB
    return get_object_or_404(Tournament, pk=found.tournament_id)


def category_at(category_id: int, **_: object) -> Category:
    return get_object_or_404(Category.objects.select_related("tournament"), pk=category_id)


def forbidden_at(pair_id: int, **_: object) -> ForbiddenPair:
    return get_object_or_404(ForbiddenPair.objects.select_related("tournament", "one", "other"), pk=pair_id)
