"""What a round is to be paired from, and the answer; nothing is written here.

`task_for` reads everything the pairing depends on into one comparable value. Whoever has solved a task may
apply the answer only while a task read again is still equal to it.
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
    """The next round of the stage; for a draft that exists, the same round again, locked pairings kept."""
    draw = record.stage.format_rules.next_round(facts.facts_for_pairing(record))
    return Task(record.stage.pk, record.next_number, draw)


@dataclass(frozen=True, slots=True)
class SolvedRound:
    """All rows of a round; `paired_by` only where an engine was asked."""

    rows: tuple[PairingRow, ...]
    paired_by: PairedBy | None = None


def solve(task: Task, *, breaking_rules: bool = False) -> SolvedRound:
    """The whole round. Raises NoLegalPairing; `breaking_rules` takes the fewest rematches instead."""
    asked = task.draw.asked
    if asked is None:
        return SolvedRound(task.draw.rows)
    proposal = engine.propose(asked, breaking_rules=breaking_rules)
    return SolvedRound(task.draw.answered(proposal.pairings), proposal.paired_by)


def concerns(record: StageRecord, matches: list[Match]) -> tuple[Concern, ...]:
    """What to think of before publishing: rematches, starts, byes, forbidden pairs, missing results."""
    draft = tuple(facts.pairing_of(match) for match in matches)
    return record.stage.format_rules.concerns(facts.facts_for_pairing(record), draft)


def to_match(row: PairingRow, round_id: int) -> Match:
    """The row as it is written."""
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
