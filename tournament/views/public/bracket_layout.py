"""Lay out a bracket in columns, for the tree on wide screens and the list on phones."""

import re
from dataclasses import dataclass, field

from tournament.formats.bracket import Bracket, BracketMatch, BracketState, compute_bracket
from tournament.formats.seeding import bracket_size
from tournament.models import Entrant, Match
from tournament.scores import Entrant as Unknown
from tournament.scores import EntrantId
from tournament.services.stages import brackets
from tournament.services.stages.stage_record import StageRecord
from tournament.views.public import words

_PLACE = re.compile(r"(?P<side>[WL])(?P<round>\d+)\.(?P<index>\d+)")


@dataclass(frozen=True, slots=True)
class SideShown:
    """One side of a match; `came_from` is shown while its entrant is not known."""

    entrant: Entrant | None
    seed: int | None
    came_from: str
    score: str
    mark: str  # won, lost, pending or nothing
    lit: bool
    seeded: bool = False  # placed here by the seed, not by a result


@dataclass(frozen=True, slots=True)
class MatchShown:
    number: int
    state: str
    sides: tuple[SideShown, SideShown]
    note: str  # how it was decided, why there is nothing to play, or which game comes next
    match_id: int | None = None  # once it is drawn


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a column. Without a match it only fills the space where an entrant had a bye."""

    match: MatchShown | None
    fed: bool = True  # whether a line comes in from the left


@dataclass(frozen=True, slots=True)
class BracketColumn:
    title: str
    slots: tuple[Slot, ...]
    link: str  # how it is tied to the next column: fork, straight or nothing

    @property
    def matches(self) -> tuple[MatchShown, ...]:
        return tuple(slot.match for slot in self.slots if slot.match)

    @property
    def over(self) -> bool:
        return all(match.state == BracketState.FINISHED for match in self.matches)


@dataclass(frozen=True, slots=True)
class Tree:
    """One half of a double knockout, or the whole bracket; `title` is empty if there is only one."""

    code: str
    columns: tuple[BracketColumn, ...]


@dataclass(frozen=True, slots=True)
class BracketShown:
    trees: tuple[Tree, ...]
    extra: tuple[tuple[str, MatchShown], ...]  # title and match: third place, grand and deciding final
    champion: Entrant | None
    over: bool
    is_double: bool

    @property
    def latest(self) -> BracketColumn:
        """The first round on the way to the title with unfinished matches, or the last round."""
        way = [*self.trees[0].columns]
        if self.is_double:
            way += [BracketColumn(title, (Slot(match),), "") for title, match in self.extra]
        return next((column for column in way if not column.over), way[-1])


def layout(record: StageRecord, lit: int | None = None) -> BracketShown:
    """Lay out the bracket of a stage as it is now, with the path of the entrant `lit` marked."""
    seeds: dict[EntrantId, int] = {entry.entrant_id: entry.seed for entry in record.entries}
    return _build(_Drawer(record, seeds, lit), brackets.bracket_of(record), len(record.entries))


def layout_expected(record: StageRecord, before: StageRecord) -> BracketShown | None:
    """Lay out the bracket that follows a stage of groups, with places such as A1 for unknown entrants."""
    cut = before.format_rules.count_qualifiers(before.stage.chosen)
    if cut is None or not before.groups or record.entries:
        return None
    names = [[f"{letter}{place}" for place in range(1, cut + 1)] for letter in before.groups]
    # No entrant has these ids: the places are counted downwards from -1.
    ids = {name: -number for number, name in enumerate((name for group in names for name in group), 1)}
    order = before.format_rules.pick_qualified(
        [[ids[name] for name in group] for group in names], before.stage.chosen
    )
    plan = record.format_rules.plan(
        tuple(Unknown(pk, seed) for seed, pk in enumerate(order, 1)), record.stage.chosen
    )
    if plan is None:
        return None
    labels: dict[EntrantId, str] = {pk: name for name, pk in ids.items()}
    return _build(_Drawer(record, {}, None, labels), compute_bracket(plan, {}), len(order))


def _build(draw: "_Drawer", bracket: Bracket, count: int) -> BracketShown:
    record = draw.record
    size = bracket_size(count)
    trees = [_tree("winners", "W", bracket, draw, size // 2)]
    if any(match.place.startswith("L") for match in bracket.matches):
        trees.append(_tree("losers", "L", bracket, draw, size // 4))
    extra = [
        (words.reason_text(match.title), draw(match))
        for match in bracket.matches
        if not _PLACE.fullmatch(match.place)
    ]
    champion = record.entrants.get(bracket.champion) if bracket.champion else None
    return BracketShown(
        tuple(trees), tuple(extra), champion, bracket.over, record.format_rules.has_losers_side
    )


@dataclass(frozen=True, slots=True)
class _Drawer:
    record: StageRecord
    seeds: dict[EntrantId, int]
    lit: int | None
    labels: dict[EntrantId, str] = field(default_factory=dict)  # of places without an entrant yet

    def __call__(self, match: BracketMatch) -> MatchShown:
        row = self._row(match)
        one, other = (self._side(match, index, row) for index in (0, 1))
        note = words.decision_note(self.record, row) if row and row.outcome else self._before(match)
        return MatchShown(match.number, str(match.state), (one, other), note, row.pk if row else None)

    def _row(self, match: BracketMatch) -> Match | None:
        """Return the match as it was drawn, if it is still between these two."""
        found = self.record.by_place.get(match.place)
        return found if found and set(found.entrant_ids) == set(match.entrants) else None

    def _before(self, match: BracketMatch) -> str:
        note = match.series.title if match.series and not match.series.over else match.reason
        return words.reason_text(note) if note and match.state is not BracketState.READY else ""

    def _side(self, match: BracketMatch, index: int, row: Match | None) -> SideShown:
        pk = match.entrants[index]
        entrant = self.record.entrants.get(pk) if pk else None
        decided = match.state is BracketState.FINISHED and entrant is not None
        mark = ("won" if pk == match.winner else "lost") if decided else "" if entrant else "pending"
        return SideShown(
            entrant=entrant,
            seed=self.seeds.get(pk) if pk else None,
            came_from=self.labels.get(pk or 0) or words.reason_text(match.comes_from[index]),
            score=self._score(row, pk) if row and pk else "",
            mark=mark,
            lit=pk is not None and pk == self.lit,
            seeded=match.comes_from[index].code == "seeded",
        )

    def _score(self, row: Match, entrant_id: int) -> str:
        """Return the score of one side; a single game needs none, its winner is marked."""
        has_score = words.has_several_games(self.record, row) or words.decision_note(self.record, row)
        scores = words.scores(self.record, row) if has_score else ("", "")
        return scores[0] if row.first_id == entrant_id else scores[1]


def _tree(code: str, side: str, bracket: Bracket, draw: _Drawer, width: int) -> Tree:
    """Build the columns of one half, with `width` slots in the first; each fork halves them."""
    placed: dict[int, dict[int, BracketMatch]] = {}
    for match in bracket.matches:
        if (found := _PLACE.fullmatch(match.place)) and found["side"] == side:
            placed.setdefault(int(found["round"]), {})[int(found["index"])] = match
    columns: list[BracketColumn] = []
    before: dict[int, BracketMatch] = {}
    forked = True
    rounds = range(1, max(placed, default=0) + 1)
    for number in rounds:
        matches = placed.get(number, {})
        # In the losers' half every other round only takes in those who drop out of the winners'.
        straight = side == "L" and number % 2 == 1
        last = number == rounds[-1]
        columns.append(
            BracketColumn(
                title=words.reason_text(next(iter(matches.values())).title) if matches else "",
                slots=tuple(_slot(matches, before, index, forked, draw) for index in range(1, width + 1)),
                link="" if last else "straight" if straight else "fork",
            )
        )
        before, forked = matches, not straight
        width = max(width // 2, 1) if forked else width
    return Tree(code, tuple(column for column in columns if column.matches))


def _slot(
    matches: dict[int, BracketMatch], before: dict[int, BracketMatch], index: int, forked: bool, draw: _Drawer
) -> Slot:
    match = matches.get(index)
    if match is None:
        return Slot(None, fed=False)
    feeders = (2 * index - 1, 2 * index) if forked else (index,)
    return Slot(draw(match), fed=any(feeder in before for feeder in feeders))
