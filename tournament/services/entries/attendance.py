"""Record attendance: check-in, absence for a round, half-point bye, withdrawal, return, expulsion.

The desk has a button for each; players can use theirs through their own link.
"""

from games.access.permissions import Actor
from tournament import scores
from tournament.formats.byes import HalfByes
from tournament.formats.swiss_round import SwissRound
from tournament.models import (
    Absence,
    AbsenceKind,
    Entrant,
    EntrantStatus,
    Incident,
    IncidentKind,
    Match,
    Round,
    RoundStatus,
    Stage,
    StageStatus,
    Tournament,
)
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.stages import stages


def check_in(*, actor: Actor, entrant: Entrant, present: bool = True) -> None:
    """Check an entrant in or out. After the start of the stage a check-in is a late entry."""
    with locking.changing(entrant.tournament_id) as held:
        entrant = _check_entered(entrant)
        if entrant.checked_in == present:
            return
        entrant.checked_in = present
        entrant.save(update_fields=["checked_in"])
        stage = stages.current(held)
        if present and stage and stage.status != StageStatus.FINISHED and not entrant.house:
            stages.add_late_entry(entrant, stage)
        locking.note(actor, "check_in", entrant, after={"present": present})


def check_in_all(*, actor: Actor, tournament: Tournament) -> None:
    """Check in all entrants, or none if one is refused."""
    with locking.changing(tournament.pk) as held:
        for entrant in held.entrants.entered().filter(checked_in=False, house=False):
            check_in(actor=actor, entrant=entrant)


def announce_absence(*, actor: Actor, entrant: Entrant, stage: Stage, number: int, kind: AbsenceKind) -> None:
    """Announce that an entrant misses one round, for nothing or for half a point.

    Half a point is given within the limits of the tournament, and only before the draft.
    """
    with locking.changing(entrant.tournament_id) as held:
        entrant = _check_entered(entrant)
        # In other formats the schedule or the bracket decides who meets, and would ignore the absence.
        if not stage.format_rules.takes_absences:
            raise StepRefused("absence-swiss-only", name=str(entrant))
        _check_deadline(stage, number, kind)
        known = Absence.objects.filter(entrant=entrant, stage=stage, number=number).first()
        if known and known.kind == kind:
            return
        if kind == AbsenceKind.HALF_BYE and stage.format_rules.limits_half_byes:
            _check_half_bye(held, entrant, stage, number)
        Absence.objects.update_or_create(entrant=entrant, stage=stage, number=number, defaults={"kind": kind})
        locking.note(
            actor,
            "announce_absence",
            entrant,
            before={"kind": known.kind} if known else None,
            after={"stage": stage.number, "round": number, "kind": kind},
        )


def cancel_absence(*, actor: Actor, entrant: Entrant, stage: Stage, number: int) -> None:
    with locking.changing(entrant.tournament_id):
        _check_deadline(stage, number, AbsenceKind.ABSENT)
        gone, _ = Absence.objects.filter(entrant=entrant, stage=stage, number=number).delete()
        if gone:
            locking.note(actor, "cancel_absence", entrant, before={"stage": stage.number, "round": number})


def withdraw(*, actor: Actor, entrant: Entrant) -> list[Match]:
    """Withdraw an entrant for good; return the published matches still open, which the desk has to decide."""
    with locking.changing(entrant.tournament_id):
        entrant = _check_entered(entrant)
        _set_status(actor, entrant, EntrantStatus.WITHDRAWN, "withdraw")
        return _open_matches(entrant)


def come_back(*, actor: Actor, entrant: Entrant) -> None:
    """Return an entrant after a withdrawal: the same one with the same history, byes included."""
    with locking.changing(entrant.tournament_id) as held:
        entrant = Entrant.objects.with_names().get(pk=entrant.pk)
        if entrant.status == EntrantStatus.ENTERED:
            raise StepRefused("not-out", name=str(entrant))
        if entrant.status not in (EntrantStatus.WITHDRAWN, EntrantStatus.EXPELLED):
            raise StepRefused("not-in", name=str(entrant))
        _set_status(actor, entrant, EntrantStatus.ENTERED, "come_back")
        stage = stages.current(held)
        if stage and stage.format_rules.takes_late_entries and stage.status != StageStatus.FINISHED:
            stages.add_late_entry(entrant, stage)


def expel(*, actor: Actor, entrant: Entrant, reason: str, now_ms: int) -> list[Match]:
    """Expel an entrant and store the reason as an incident; return the published matches still open."""
    with locking.changing(entrant.tournament_id) as held:
        entrant = _check_entered(entrant)
        Incident.objects.create(
            tournament=held, entrant=entrant, kind=IncidentKind.PENALTY, text=reason, at_ms=now_ms
        )
        _set_status(actor, entrant, EntrantStatus.EXPELLED, "expel", note=reason)
        return _open_matches(entrant)


def note_incident(*, actor: Actor, entrant: Entrant, kind: str, text: str, now_ms: int) -> Incident:
    """Note a warning, a penalty or a mere note about an entrant."""
    with locking.changing(entrant.tournament_id) as held:
        incident = Incident.objects.create(
            tournament=held, entrant=entrant, kind=kind, text=text, at_ms=now_ms
        )
        locking.note(actor, "note_incident", entrant, after={"incident": incident.pk, "kind": kind})
    return incident


def _check_half_bye(tournament: Tournament, entrant: Entrant, stage: Stage, number: int) -> None:
    """Check a half-point bye against the tournament's limits; requested ones count like given ones."""
    asked = Absence.objects.filter(entrant=entrant, stage=stage, kind=AbsenceKind.HALF_BYE)
    question = SwissRound(
        number=number,
        planned=stage.planned_rounds or number + 1,
        entrants=(scores.Entrant(entrant.pk, seed=1),),
        meetings=tuple(
            scores.Meeting(other, entrant.pk, None, scores.Outcome.HALF_BYE)
            for other in asked.values_list("number", flat=True)
        ),
    )
    rule = HalfByes(limit=tournament.half_byes, in_last_round=tournament.half_bye_in_last_round)
    rule.check(question, entrant.pk)


def _check_deadline(stage: Stage, number: int, kind: AbsenceKind) -> None:
    """Refuse half a point after the draft, and any absence after publication."""
    drawn = Round.objects.filter(stage=stage, number=number).first()
    if drawn and (kind == AbsenceKind.HALF_BYE or drawn.status != RoundStatus.DRAFT):
        raise StepRefused("round-drafted", round=number)


def _check_entered(entrant: Entrant) -> Entrant:
    entrant = Entrant.objects.with_names().get(pk=entrant.pk)
    if not entrant.is_in:
        raise StepRefused("not-in", name=str(entrant))
    return entrant


def _set_status(actor: Actor, entrant: Entrant, status: EntrantStatus, verb: str, note: str = "") -> None:
    before, entrant.status = entrant.status, status
    entrant.save(update_fields=["status"])
    locking.note(actor, verb, entrant, before={"status": before}, after={"status": status}, note=note)


def _open_matches(entrant: Entrant) -> list[Match]:
    return list(Match.objects.open().published().of(entrant).with_names())
