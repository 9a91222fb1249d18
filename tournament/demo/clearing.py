"""Remove the demo, and only it. Rows that real tournaments use by now, such as a demo player, stay.

The action log keeps its lines, with the ids of removed rows.
"""

from collections.abc import Iterable
from typing import Any

from django.db import models, transaction
from django.db.models import ProtectedError, Q

from games.models import Game, Grant, Link
from tournament.models import (
    Club,
    DemoKind,
    DemoThing,
    Entrant,
    Match,
    MatchGame,
    Player,
    Round,
    StageEntry,
    Team,
    Tournament,
)
from tournament.services.club import rating_periods


def clear() -> int:
    """Delete all rows of the demo and return the number of its tournaments."""
    with transaction.atomic():
        tournaments = list(Tournament.objects.filter(pk__in=_marked(DemoKind.TOURNAMENT)))
        for tournament in tournaments:
            _remove_tournament(tournament)
        for kind, model in ((DemoKind.TEAM, Team), (DemoKind.PLAYER, Player), (DemoKind.CLUB, Club)):
            _remove_unused(model.objects.filter(pk__in=_marked(kind)))
        DemoThing.objects.all().delete()
        rating_periods.bring_up_to_date()
    return len(tournaments)


def mark(kind: DemoKind, number: int) -> None:
    """Mark a row as part of the demo, so that it is removed with it."""
    DemoThing.objects.create(kind=kind, number=number)


def _marked(kind: DemoKind) -> models.QuerySet[DemoThing, Any]:
    return DemoThing.objects.filter(kind=kind).values("number")


def _remove_tournament(tournament: Tournament) -> None:
    games = Game.objects.filter(topic=tournament.scope)
    scopes = [tournament.scope, *(game.scope for game in games)]
    scopes += [each.scope for each in (*tournament.entrants.all(), *tournament.tables.all())]
    links = Link.objects.filter(Q(scope__in=scopes) | Q(topic=tournament.scope))
    subjects = [link.subject for link in links]
    Grant.objects.filter(Q(scope__in=scopes) | Q(subject__in=[*scopes, *subjects])).delete()
    links.delete()
    # From the leaves to the root, because each row protects those it refers to.
    MatchGame.objects.filter(match__round__stage__tournament=tournament).delete()
    games.delete()
    Match.objects.filter(round__stage__tournament=tournament).delete()
    Round.objects.filter(stage__tournament=tournament).delete()
    StageEntry.objects.filter(stage__tournament=tournament).delete()
    Entrant.objects.filter(tournament=tournament).delete()
    tournament.delete()


def _remove_unused(rows: Iterable[models.Model]) -> None:
    for row in rows:
        try:
            with transaction.atomic():
                if isinstance(row, Club) and row.players.exists():
                    continue
                row.delete()
        except ProtectedError:
            continue
