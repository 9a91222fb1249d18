"""The tournament as a whole: set up in one step, archived, restored, deleted while nothing was drawn."""

from datetime import date
from typing import Any

from django.db import transaction

from games.access import links
from games.access.permissions import Actor
from games.clock import TimeControl
from games.models import Grant, Link
from tournament.formats.registry import get_format
from tournament.models import (
    EntryKind,
    StageEntry,
    StageStatus,
    Tournament,
    TournamentStatus,
)
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.stages import stages
from tournament.services.tables import seating


@transaction.atomic
def create(
    *,
    actor: Actor,
    name: str,
    format: str,
    control: str,
    now_ms: int,
    entry: str = EntryKind.PLAYER,
    seats: int = 2,
    boards: int = 1,
    rounds: int | None = None,
    table_count: int = 0,
    options: dict[str, Any] | None = None,
    followed_by: str = "",
    starts_on: date | None = None,
    city: str = "",
    live: bool = True,
    input: str = "moves",
    keeper: str = "table",
) -> Tournament:
    """Create a tournament with its stages and tables, ready for entries; `followed_by` is a second format."""
    if not name.strip():
        raise StepRefused("no-name")
    terms = TimeControl.parse(control)
    terms.check(seats)
    tournament = Tournament.objects.create(
        name=name.strip(),
        city=city.strip(),
        starts_on=starts_on,
        entry=entry,
        seats=seats,
        boards=boards if entry == EntryKind.TEAM else 1,
        live=live,
        input=input,
        keeper=keeper,
        created_ms=now_ms,
    )
    locking.note(actor, "set_up_tournament", tournament, after={"format": format, "entry": entry})
    settings: dict[str, Any] = {"control": str(terms), "options": options or {}}
    if rounds and get_format(format).default_rounds:
        settings["planned_rounds"] = rounds
    stages.add(actor=actor, tournament=tournament, format=format, **settings)
    if followed_by:
        proposed = dict(get_format(followed_by).proposed)
        stages.add(
            actor=actor, tournament=tournament, format=followed_by, control=str(terms), options=proposed
        )
    if table_count:
        seating.provide(actor=actor, tournament=tournament, count=table_count)
    return tournament


def archive(*, actor: Actor, tournament: Tournament) -> None:
    """Archive a tournament: off the desk and not to be changed until it is restored, but still visible as
    before.
    """
    with locking.changing(tournament.pk, archived=True) as held:
        if held.status == TournamentStatus.ARCHIVED:
            raise StepRefused("already-so")
        locking.note(actor, "archive", held, before={"status": held.status})
        Tournament.objects.filter(pk=held.pk).update(status=TournamentStatus.ARCHIVED)


def show_to_public(*, actor: Actor, tournament: Tournament, shown: bool) -> None:
    """Show a tournament to the public or hide it, also in the archive."""
    with locking.changing(tournament.pk, archived=True) as held:
        if held.public == shown:
            raise StepRefused("already-so")
        locking.note(actor, "show_to_public", held, before={"public": held.public}, after={"public": shown})
        Tournament.objects.filter(pk=held.pk).update(public=shown)


def bring_back(*, actor: Actor, tournament: Tournament) -> None:
    """Restore a tournament from the archive, with the status that follows from its rounds."""
    with locking.changing(tournament.pk, archived=True) as held:
        if held.status != TournamentStatus.ARCHIVED:
            raise StepRefused("not-archived", name=held.name)
        status = TournamentStatus.RUNNING if stages.has_begun(held) else TournamentStatus.SETUP
        if held.stages.exists() and not held.stages.exclude(status=StageStatus.FINISHED).exists():
            status = TournamentStatus.FINISHED
        locking.note(actor, "bring_back", held, after={"status": status})
        Tournament.objects.filter(pk=held.pk).update(status=status)


@transaction.atomic
def delete(*, actor: Actor, tournament: Tournament) -> None:
    """Delete a tournament for which nothing was ever drawn, with its links and roles."""
    with locking.changing(tournament.pk, archived=True) as held:
        if stages.has_begun(held):
            raise StepRefused("has-rounds", name=held.name)
        for link in Link.objects.within(held.scope).filter(revoked_ms=None):
            links.revoke(actor, link)
        Grant.objects.filter(scope=held.scope).delete()
        StageEntry.objects.filter(stage__tournament=held).delete()
        locking.note(actor, "delete_tournament", held)
        held.delete()
