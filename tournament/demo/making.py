"""An event of the demo: made, entered and drawn by the services, and marked so that it can be taken away."""

import datetime
from typing import Any

from games.access.permissions import SYSTEM
from tournament.demo import clearing
from tournament.models import DemoKind, Entrant, Player, Round, Stage, Tournament
from tournament.services.entries import enrol
from tournament.services.pairing import drafts
from tournament.services.rounds import lifecycle
from tournament.services.stages import stages
from tournament.services.tables import seating


def make_event(
    code: str, name: str, on_ms: int, *, boards: int, stage: dict[str, Any], **settings: Any
) -> Stage:
    day = datetime.datetime.fromtimestamp(on_ms / 1000, datetime.UTC).date()
    event = Tournament.objects.create(
        code=code,
        name=name,
        city="Lindenau",
        starts_on=day,
        ends_on=day,
        keeper="server",
        created_ms=on_ms,
        **settings,
    )
    clearing.mark(DemoKind.TOURNAMENT, event.pk)
    made = stages.add(actor=SYSTEM, tournament=event, **stage)
    # The lot is given, so that every demo is drawn the same.
    Stage.objects.filter(pk=made.pk).update(draw_seed="demo", odd_seeds_start=True)
    seating.provide(actor=SYSTEM, tournament=event, count=boards)
    return Stage.objects.select_related("tournament").get(pk=made.pk)


def enter(stage: Stage, players: list[Player], on_ms: int) -> list[Entrant]:
    event = stage.tournament
    entrants = [
        enrol.enter_player(actor=SYSTEM, tournament=event, player=each, now_ms=on_ms) for each in players
    ]
    Entrant.objects.filter(tournament=event).update(checked_in=True, paid=True)
    return entrants


def publish(stage: Stage, at_ms: int, starts_ms: int | None = None) -> Round:
    draft = drafts.draft(actor=SYSTEM, stage=stage)
    return lifecycle.publish(
        actor=SYSTEM, round_=draft, version=draft.version, now_ms=at_ms, starts_ms=starts_ms or at_ms
    )
