"""A bracket laid out in columns: what the tree draws on wide screens and the list tells on phones."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tournament.formats import knockout
from tournament.formats.bracket import Bracket, Match, State
from tournament.formats.seeding import bracket_size
from tournament.halves import halves_text
from tournament.models import Entrant
from tournament.services import brackets
from tournament.services.history import Record
from tournament.views.public import words

_PLACE = re.compile(r"(?P<side>[WL])(?P<round>\d+)\.(?P<index>\d+)")


@dataclass(frozen=True, slots=True)
class SideShown:
    """`came_from` stands where nobody is known yet."""

    entrant: Entrant | None
    seed: int | None
    came_from: str
    score: str
    mark: str  # won, lost, pending or nothing
    lit: bool


@dataclass(frozen=True, slots=True)
class MatchShown:
    number: int
    state: str
    sides: tuple[SideShown, SideShown]
    note: str  # why there is nothing to play, or which game comes next


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a column. Without a match it only keeps the distance: a bye went straight through here."""

    match: MatchShown | None
    fed: bool = True  # whether a line comes in from the left


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    slots: tuple[Slot, ...]
    link: str  # how it is tied to the next column: fork, straight or nothing


@dataclass(frozen=True, slots=True)
class Tree:
    """One half of a double knockout, or the whole; `title` is empty where there is only one."""

    code: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class BracketShown:
    trees: tuple[Tree, ...]
    extra: tuple[tuple[str, MatchShown], ...]  # title and match: third place, deciding final
    champion: Entrant | None
    over: bool


def layout(record: Record, lit: int | None = None) -> BracketShown:
    """The bracket of a stage as it stands, the path of the entrant `lit` marked."""
    bracket = brackets.bracket_of(record)
    seeds = {entry.entrant_id: entry.seed for entry in record.entries}
    draw = _Drawer(record.entrants, seeds, lit)
    size = bracket_size(len(record.entries))
    trees = [_tree("winners", "W", bracket, draw, size // 2)]
    if any(match.place.startswith("L") for match in bracket.matches):
        trees.append(_tree("losers", "L", bracket, draw, size // 4))
    extra = [
        (words.reason(match.title), draw(match))
        for match in bracket.matches
        if not _PLACE.fullmatch(match.place)
    ]
    champion = record.entrants.get(bracket.champion) if bracket.champion else None
    return BracketShown(tuple(trees), tuple(extra), champion, bracket.over)


def title_of(record: Record, number: int) -> str:
    """What a round of a single knockout is called: Quarterfinal."""
    rounds = bracket_size(len(record.entries)).bit_length() - 1
    return words.reason(knockout.title(rounds - number)) if number <= rounds else ""


@dataclass(frozen=True, slots=True)
class _Drawer:
    entrants: dict[int, Entrant]
    seeds: dict[int, int]
    lit: int | None

    def __call__(self, match: Match) -> MatchShown:
        one, other = (self._side(match, index) for index in (0, 1))
        note = match.series.title if match.series and not match.series.over else match.reason
        told = match.walkover or (match.state is State.RUNNING and note)
        return MatchShown(
            match.number, str(match.state), (one, other), words.reason(note) if told and note else ""
        )

    def _side(self, match: Match, index: int) -> SideShown:
        pk = match.entrants[index]
        entrant = self.entrants.get(pk) if pk else None
        decided = match.state is State.FINISHED and entrant is not None
        mark = ("won" if pk == match.winner else "lost") if decided else "" if entrant else "pending"
        series = match.series
        counted = series is not None and sum(series.points) > 0
        return SideShown(
            entrant=entrant,
            seed=self.seeds.get(pk) if pk else None,
            came_from=words.reason(match.comes_from[index]),
            score=halves_text(series.points[index]) if series and counted else "",
            mark=mark,
            lit=pk is not None and pk == self.lit,
        )


def _tree(code: str, side: str, bracket: Bracket, draw: _Drawer, width: int) -> Tree:
    """`width` slots in the first column; each fork halves it."""
    placed: dict[int, dict[int, Match]] = {}
    for match in bracket.matches:
        if (found := _PLACE.fullmatch(match.place)) and found["side"] == side:
            placed.setdefault(int(found["round"]), {})[int(found["index"])] = match
    columns: list[Column] = []
    before: dict[int, Match] = {}
    forked = True
    rounds = range(1, max(placed, default=0) + 1)
    for number in rounds:
        matches = placed.get(number, {})
        # In the losers' half every other round only takes in those who drop out of the winners'.
        straight = side == "L" and number % 2 == 1
        last = number == rounds[-1]
        columns.append(
            Column(
                title=words.reason(next(iter(matches.values())).title) if matches else "",
                slots=tuple(_slot(matches, before, index, forked, draw) for index in range(1, width + 1)),
                link="" if last else "straight" if straight else "fork",
            )
        )
        before, forked = matches, not straight
        width = max(width // 2, 1) if forked else width
    return Tree(code, tuple(_without_empty(columns)))


def _slot(
    matches: dict[int, Match], before: dict[int, Match], index: int, forked: bool, draw: _Drawer
) -> Slot:
    match = matches.get(index)
    if match is None:
        return Slot(None, fed=False)
    feeders = (2 * index - 1, 2 * index) if forked else (index,)
    return Slot(draw(match), fed=any(feeder in before for feeder in feeders))


def _without_empty(columns: Iterable[Column]) -> Iterable[Column]:
    return (column for column in columns if any(slot.match for slot in column.slots))
