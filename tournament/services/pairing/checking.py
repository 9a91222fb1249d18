"""Check drawn rounds, also of imported tournaments, by pairing them again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.formats import engine
from tournament.formats.dutch import explained
from tournament.formats.dutch.explained import ExplainedRound
from tournament.formats.engine import PairedBy
from tournament.formats.pairing import NoLegalPairing, Pairing
from tournament.formats.swiss_round import SwissRound
from tournament.models import Match, Round, Stage
from tournament.scores import Outcome
from tournament.services.stages import facts, stage_record
from tournament.services.stages.stage_record import StageRecord

Couple = tuple[int, int | None]
"""Who starts and who is second; None for the bye."""


@dataclass(frozen=True, slots=True)
class RoundCheck:
    """A round as it was drawn and as the rules pair it; `second` is the answer of bbpPairings, if present."""

    round: Round
    told: frozenset[Couple]
    expected: frozenset[Couple]
    second: frozenset[Couple] | None

    @property
    def is_same(self) -> bool:
        return self.told == self.expected

    @property
    def paired_by(self) -> PairedBy | None:
        return PairedBy.of(self.round.engine)


def check(stage: Stage) -> tuple[RoundCheck, ...]:
    """Check every drawn round of a stage whose rounds an engine pairs; return nothing for other stages."""
    record = stage_record.read(stage)
    found = []
    for round_ in record.drawn:
        question = question_before(record, round_)
        if question is None:
            continue
        try:
            expected = _couples(engine.propose(question).pairings)
        except NoLegalPairing:
            expected = frozenset()
        second = engine.second_opinion(question)
        drawn = frozenset(
            (match.first_id, match.second_id)
            for match in record.matches_by_round.get(round_.number, [])
            if match.second_id or match.outcome == Outcome.BYE
        )
        found.append(RoundCheck(round_, drawn, expected, None if second is None else _couples(second)))
    return tuple(found)


def explain(round_: Round) -> ExplainedRound | None:
    """Explain why the rules pair a round or draft as they do; None where no engine is asked.

    May raise NoLegalPairing. Changes by hand are not part of it.
    """
    question = question_before(stage_record.read(round_.stage), round_)
    return explained.explain(engine.without_avoidable(question)) if question else None


def question_before(record: StageRecord, round_: Round) -> SwissRound | None:
    """Reconstruct the question of a round's pairing from earlier rounds and who sat out; None without an
    engine.

    Forbidden pairs are the current ones: there is no record of when they changed.
    """
    if not record.format_rules.asks_engine:
        return None
    known = facts.facts_for_pairing(record)
    rows = record.matches_by_round.get(round_.number, [])
    here = {entrant for match in rows for entrant in match.entrant_ids}
    meetings = tuple(each for each in known.meetings if each.round < round_.number)
    here |= {entrant for each in meetings for entrant in (each.first, each.second) if entrant is not None}
    return record.format_rules.next_round(
        replace(
            known,
            number=round_.number,
            entrants=tuple(entrant for entrant in known.entrants if entrant.id in here),
            meetings=meetings,
            locked=(),
            gone=frozenset(),
            wishes=replace(
                known.wishes,
                absent=_alone(rows, Outcome.ABSENT),
                half_byes=_alone(rows, Outcome.HALF_BYE),
            ),
        )
    ).question


def _alone(rows: Iterable[Match], outcome: Outcome) -> frozenset[int]:
    return frozenset(match.first_id for match in rows if not match.second_id and match.outcome == outcome)


def _couples(pairings: Iterable[Pairing]) -> frozenset[Couple]:
    return frozenset((each.first, each.second) for each in pairings if each.bye in (None, Outcome.BYE))
