"""What a round is to be paired from, and the answer; nothing is written here.

`task_for` reads everything the pairing depends on into one comparable value. Whoever has solved a task may
apply the answer only while a task read again is still equal to it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from tournament.formats import by_hand, engine, least_harm, round_robin, swiss
from tournament.formats.bracket import BracketMatch, BracketState
from tournament.formats.double_knockout import RESET
from tournament.formats.knockout import THIRD_PLACE
from tournament.formats.pairing import Pair, Pairing, pair
from tournament.formats.reasons import Reason
from tournament.formats.swiss import SwissRound
from tournament.models import Absence, AbsenceKind, ForbiddenPair, Format, Match, Stage
from tournament.scores import Entrant, Outcome
from tournament.services.faults import NotDone
from tournament.services.stages import brackets, groups, options
from tournament.services.stages.options import RoundRobinOptions, SwissOptions
from tournament.services.stages.stage_record import (
    BRACKETS,
    WITHDRAWN,
    StageRecord,
    field_of,
    meetings_of,
    reasons_of,
    reasons_to_row,
    scoring_of,
)


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A match to be: the pairing, its place in a bracket, and whether a redraft keeps it."""

    pairing: Pairing
    place: str = ""
    locked: bool = False
    outcome: Outcome | None = None  # given already, when somebody has left
    withdrawn: bool = False

    def to_match(self, round_id: int) -> Match:
        outcome = self.pairing.bye or self.outcome
        return Match(
            round_id=round_id,
            board=self.pairing.board,
            first_id=self.pairing.first,
            second_id=self.pairing.second,
            place=self.place,
            locked=self.locked,
            outcome=outcome or "",
            source="pairing" if outcome else "",
            reasons=[[WITHDRAWN, {}]] if self.withdrawn else reasons_to_row(self.pairing.reasons),
        )


@dataclass(frozen=True, slots=True)
class Task:
    """Either a question for the Swiss engine, or rows that follow from the format without asking anybody."""

    stage_id: int
    number: int
    question: SwissRound | None
    rows: tuple[PairingRow, ...]

    @property
    def kept(self) -> frozenset[int]:
        """Entrants that `rows` have placed already."""
        return frozenset(entrant for row in self.rows for entrant in row.pairing.entrants)


def task_for(record: StageRecord) -> Task:
    """The next round of the stage; for a draft that exists, the same round again, locked pairings kept."""
    number = record.next_number
    match record.stage.format:
        case Format.SWISS:
            question = swiss_round(record, number)
            return Task(record.stage.pk, number, question, (*_locked(record), *_withdrawn(record)))
        case Format.KNOCKOUT | Format.DOUBLE_KNOCKOUT:
            rows = _ready(record)
        case Format.GROUPS:
            rows = _after_withdrawals(record, groups.round_of(record, number))
        case Format.ROUND_ROBIN | Format.DOUBLE_ROUND_ROBIN:
            rows = _after_withdrawals(record, _scheduled(record, number))
        case _:
            raise NotDone("no-more-rounds", rounds=number - 1)
    return Task(record.stage.pk, number, None, rows)


def solve(task: Task, *, breaking_rules: bool = False) -> tuple[PairingRow, ...]:
    """All rows of the round. Raises NoLegalPairing; `breaking_rules` takes the fewest rematches instead."""
    if task.question is None:
        return task.rows
    asked = asked_of(task)
    pairings = least_harm.propose(asked) if breaking_rules else swiss.propose(asked, engine.solve)
    return dress(task, pairings)


def asked_of(task: Task) -> SwissRound:
    """The question for the engine: who is in a locked pairing is not asked about."""
    assert task.question is not None
    locked = {entrant for row in task.rows if row.locked for entrant in row.pairing.entrants}
    return replace(task.question, absent=task.question.absent | locked)


def dress(task: Task, pairings: tuple[Pairing, ...]) -> tuple[PairingRow, ...]:
    """The engine's answer with what the task had already, boards by score and then seed."""
    assert task.question is not None
    free = [PairingRow(each) for each in pairings if not task.kept & set(each.entrants)]
    rows = [*(row for row in task.rows if not row.withdrawn), *free]
    games = sorted((row for row in rows if row.pairing.second is not None), key=_board_order(task.question))
    numbered = [replace(row, pairing=replace(row.pairing, board=board)) for board, row in enumerate(games, 1)]
    byes = [row for row in rows if row.pairing.second is None]
    return (*numbered, *byes, *(row for row in task.rows if row.withdrawn))


def concerns(record: StageRecord, matches: list[Match]) -> tuple[by_hand.Concern, ...]:
    """What to think of before publishing: rematches, starts, byes, forbidden pairs, missing results."""
    if record.stage.format == Format.SWISS:
        pairings = tuple(pairing_of(match) for match in matches)
        return by_hand.warnings(pairings, swiss_round(record, record.next_number))
    if record.stage.format in BRACKETS:
        return ()
    return tuple(
        by_hand.Concern((result.first, result.second), Reason("warn-result-missing", round=result.round))
        for result in meetings_of(record)
        if result.outcome is None and result.second is not None
    )


def pairing_of(match: Match) -> Pairing:
    bye = Outcome(match.outcome) if match.second_id is None else None
    return Pairing(match.board, match.first_id, match.second_id, bye, reasons_of(match))


def swiss_round(record: StageRecord, number: int) -> SwissRound:
    stage = record.stage
    field = field_of(record)
    away = dict(Absence.objects.filter(stage=stage, number=number).values_list("entrant_id", "kind"))
    forbidden, avoided = _kept_apart(stage, field)
    here = {entrant.id for entrant in field} - record.gone
    return SwissRound(
        number=number,
        planned=max(stage.planned_rounds or 0, number),
        entrants=field,
        meetings=meetings_of(record),
        withdrawn=record.gone,
        absent=frozenset(pk for pk, kind in away.items() if kind == AbsenceKind.ABSENT and pk in here),
        half_byes=frozenset(pk for pk, kind in away.items() if kind == AbsenceKind.HALF_BYE and pk in here),
        forbidden=forbidden,
        avoided=avoided - forbidden,
        odd_seeds_start=stage.odd_seeds_start is not False,
        scoring=scoring_of(stage),
    )


def _kept_apart(stage: Stage, field: Iterable[Entrant]) -> tuple[frozenset[Pair], frozenset[Pair]]:
    forbidden: set[Pair] = set()
    avoided: set[Pair] = set()
    for one, other, strict in ForbiddenPair.objects.filter(tournament=stage.tournament_id).values_list(
        "one_id", "other_id", "strict"
    ):
        (forbidden if strict else avoided).add(pair(one, other))
    clubmates = options.of_kind(SwissOptions, stage).clubmates
    if clubmates != "free":
        (forbidden if clubmates == "never" else avoided).update(swiss.pairs_sharing_a_key(field))
    return frozenset(forbidden), frozenset(avoided)


def _locked(record: StageRecord) -> tuple[PairingRow, ...]:
    if record.draft is None:
        return ()
    matches = record.matches_by_round.get(record.draft.number, ())
    return tuple(
        PairingRow(pairing_of(match), match.place, locked=True)
        for match in matches
        if match.locked and not record.gone & set(match.entrant_ids)
    )


def _withdrawn(record: StageRecord) -> tuple[PairingRow, ...]:
    """Who has left gets a row all the same, so that every round of every entrant is told."""
    return tuple(
        PairingRow(Pairing(None, entry.entrant_id, None, Outcome.ABSENT), withdrawn=True)
        for entry in record.entries
        if entry.entrant_id in record.gone
    )


def _scheduled(record: StageRecord, number: int) -> tuple[Pairing, ...]:
    cycles = 2 if record.stage.format == Format.DOUBLE_ROUND_ROBIN else 1
    wanted = options.of_kind(RoundRobinOptions, record.stage)
    chosen = round_robin.Options(cycles=cycles, swap_last_two=wanted.swap_last_two)
    rounds = round_robin.schedule(field_of(record), chosen)
    if number > len(rounds):
        raise NotDone("no-more-rounds", rounds=len(rounds))
    return rounds[number - 1]


def _after_withdrawals(record: StageRecord, pairings: tuple[Pairing, ...]) -> tuple[PairingRow, ...]:
    return tuple(PairingRow(each, outcome=_forfeit(record, each)) for each in pairings)


def _forfeit(record: StageRecord, pairing: Pairing) -> Outcome | None:
    """Who has left forfeits what is still to come."""
    if pairing.second is None:
        return None
    return Outcome.forfeited_by(first=pairing.first in record.gone, second=pairing.second in record.gone)


def _ready(record: StageRecord) -> tuple[PairingRow, ...]:
    """Every match of the bracket that can be played and is not drawn yet."""
    settled = _without_draft(record)
    drawn = {match.place for match in settled.matches}
    ready = [
        each
        for each in brackets.bracket_of(settled).matches
        if each.state is BracketState.READY and each.place not in drawn
    ]
    if not ready:
        raise NotDone("nothing-ready")
    ready.sort(key=_importance)
    return tuple(bracket_row(record, each, board) for board, each in enumerate(ready, 1))


def _importance(match: BracketMatch) -> tuple[int, int, int]:
    """The first board goes to the grand final, else to the latest round of the winners' side."""
    sides = ("G", "W", "L", THIRD_PLACE)
    return sides.index(match.place[0]), -match.round, match.number


def bracket_row(record: StageRecord, ready: BracketMatch, board: int | None) -> PairingRow:
    """A match of the bracket whose two entrants are known."""
    assert ready.series is not None
    game = ready.series.next_game
    assert game is not None
    why = (Reason("only-if-reset"),) if ready.place == RESET else ()
    reasons = (ready.title, *why, *((ready.reason,) if ready.reason else ()))
    found = Pairing(board, game.first, game.second, None, reasons)
    return PairingRow(found, ready.place, outcome=_forfeit(record, found))


def _without_draft(record: StageRecord) -> StageRecord:
    drawn = tuple(match for match in record.matches if match.round.status != "draft")
    return replace(record, matches=drawn)


def _board_order(question: SwissRound) -> Callable[[PairingRow], tuple[int, int, int]]:
    book = question.cards()
    seeds = {entrant.id: entrant.seed for entrant in question.entrants}

    def key(row: PairingRow) -> tuple[int, int, int]:
        high, low = sorted(row.pairing.entrants, key=lambda pk: (-book[pk].score, seeds[pk]))
        return (-book[high].score, -book[low].score, seeds[high])

    return key
