"""A ladder, or club evening: no draw to wait for. Every game is a round of its own and closes itself."""

from games.access import Actor
from tournament.formats.values import Outcome
from tournament.models import (
    Entrant,
    Format,
    Match,
    Round,
    RoundStatus,
    Stage,
    StageEntry,
    StageStatus,
    TournamentStatus,
)
from tournament.services import door, progress, results, stages
from tournament.services.faults import Refused


def play(
    *,
    actor: Actor,
    stage: Stage,
    first: Entrant,
    second: Entrant,
    now_ms: int,
    outcome: Outcome | None = None,
    control: str = "",
) -> Match:
    """Two who are present play, `first` starting: on a table now, or with the `outcome` they tell.

    `control` is for this game alone, in place of the stage's.
    """
    if first.pk == second.pk:
        raise Refused("itself")
    with door.changing(stage.tournament_id) as tournament:
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        if stage.format != Format.LADDER:
            raise Refused("schedule-fixed")
        for entrant in (first, second):
            _enter_ladder(stage, entrant)
        round_ = Round.objects.create(
            stage=stage,
            number=stages.next_number(stage),
            status=RoundStatus.PUBLISHED,
            published_ms=now_ms,
            starts_ms=now_ms,
            control=control,
        )
        match = Match.objects.create(round=round_, board=1, first=first, second=second)
        Stage.objects.filter(pk=stage.pk).update(status=StageStatus.RUNNING)
        tournament.status = TournamentStatus.RUNNING
        tournament.save(update_fields=["status"])
        progress.open_games(round_, list(Match.objects.with_names().filter(pk=match.pk)), now_ms=now_ms)
        door.note(actor, "play_ladder", match, after={"pair": [first.pk, second.pk]})
        if outcome:
            match = results.type_result(actor=actor, match=match, outcome=outcome, now_ms=now_ms)
    return match


def _enter_ladder(stage: Stage, entrant: Entrant) -> None:
    if not entrant.is_in:
        raise Refused("not-in", name=str(entrant))
    last = stage.entries.order_by("-seed").values_list("seed", flat=True).first() or 0
    StageEntry.objects.get_or_create(stage=stage, entrant=entrant, defaults={"seed": last + 1})
