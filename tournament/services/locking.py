"""Lock a tournament for a change; write the log, count its version up, announce it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F

from games import audit_log
from games.access.permissions import Actor
from games.signals import topic_news
from tournament.models import Match, Round, Tournament, TournamentStatus
from tournament.services.faults import StepRefused


@contextmanager
def changing(tournament_id: int, *, archived: bool = False) -> Iterator[Tournament]:
    """Lock a tournament until the transaction ends. An archived one cannot be changed, unless `archived`.

    On SQLite the immediate transaction is the lock, on PostgreSQL the row is.
    """
    with transaction.atomic():
        held = Tournament.objects.select_for_update().get(pk=tournament_id)
        if held.status == TournamentStatus.ARCHIVED and not archived:
            raise StepRefused("archived")
        yield held


def note(actor: Actor, verb: str, thing: Any, before: Any = None, after: Any = None, note: str = "") -> None:
    """Write one entry of the log about a thing that knows its scope; ids only, no names.

    Every change is noted, so this is also where pages that show the tournament learn of a new `version`.
    """
    target = path(thing)
    audit_log.write(actor, verb, target, before=before, after=after, note=note)
    count_version_up(int(target.partition("/")[0].removeprefix("tournament:")))


def count_version_up(tournament_id: int) -> None:
    """Count the version up and announce it: pages that show the tournament are out of date."""
    row = Tournament.objects.filter(pk=tournament_id)
    row.update(version=F("version") + 1)
    announce(tournament_id, version=row.values_list("version", flat=True).get())


def announce(tournament_id: int, **more: int) -> None:
    """Announce after the commit that pages are out of date; each asks again for what changed.

    With the `version` in the announcement, a page that already shows it need not ask.
    """
    arguments = {"topic": f"tournament:{tournament_id}", "message": build_news(**more)}
    transaction.on_commit(partial(topic_news.send, Tournament, **arguments), robust=True)


def build_news(**more: int) -> dict[str, Any]:
    """Build the message that something of a tournament has changed."""
    return {"what": "tournament", **more}


def path(thing: Any) -> str:
    """Return the log's target, the widest scope first: `tournament:3/entrant:12`.

    A match names its entrants as well, so that players find what was done to their own games.
    """
    sides = [f"entrant:{pk}" for pk in getattr(thing, "entrant_ids", ())]
    own = thing.scope
    if own.startswith("tournament:"):
        return audit_log.path(own, *sides)
    return audit_log.path(f"tournament:{thing.tournament_id}", own)


def pairs_for_log(matches: Iterable[Match]) -> list[list[object]]:
    """Return the pairs of a round for the log: board, entrants, outcome; ids only."""
    return [[match.board, match.first_id, match.second_id, match.outcome] for match in matches]


def reread_round(round_: Round, version: int | None, status: str, already: str = "not-a-draft") -> Round:
    """Return the round as it is now; refuse if that is not what the user saw when pressing the button."""
    held = Round.objects.select_related("stage__tournament").filter(pk=round_.pk).first()
    if held is None:
        raise StepRefused("already-undone", round=round_.number)
    if held.status != status:
        raise StepRefused(already, round=held.number)
    if version is not None and held.version != version:
        raise StepRefused("changed-meanwhile")
    return held
