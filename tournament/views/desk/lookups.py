"""From the numbers in an address to the thing that a right is asked on, or 404."""

from collections.abc import Callable
from typing import TypeVar

from django.db.models import Model, QuerySet
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

RowT = TypeVar("RowT", bound=Model)


def _by(name: str, rows: QuerySet[RowT]) -> Callable[..., RowT]:
    """Make the function that finds the row whose number is captured under this name."""

    def find(**captured: int) -> RowT:
        return get_object_or_404(rows, pk=captured[name])

    return find


tournament_at = _by("pk", Tournament.objects.all())
stage_at = _by("stage_id", Stage.objects.select_related("tournament"))
round_at = _by("round_id", Round.objects.select_related("stage__tournament"))
match_at = _by("match_id", Match.objects.with_names())
game_at = _by("match_game_id", MatchGame.objects.select_related("table", "match__round__stage__tournament"))
entrant_at = _by("entrant_id", Entrant.objects.with_names())
table_at = _by("table_id", Table.objects.select_related("tournament"))
category_at = _by("category_id", Category.objects.select_related("tournament"))
forbidden_at = _by("pair_id", ForbiddenPair.objects.select_related("tournament", "one", "other"))


def backup_at(name: str, **_: object) -> Thing:
    """A copy of the whole database holds every event and every account: only the club's staff may have it."""
    found = copies.find(name)
    if found is None:
        raise Http404
    if found.path.name.endswith(".sqlite3.gz"):
        return CLUB
    return get_object_or_404(Tournament, pk=found.tournament_id)
