"""The input of a round's pairing, and the answer; nothing is written here.

`task_for` reads everything the pairing depends on into one comparable value. A solved task may be applied
only while a task that is read again still equals it.
"""

from dataclasses import dataclass

from tournament.formats import engine
from tournament.formats.by_hand import Concern
from tournament.formats.draw import RoundDraw
from tournament.formats.engine import PairedBy
from tournament.formats.pairing import PairingRow
from tournament.models import Match
from tournament.models.choices import WITHDRAWN
from tournament.services.stages import facts
from tournament.services.stages.stage_record import StageRecord, reasons_to_row


@dataclass(frozen=True, slots=True)
class Task:
    stage_id: int
    number: int
    draw: RoundDraw


def task_for(record: StageRecord) -> Task:
    """Read the task of the stage's next round; for an existing draft the same round, with locked pairings."""
    draw = record.stage.format_rules.next_round(facts.facts_for_pairing(record))
    return Task(record.stage.pk, record.next_number, draw)


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """All rows of a round; `paired_by` only where an engine was asked."""

    rows: tuple[PairingRow, ...]
    paired_by: PairedBy | None = None


def solve(task: Task, *, breaking_rules: bool = False) -> SolvedRound:
    """Pair the whole round. Raises NoLegalPairing; `breaking_rules` takes the fewest rematches instead."""
    asked = task.draw.engine_question
    if asked is None:
        return SolvedRound(task.draw.rows)
    proposal = engine.propose(asked, breaking_rules=breaking_rules)
    return SolvedRound(task.draw.with_answer(proposal.pairings), proposal.paired_by)


def concerns(record: StageRecord, matches: list[Match]) -> tuple[Concern, ...]:
    """List warnings before publication: rematches, starts, byes, forbidden pairs, missing results."""
    draft = tuple(facts.pairing_of(match) for match in matches)
    return record.stage.format_rules.concerns(facts.facts_for_pairing(record), draft)


def to_match(row: PairingRow, round_id: int) -> Match:
    """Build the unsaved match of a row."""
    outcome = row.pairing.bye or row.outcome
    return Match(
        round_id=round_id,
        board=row.pairing.board,
        first_id=row.pairing.first,
        second_id=row.pairing.second,
        place=row.place,
        locked=row.locked,
        outcome=outcome or "",
        source="pairing" if outcome else "",
        reasons=[[WITHDRAWN, {}]] if row.withdrawn else reasons_to_row(row.pairing.reasons),
    )
