"""Standings after any round: points, then tie-breaks group by group, then a shared rank or lots."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks import Encounter, TieBreak, Working, direct_encounter
from tournament.scores import EntrantId, History, Score, Scoring, points_text

_Groups = list[list[EntrantId]]


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the table. Equal entrants share a rank; annulled ones have none and come last.

    `workings` has one item per figure ahead of the points and per tie-break of the list; None where a direct
    encounter had nothing to decide.
    `won`, `drawn` and `lost` count games over the board; `lot` is the place drawn among entrants who are
    equal in everything.
    """

    rank: int | None
    entrant: EntrantId
    points: int
    workings: tuple[Working | None, ...]
    won: int
    drawn: int
    lost: int
    provisional: bool
    lot: int | None = None
    annulled: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "annulled", self.rank is None)

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points_text(self) -> str:
        return points_text(self.points)

    @property
    def values(self) -> tuple[str, ...]:
        """The tie-breaks as decimals, empty where there was nothing to decide."""
        return tuple(working.value_text if working else "" for working in self.workings)


def standings(
    history: History,
    scoring: Scoring,
    tiebreaks: Sequence[TieBreak] = (),
    after_round: int | None = None,
    lots_seed: str | None = None,
    lot_numbers: Mapping[EntrantId, int] | None = None,
    ahead: Sequence[TieBreak] = (),
    last_round: int | None = None,
    ratings: Mapping[EntrantId, int] | None = None,
) -> list[Standing]:
    """Compute the table after a round (all rounds if None), best first, annulled entrants last.

    Points rank first, unless the format has figures of its own that rank `ahead` of them; their workings
    come before those of the tie-breaks.

    The order in which entrants are given decides only the order of rows within a shared rank. With
    `lots_seed` entrants who are equal in everything are ordered by lot; the same seed always draws the same
    order. `lot_numbers` identifies entrants in the draw, if their ids mean nothing elsewhere.
    """
    for tiebreak in tiebreaks:
        tiebreak.require(history.system)
    scores = {Score.MATCH, *(tiebreak.score or Score.MATCH for tiebreak in tiebreaks)}
    sheets = {
        score: ScoreSheet(history, scoring, after_round, score, last_round=last_round, ratings=ratings)
        for score in scores
    }
    sheet = sheets[Score.MATCH]
    workings: dict[EntrantId, list[Working | None]] = {entrant: [] for entrant in sheet.entrants}
    groups: _Groups = [list(sheet.entrants)]
    for figure in ahead:
        groups = _apply(figure, sheet, groups, workings)
    groups = [finer for group in groups for finer in _by_value(group, sheet.totals)]
    for tiebreak in tiebreaks:
        groups = _apply(tiebreak, sheets[tiebreak.score or Score.MATCH], groups, workings)
    ranked = _ranked(groups, lots_seed, lot_numbers or {})
    tallies = {entrant: history.tally(entrant, sheet.rounds) for entrant in history.rows}
    provisional = not history.is_complete(sheet.rounds)
    return [
        Standing(
            rank,
            entrant,
            sheet.totals[entrant],
            tuple(workings[entrant]),
            *tallies[entrant],
            provisional,
            lot,
        )
        for rank, entrant, lot in ranked
    ] + [
        Standing(None, entrant, 0, (None,) * (len(ahead) + len(tiebreaks)), *tallies[entrant], provisional)
        for entrant in history.rows
        if entrant in history.annulled
    ]


def _apply(
    tiebreak: TieBreak, sheet: ScoreSheet, groups: _Groups, workings: dict[EntrantId, list[Working | None]]
) -> _Groups:
    """Rank by one tie-break within the groups that are still tied (C.07 4.2)."""
    if tiebreak.working is None:
        return _apply_direct_encounter(sheet, groups, workings)
    found = {entrant: tiebreak.working(sheet, entrant) for entrant in workings}
    values = {entrant: working.value for entrant, working in found.items()}
    for entrant, so_far in workings.items():
        so_far.append(found[entrant])
    return [finer for group in groups for finer in _by_value(group, values)]


def _apply_direct_encounter(
    sheet: ScoreSheet, groups: _Groups, workings: dict[EntrantId, list[Working | None]]
) -> _Groups:
    """Rank by direct encounter within the groups that are still tied."""
    finer: _Groups = []
    for group in groups:
        encounter = direct_encounter(sheet, group) if len(group) > 1 else Encounter([group], {})
        finer += encounter.groups
        for entrant in group:
            workings[entrant].append(encounter.workings.get(entrant))
    return finer


def _by_value(
    group: Sequence[EntrantId], values: Mapping[EntrantId, int] | Mapping[EntrantId, Fraction]
) -> _Groups:
    """Split a group by value, best first; equal entrants stay in the given order."""
    by_value: dict[int | Fraction, list[EntrantId]] = {}
    for entrant in group:
        by_value.setdefault(values[entrant], []).append(entrant)
    return [by_value[value] for value in sorted(by_value, reverse=True)]


def _ranked(
    groups: _Groups, lots_seed: str | None, lot_numbers: Mapping[EntrantId, int]
) -> Iterator[tuple[int, EntrantId, int | None]]:
    """Yield (rank, entrant, lot): C.07 4.2 ends with lots, or with a shared rank."""
    before = 0
    for group in groups:
        if lots_seed is None or len(group) == 1:
            yield from ((before + 1, entrant, None) for entrant in group)
        else:
            drawn = sorted(group, key=lambda entrant: _lot(lots_seed, lot_numbers.get(entrant, entrant)))
            yield from ((before + place, entrant, place) for place, entrant in enumerate(drawn, 1))
        before += len(group)


def _lot(seed: str, entrant: EntrantId) -> bytes:
    """Draw the lot of an entrant from seed and entrant alone, so that corrections never change it."""
    return sha256(f"{seed}/{entrant}".encode()).digest()
