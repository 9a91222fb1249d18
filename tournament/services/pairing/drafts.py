"""A round before it is published: staff draft it, see why each pairing is there, adjust it, draft it again.

Pairing happens outside the transaction that writes it; a draft is written only if its input is unchanged.
"""

from collections.abc import Callable
from typing import Any

from games.access.permissions import Actor
from tournament.formats import by_hand
from tournament.formats.by_hand import Concern, Draft
from tournament.formats.format import ByHand, PairingRefused
from tournament.formats.pairing import PairingRow, forfeit_of
from tournament.models import Match, Round, RoundStatus, Stage, StageEntry, StageStatus
from tournament.scores import InvalidField
from tournament.services import locking
from tournament.services.faults import StepRefused
from tournament.services.pairing import tasks
from tournament.services.pairing.tasks import SolvedRound, Task
from tournament.services.results import lots
from tournament.services.stages import facts, qualifying, stage_record
from tournament.services.stages.stage_record import StageRecord

NO_SEED = 0  # seeds are counted from 1
LEAST_IN_A_GROUP = 2  # who play each other


def draft(*, actor: Actor, stage: Stage, breaking_rules: bool = False) -> Round:
    """Pair the next round; `breaking_rules` accepts the fewest rematches if it must."""
    task = prepare(actor=actor, stage=stage)
    return apply(actor=actor, task=task, solved=tasks.solve(task, breaking_rules=breaking_rules))


def redraft(*, actor: Actor, round_: Round, version: int, breaking_rules: bool = False) -> Round:
    """Pair a draft again with all entrants who are here now; locked pairings stay."""
    if _start_over(actor, round_, version):
        return draft(actor=actor, stage=round_.stage, breaking_rules=breaking_rules)
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, version, RoundStatus.DRAFT)
        task = tasks.task_for(stage_record.read(held.stage))
    return apply(
        actor=actor, task=task, solved=tasks.solve(task, breaking_rules=breaking_rules), version=version
    )


def prepare(*, actor: Actor, stage: Stage) -> Task:
    """Collect what is to be paired next. Starts the stage if this is its first round, lots included."""
    with locking.changing(stage.tournament_id):
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        if stage.status == StageStatus.FINISHED:
            raise StepRefused("stage-finished")
        lots.draw_for_start(actor=actor, stage=stage)
        qualifying.begin(stage)
        record = stage_record.read(stage)
        if record.draft:
            raise StepRefused("already-drafted", round=record.draft.number)
        rounds = facts.rounds_of(record)
        if not stage.format_rules.is_bracket and record.next_number > rounds:
            raise PairingRefused("no-more-rounds", rounds=rounds)
        return tasks.task_for(record)


def _start_over(actor: Actor, round_: Round, version: int) -> bool:
    """Discard the draft of a first round if its field or seeds have to be set again; return whether it was.

    That is so if the stage before gives another field, or seeds were exchanged by hand: drafting again
    restores the seeds.
    """
    with locking.changing(round_.stage.tournament_id):
        exchanged = round_.adjusted and may_exchange_seeds(stage_record.read(round_.stage))
        if qualifying.field_is_current(round_.stage) and not exchanged:
            return False
        discard(actor=actor, round_=round_, version=version)
        return True


def apply(*, actor: Actor, task: Task, solved: SolvedRound, version: int | None = None) -> Round:
    """Write a solved task as the draft, if nothing it depends on has changed meanwhile."""
    stage = Stage.objects.get(pk=task.stage_id)
    with locking.changing(stage.tournament_id):
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        record = stage_record.read(stage)
        known = record.draft
        if known and version is None:
            raise StepRefused("already-drafted", round=known.number)
        if version is not None and (known is None or known.version != version):
            raise StepRefused("changed-meanwhile")
        if record.next_number != task.number or tasks.task_for(record) != task:
            raise StepRefused("changed-meanwhile")
        round_ = known or Round(stage=stage, number=task.number)
        before = locking.pairs_for_log(known.matches.all()) if known else None
        round_.version += 1
        round_.adjusted = False
        round_.engine = solved.paired_by or ""
        round_.save()
        Match.objects.filter(round=round_).delete()
        Match.objects.bulk_create(tasks.to_match(row, round_.pk) for row in solved.rows)
        # Who came after an earlier draft of this round, or in a round that was undone, starts here.
        StageEntry.objects.filter(stage=stage, first_round__gt=task.number).update(first_round=task.number)
        after = locking.pairs_for_log(round_.matches.all())
        locking.note(
            actor, "redraft" if known else "draft", round_, before=before, after=after, note=round_.engine
        )
    return round_


def swap(*, actor: Actor, round_: Round, version: int, one: int, other: int) -> tuple[Concern, ...]:
    """Exchange two entrants of a draft by hand, byes included. Returns the warnings about the new draft.

    Where the pairings follow from the seeds, these (and the groups) are exchanged, before anything is played.
    """
    if may_exchange_seeds(stage_record.read(round_.stage)):
        return _exchange_seeds(actor, round_, version, one, other)
    return _adjust(
        actor, round_, version, "swap", {one, other}, lambda rows: by_hand.swap_entrants(rows, one, other)
    )


def may_exchange_seeds(record: StageRecord) -> bool:
    """Return whether this is the draft of a first round in which everything follows from the seeds."""
    return record.format_rules.seeds_by_hand and record.draft is not None and not record.drawn


def _exchange_seeds(actor: Actor, round_: Round, version: int, one: int, other: int) -> tuple[Concern, ...]:
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, version, RoundStatus.DRAFT)
        entries = {each.entrant_id: each for each in StageEntry.objects.filter(stage=held.stage)}
        for entrant in (one, other):
            if entrant not in entries:
                raise InvalidField("unknown-entrant", entrant=entrant)
        before = locking.pairs_for_log(held.matches.all())
        mine, theirs = entries[one], entries[other]
        places = (mine.seed, mine.group), (theirs.seed, theirs.group)
        mine.seed = NO_SEED  # two entries never share a seed, not even for a moment
        mine.save(update_fields=["seed"])
        for entry, (seed, group) in zip((theirs, mine), places, strict=True):
            entry.seed, entry.group = seed, group
            entry.save(update_fields=["seed", "group"])
        _redraw(actor, "exchange_seeds", held, before)
        return concerns(held)


def move_to_group(*, actor: Actor, round_: Round, version: int, entrant: int, group: str) -> None:
    """Move one entrant to another group, which then is the larger one. Before anything is played."""
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, version, RoundStatus.DRAFT)
        record = stage_record.read(held.stage)
        if not may_exchange_seeds(record) or not record.format_rules.has_groups:
            raise StepRefused("schedule-fixed")
        entry = next((each for each in record.entries if each.entrant_id == entrant), None)
        if entry is None or group not in {each.group for each in record.entries}:
            raise InvalidField("unknown-entrant", entrant=entrant)
        if entry.group == group:
            raise StepRefused("in-group-already", name=str(entry.entrant), group=group)
        left = sum(each.group == entry.group for each in record.entries) - 1
        least = max(LEAST_IN_A_GROUP, record.format_rules.count_qualifiers(held.stage.chosen) or 0)
        if left < least:
            raise StepRefused("group-too-small", group=entry.group, least=least)
        before = locking.pairs_for_log(held.matches.all())
        StageEntry.objects.filter(pk=entry.pk).update(group=group)
        _redraw(actor, "move_to_group", held, before)


def _redraw(actor: Actor, verb: str, held: Round, before: list[list[Any]]) -> None:
    """Pair the draft again from seeds and groups that were changed by hand."""
    Match.objects.filter(round=held).delete()
    rows = tasks.task_for(stage_record.read(held.stage)).draw.rows
    Match.objects.bulk_create(tasks.to_match(row, held.pk) for row in rows)
    held.adjusted = True
    _touch(held)
    locking.note(actor, verb, held, before=before, after=locking.pairs_for_log(held.matches.all()))


def turn_round(*, actor: Actor, round_: Round, version: int, board: int) -> tuple[Concern, ...]:
    """Swap who starts on this board."""
    return _adjust(actor, round_, version, "turn_round", set(), lambda rows: by_hand.swap_start(rows, board))


def lock(*, actor: Actor, match: Match, locked: bool = True) -> None:
    """Lock a pairing, so that redrafts keep it, or unlock it."""
    with locking.changing(match.round.stage.tournament_id):
        held = locking.reread_round(match.round, None, RoundStatus.DRAFT)
        if held.stage.format_rules.by_hand < ByHand.PAIRINGS:
            raise StepRefused("schedule-fixed")
        Match.objects.filter(pk=match.pk).update(locked=locked)
        _touch(held)
        locking.note(actor, "lock", match, after={"locked": locked})


def concerns(round_: Round) -> tuple[Concern, ...]:
    """List warnings about a draft: rematches, starts, byes, forbidden pairs, missing results."""
    record = stage_record.read(round_.stage)
    return tasks.concerns(record, record.matches_by_round.get(round_.number, []))


def discard(*, actor: Actor, round_: Round, version: int) -> None:
    """Delete a draft."""
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, version, RoundStatus.DRAFT)
        before = locking.pairs_for_log(held.matches.all())
        held.delete()
        locking.note(actor, "discard_draft", round_, before=before)


def _adjust(
    actor: Actor,
    round_: Round,
    version: int,
    verb: str,
    touched: set[int],
    change: Callable[[Draft], Draft],
) -> tuple[Concern, ...]:
    with locking.changing(round_.stage.tournament_id):
        held = locking.reread_round(round_, version, RoundStatus.DRAFT)
        if held.stage.format_rules.by_hand < (ByHand.PAIRINGS if touched else ByHand.STARTS):
            raise StepRefused("schedule-fixed")
        record = stage_record.read(held.stage)
        for entrant in (record.entrants[pk] for pk in touched & record.entrants.keys()):
            if not entrant.is_in:
                raise StepRefused("not-in", name=str(entrant))
        matches = record.matches_by_round.get(held.number, [])
        if any(match.locked and touched & set(match.entrant_ids) for match in matches):
            raise StepRefused("locked")
        before = tuple(facts.pairing_of(match) for match in matches)
        after = change(before)
        changed = [(match, new) for match, old, new in zip(matches, before, after, strict=True) if old != new]
        # An entrant is never in two matches of a round, so remove the old matches before adding the new ones.
        Match.objects.filter(pk__in=[match.pk for match, _ in changed]).delete()
        Match.objects.bulk_create(
            tasks.to_match(PairingRow(new, match.place, outcome=forfeit_of(new, record.gone)), held.pk)
            for match, new in changed
        )
        held.adjusted = True
        _touch(held)
        fresh = stage_record.read(held.stage)
        redrawn = fresh.matches_by_round.get(held.number, [])
        locking.note(
            actor, verb, held, before=locking.pairs_for_log(matches), after=locking.pairs_for_log(redrawn)
        )
        return tasks.concerns(fresh, redrawn)


def _touch(round_: Round) -> None:
    round_.version += 1
    round_.save(update_fields=["version", "adjusted"])
