"""The draft of a round as the desk shows it: pairings with reasons, the bracket or groups, manual changes."""

from collections import defaultdict
from dataclasses import dataclass, replace

from games.wording import labelled
from tournament.formats.by_hand import Concern
from tournament.formats.engine import PairedBy
from tournament.formats.format import ByHand
from tournament.models import Entrant, Match, Round
from tournament.services.pairing import drafts, tasks
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.views.desk import boards
from tournament.views.desk.boards import Which
from tournament.views.public import bracket_layout, pairings, words
from tournament.views.public.bracket_layout import BracketShown


@dataclass(frozen=True, slots=True)
class DraftSide:
    """An entrant of the draft; `seed` if places follow from it, `points` before the round."""

    entrant: Entrant
    symbol: str = ""
    seed: int | None = None
    points: str = ""


@dataclass(frozen=True, slots=True)
class DraftRow:
    match: Match
    which: Which
    sides: tuple[DraftSide, ...]
    reasons: tuple[str, ...]
    concerns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftTable:
    """The entrants of a group, or of the whole stage, in the order of their seeds."""

    group: str
    places: tuple[DraftSide, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    round: Round
    rows: tuple[DraftRow, ...]
    concerns: int
    reasons: tuple[str, ...]  # what holds for every pairing
    missing: tuple[str, ...]  # what concerns no single pairing
    paired_by: str  # in words; empty if no engine is used
    is_announced: bool  # by the system that the tournament announces
    may_turn: bool
    pairs_by_hand: bool  # pairings can be locked, and entrants swapped between them
    swaps_seeds: bool  # two places of the tree, the groups or the table can be swapped
    tree: BracketShown | None
    tables: tuple[DraftTable, ...]
    byes: tuple[DraftSide, ...]  # seeds who go straight into the second round of a bracket


def draft_of(record: StageRecord) -> DraftView:
    """Read the draft with the reason for each pairing, and each warning beside the match it concerns."""
    assert record.draft is not None
    format_rules = record.format_rules
    matches = record.matches_by_round.get(record.draft.number, [])
    concerns = tasks.concerns(record, matches)
    sides = _Sides(record)
    rows = [_draft_row(record, match, concerns, sides) for match in matches]
    shared = _shared_reasons(rows)
    missing = [
        labelled(" – ".join(str(record.entrants[pk]) for pk in each.entrants), words.reason_text(each.reason))
        for each in concerns
        if each.reason.code == "warn-result-missing"
    ]
    first = format_rules.seeds_by_hand and not record.drawn
    drawn = {pk for match in matches for pk in match.entrant_ids}
    by = PairedBy.of(record.draft.engine)
    return DraftView(
        round=record.draft,
        rows=tuple(
            replace(row, reasons=tuple(text for text in row.reasons if text not in shared)) for row in rows
        ),
        concerns=len(concerns),
        reasons=shared,
        missing=tuple(missing),
        paired_by=words.reason_text(by.reason) if by else "",
        is_announced=by is None or by.is_announced,
        may_turn=format_rules.by_hand >= ByHand.STARTS,
        pairs_by_hand=format_rules.by_hand >= ByHand.PAIRINGS,
        swaps_seeds=drafts.may_exchange_seeds(record),
        tree=bracket_layout.layout(record) if format_rules.is_bracket else None,
        tables=_tables(record, sides) if first and not format_rules.is_bracket else (),
        byes=tuple(sides.side(entry.entrant) for entry in record.entries if entry.entrant_id not in drawn)
        if first and format_rules.is_bracket
        else (),
    )


class _Sides:
    """Symbols, seeds and points of the entrants in this draft."""

    def __init__(self, record: StageRecord) -> None:
        assert record.draft is not None
        self.symbols = pairings.symbols(record)
        self.seeds = {each.entrant_id: each.seed for each in record.entries}
        self.points = pairings.points_before(record, record.draft.number)
        self.with_seeds = record.format_rules.is_bracket or not record.drawn

    def side(self, entrant: Entrant, symbol: str = "") -> DraftSide:
        seed = self.seeds.get(entrant.pk) if self.with_seeds else None
        return DraftSide(entrant, symbol, seed, self.points.get(entrant.pk, ""))

    def of(self, match: Match) -> tuple[DraftSide, ...]:
        if match.second is None:
            return (self.side(match.first),)
        return tuple(self.side(*each) for each in zip(match.both, self.symbols, strict=True))


def _tables(record: StageRecord, sides: _Sides) -> tuple[DraftTable, ...]:
    grouped: dict[str, list[DraftSide]] = defaultdict(list)
    for entry in record.entries:
        grouped[entry.group].append(sides.side(entry.entrant))
    return tuple(DraftTable(group, tuple(grouped[group])) for group in sorted(grouped))


def _draft_row(record: StageRecord, match: Match, concerns: tuple[Concern, ...], sides: _Sides) -> DraftRow:
    which = boards.label_match(record, match)
    reasons = stage_record.reasons_of(match)[1 if which.title else 0 :]
    own_concerns = _concerns_of_match(match, concerns)
    return DraftRow(match, which, sides.of(match), tuple(map(words.reason_text, reasons)), own_concerns)


def _shared_reasons(rows: list[DraftRow]) -> tuple[str, ...]:
    """Return the reasons that all pairings share, so that they are shown once."""
    meetings = [row.reasons for row in rows if row.match.second_id]
    if len(meetings) < 2:
        return ()
    return tuple(text for text in meetings[0] if all(text in reasons for reasons in meetings))


def _concerns_of_match(match: Match, concerns: tuple[Concern, ...]) -> tuple[str, ...]:
    mine = set(match.entrant_ids)
    found: dict[str, None] = {}
    for each in concerns:
        if each.reason.code != "warn-result-missing" and mine.issuperset(each.entrants):
            who = ""
            if len(each.entrants) == 1 and match.second_id:
                who = f"{match.first if match.first_id == each.entrants[0] else match.second}: "
            found[who + words.reason_text(each.reason)] = None
    return tuple(found)
