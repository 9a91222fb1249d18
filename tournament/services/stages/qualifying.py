"""From stage to stage: who qualifies, and the field that the next stage begins with."""

from tournament.models import RoundStatus, Stage, StageStatus
from tournament.services import standings
from tournament.services.faults import StepRefused
from tournament.services.stages import stage_record, stages
from tournament.services.stages.stage_record import StageRecord


def begin(stage: Stage) -> None:
    """Seed a stage when its first round is drafted: from the entries, or from the stage before it.

    Until that round exists the field is only a proposal, and is determined again each time.
    """
    if stage.rounds.exists():
        return
    before = stages.before(stage)
    field = _field_from(before, stage) if before else []
    stage.entries.all().delete()
    if before:
        stages.fill(stage, field)
    else:
        stages.seed(stage)


def field_is_current(stage: Stage) -> bool:
    """Return whether an unpublished stage still has the field that the stage before it gives."""
    before = stages.before(stage)
    if before is None or stage.rounds.exclude(status=RoundStatus.DRAFT).exists():
        return True
    given, drafted = _field_from(before, stage), _entrants_by_seed(stage)
    if stage.format_rules.seeds_by_hand and stage.rounds.filter(adjusted=True).exists():
        return set(given) == set(drafted)  # places were exchanged by hand
    return given == drafted


def qualified(record: StageRecord) -> list[int]:
    """List who qualifies for the next stage, in the order of their seeds there."""
    orders = [[row.entrant.pk for row in rows] for rows in _still_in(record)]
    return record.format_rules.pick_qualified(orders, record.stage.chosen)


def level_at_the_cut(record: StageRecord) -> bool:
    """Return whether the last to qualify from a table shares the rank with the first who does not."""
    cut = record.format_rules.count_qualifiers(record.stage.chosen)
    if cut is None:
        return False
    return any(len(rows) > cut and rows[cut - 1].rank == rows[cut].rank for rows in _still_in(record))


def _field_from(before: Stage, stage: Stage) -> list[int]:
    """List the qualifiers of the finished stage before, whose cut is clear; then those who entered since."""
    if before.status != StageStatus.FINISHED:
        raise StepRefused("earlier-stage")
    record = stage_record.read(before)
    if level_at_the_cut(record):
        raise StepRefused("level-at-the-cut", stage=str(before))
    known = set(_entrants_by_seed(before))
    return [*qualified(record), *(pk for pk in _entrants_by_seed(stage) if pk not in known)]


def _entrants_by_seed(stage: Stage) -> list[int]:
    return list(stage.entries.order_by("seed").values_list("entrant_id", flat=True))


def _still_in(record: StageRecord) -> list[list[standings.StandingRow]]:
    """Read the rows of each table without those who have left."""
    return [[row for row in table.rows if row.entrant.is_in] for table in standings.by_group(record).values()]
