"""Draw a round of a season for a club evening, from the players who came.

A player who announced an absence misses the round with notice, one who is just not there without; one who
announced it and came plays. The formats say whether their rounds are evenings (`Format.over_season`).
"""

from games import audit_log
from games.access.permissions import Actor
from tournament.formats.registry import FORMATS
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    EntryKind,
    Evening,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    TournamentStatus,
)
from tournament.services import locking
from tournament.services.entries import attendance, enrol
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts
from tournament.services.stages import stages


def seasons() -> list[Stage]:
    """List the competitions whose next round an evening can be, the newest first."""
    codes = [each.code for each in FORMATS.values() if each.over_season]
    found = Stage.objects.exclude(status=StageStatus.FINISHED).exclude(
        tournament__status=TournamentStatus.ARCHIVED
    )
    running = found.select_related("tournament").filter(tournament__entry=EntryKind.PLAYER)
    return [stage for stage in running.order_by("-tournament_id", "number") if stage.format in codes]


def draw(*, actor: Actor, evening: Evening, stage: Stage, now_ms: int) -> Round:
    """Draw the next round of a season for this evening; redraw a draft with the players who are here now."""
    with locking.changing(stage.tournament_id):
        held = Evening.objects.open().filter(pk=evening.pk).first()
        if held is None:
            raise StepRefused("stage-finished")
        known = held.round
        if known and (known.status != RoundStatus.DRAFT or known.stage_id != stage.pk):
            raise StepRefused("evening-drawn")
        number = known.number if known else stages.next_number(stage)
        _record_attendance(actor, held, stage, number, now_ms)
        if known:
            round_ = drafts.redraft(actor=actor, round_=known, version=known.version)
        else:
            round_ = drafts.draft(actor=actor, stage=stage)
        Evening.objects.filter(pk=held.pk).update(round=round_)
        audit_log.write(actor, "draw_evening", held.scope, after={"stage": stage.pk, "round": round_.number})
    return round_


def _record_attendance(actor: Actor, evening: Evening, stage: Stage, number: int, now_ms: int) -> None:
    here = {player.pk: player for player in evening.present.all()}
    entered = Entrant.objects.filter(tournament=stage.tournament_id, house=False, player__isnull=False)
    entrants = {each.player_id: each for each in entered.select_related("player", "tournament")}
    for pk, player in here.items():
        if pk not in entrants:
            enrol.enter_player(actor=actor, tournament=stage.tournament, player=player, now_ms=now_ms)
        elif not entrants[pk].is_in:
            attendance.come_back(actor=actor, entrant=entrants[pk])
    away = [each for pk, each in entrants.items() if pk not in here and each.is_in]
    absences = Absence.objects.filter(stage=stage, number=number)
    absences.filter(entrant__player__in=here).delete()
    # Announced absences remain. The others are recorded again, as people arrive until publication.
    absences.filter(kind=AbsenceKind.ABSENT).delete()
    announced = set(absences.values_list("entrant_id", flat=True))
    Absence.objects.bulk_create(
        Absence(entrant=each, stage=stage, number=number, kind=AbsenceKind.ABSENT)
        for each in away
        if each.pk not in announced
    )
