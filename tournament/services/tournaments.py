"""A tournament as a whole: set up with its stages and tables, archived when it is over."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games import grants
from games.access import Actor
from games.roles import Role
from tournament.models import Stage, Tournament, TournamentStatus
from tournament.services import door, settings_change, stages, tables
from tournament.services.faults import Refused


def create(
    *,
    actor: Actor,
    now_ms: int,
    name: str,
    stages_wanted: Sequence[dict[str, Any]] = (),
    table_count: int = 0,
    **settings: Any,
) -> Tournament:
    """Set up a tournament: `stages_wanted` as keyword arguments of `stages.add`, each with its format.

    Whoever sets it up becomes its organiser.
    """
    if not name.strip():
        raise Refused("no-name")
    with transaction.atomic():
        tournament = Tournament(name=name.strip(), created_ms=now_ms, **settings)
        tournament.full_clean(exclude=["code"])
        tournament.save()
        door.note(actor, "create_tournament", tournament)
        if actor.user_id is not None:
            grants.give(actor, subject=f"user:{actor.user_id}", role=Role.ORGANISER, scope=tournament.scope)
        for wanted in stages_wanted:
            _checked_stage(actor, tournament, wanted)
        if table_count:
            tables.provide(actor=actor, tournament=tournament, count=table_count)
    return tournament


def _checked_stage(actor: Actor, tournament: Tournament, wanted: dict[str, Any]) -> Stage:
    given = dict(wanted)
    format = given.pop("format")
    draft = Stage(tournament=tournament, number=1, format=format)
    plain = {name: value for name, value in given.items() if name != "options"}
    checked = settings_change.checked_values(draft, plain)
    return stages.add(actor=actor, tournament=tournament, format=format, **{**given, **checked})


def archive(*, actor: Actor, tournament: Tournament) -> None:
    """Out of sight, with everything kept."""
    with door.changing(tournament.pk) as held:
        before = {"status": held.status}
        Tournament.objects.filter(pk=held.pk).update(status=TournamentStatus.ARCHIVED)
        door.note(actor, "archive", held, before=before, after={"status": TournamentStatus.ARCHIVED})
