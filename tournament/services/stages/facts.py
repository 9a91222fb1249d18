"""What the format of a stage needs to know of it, and what the format answers."""

from collections import Counter

from tournament.formats.format import RoundWishes, StageFacts, StageSize
from tournament.formats.pairing import Pairing, PairingRow, pair
from tournament.models import Absence, AbsenceKind, ForbiddenPair, Match, RoundStatus
from tournament.scores import Outcome
from tournament.services.stages import brackets
from tournament.services.stages.stage_record import (
    StageRecord,
    field_of,
    meetings_of,
    reasons_of,
    scoring_of,
)


def facts_of(record: StageRecord, wishes: RoundWishes = RoundWishes()) -> StageFacts:  # noqa: B008 (frozen)
    """Collect everything that was drawn, and of a draft only what a redraft keeps."""
    stage = record.stage
    return StageFacts(
        entrants=field_of(record),
        options=stage.chosen,
        number=record.next_number,
        planned_rounds=stage.planned_rounds,
        scoring=scoring_of(stage),
        odd_seeds_start=stage.odd_seeds_start is not False,
        groups=record.group_of if record.format_rules.has_groups else {},
        gone=record.gone,
        meetings=meetings_of(record),
        played=brackets.records_by_place(record, with_draft=False) if record.format_rules.is_bracket else {},
        locked=_locked(record),
        wishes=wishes,
    )


def facts_for_pairing(record: StageRecord) -> StageFacts:
    """Collect the facts with absences and forbidden pairs, where the format takes them into account."""
    return facts_of(record, _wishes(record) if record.format_rules.takes_absences else RoundWishes())


def rounds_of(record: StageRecord) -> int:
    """Return how many rounds the stage has; 0 where it is not known beforehand."""
    stage = record.stage
    if record.format_rules.plans_rounds:
        return stage.planned_rounds or 0
    by_table = Counter(entry.group for entry in record.entries)
    size = StageSize(tuple(by_table.values()) or (0,), stage.chosen, stage.planned_rounds)
    return record.format_rules.rounds(size)


def is_complete(record: StageRecord) -> bool:
    """Return whether the stage has drawn all its rounds and every match is decided."""
    if record.draft or any(each.status != RoundStatus.CLOSED for each in record.drawn):
        return False
    return record.format_rules.is_complete(facts_of(record))


def pairing_of(match: Match) -> Pairing:
    bye = Outcome(match.outcome) if match.second_id is None else None
    return Pairing(match.board, match.first_id, match.second_id, bye, reasons_of(match))


def _locked(record: StageRecord) -> tuple[PairingRow, ...]:
    if record.draft is None:
        return ()
    matches = record.matches_by_round.get(record.draft.number, ())
    return tuple(
        PairingRow(pairing_of(match), match.place, locked=True)
        for match in matches
        if match.locked and not record.gone & set(match.entrant_ids)
    )


def _wishes(record: StageRecord) -> RoundWishes:
    absences = Absence.objects.filter(stage=record.stage, number=record.next_number)
    away = dict(absences.values_list("entrant_id", "kind"))
    apart = ForbiddenPair.objects.filter(tournament=record.stage.tournament_id)
    pairs = [
        (pair(one, other), strict) for one, other, strict in apart.values_list("one_id", "other_id", "strict")
    ]
    return RoundWishes(
        absent=frozenset(pk for pk, kind in away.items() if kind == AbsenceKind.ABSENT),
        half_byes=frozenset(pk for pk, kind in away.items() if kind == AbsenceKind.HALF_BYE),
        forbidden=frozenset(both for both, strict in pairs if strict),
        avoided=frozenset(both for both, strict in pairs if not strict),
    )
