"""The graph of a bracket: which contenders may meet, and the worth of each pair as one number."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from tournament.formats.matching import HeaviestMatching

from .contenders import Contender, Profile, StartWish, may_both_start
from .criteria import Criteria, Worth
from .packing import add_worths, pack, scale_factors


class Zone(IntEnum):
    """Where a contender is, relative to a bracket."""

    MOVED = 0
    """In it, moved down from above."""
    RESIDENT = 1
    NEXT = 2
    """In the next bracket, which C8 is about."""
    LOWER = 3
    """Further down: must be paired, with any opponent."""
    BYE = 4
    """The missing opponent of a bye."""


@dataclass(frozen=True, slots=True)
class BracketField:
    """The places, in the list of all contenders, that the pairing of a bracket is about.

    Without `whole` any contender may be left over, and the caller checks that they can be paired further
    down; with it all must be paired, one of `byes` with the bye if they are odd.
    """

    contenders: Sequence[Contender]
    criteria: Criteria
    moved: tuple[int, ...]
    residents: tuple[int, ...]
    following: tuple[int, ...] = ()
    lower: tuple[int, ...] = ()
    whole: bool = False
    byes: frozenset[int] = frozenset()
    counts_games: bool = False
    """C9 is asked: the contender left over has the bye."""

    @property
    def inside(self) -> int:
        return len(self.moved) + len(self.residents)


Group = tuple[Zone, Profile | StartWish | None]


@dataclass(slots=True)
class BracketGraph:
    """The possible pairs of a bracket with their weights.

    Vertices are those moved down, residents, next, lower, and perhaps the bye, each zone in rank order.
    `favoured` is how many of the residents, from the first, would be the upper halves of pairs without an
    exchange (4.3): of equal worth, such pairs come first, then those whose upper halves are ranked higher.
    """

    asked: BracketField
    favoured: int = 0
    places: list[int] = field(init=False)
    matching: HeaviestMatching = field(init=False)
    _groups: list[Group] = field(init=False)

    def __post_init__(self) -> None:
        asked = self.asked
        self.places = [*asked.moved, *asked.residents, *asked.following, *asked.lower]
        self._groups = [self._group(vertex) for vertex in range(len(self.places))]
        if asked.whole and len(self.places) % 2:
            self._groups.append((Zone.BYE, None))
        weights = self._weights()
        shares = [max((each for each in row if each is not None), default=0) for row in weights]
        for vertex, bonus in self._favour(weights).items():
            shares[vertex] += 2 * bonus
        may_stay = () if asked.whole or not asked.following else range(len(weights))
        self.matching = HeaviestMatching(weights, may_stay, self._guess(), shares)

    @property
    def moved(self) -> range:
        return range(len(self.asked.moved))

    @property
    def residents(self) -> range:
        return range(len(self.asked.moved), self.asked.inside)

    @property
    def outside(self) -> range:
        return range(self.asked.inside, len(self._groups))

    def is_inside(self, vertex: int) -> bool:
        """Check that a vertex is paired within the bracket."""
        return 0 <= self.matching.mate[vertex] < self.asked.inside

    def worth(self) -> Worth:
        """Compute the worth of the present matching."""
        pairs = self.matching.pairs
        return add_worths(self._worth(*pair) for pair in pairs) if pairs else self.asked.criteria.nothing

    def _worth(self, one: int, other: int) -> Worth:
        if self._groups[other][0] is Zone.BYE:
            return self._bye_worths()[one]
        worth = self.worth_of(self._groups[one], self._groups[other])
        assert worth is not None
        return worth

    @property
    def order_room(self) -> int:
        """How much the order of partners may add to a weight without affecting anything more important."""
        return self.asked.inside + 2

    def _group(self, vertex: int) -> Group:
        """Return the group of a vertex: vertices of one group are worth the same to all others."""
        asked = self.asked
        contender = asked.contenders[self.places[vertex]]
        if vertex < asked.inside:
            return Zone.MOVED if vertex < len(asked.moved) else Zone.RESIDENT, contender.profile
        following = vertex < asked.inside + len(asked.following)
        return Zone.NEXT if following else Zone.LOWER, contender.profile.wish

    def worth_of(self, one: Group, other: Group) -> Worth | None:
        """Return the worth of a pair, None if these groups may not meet. `one` is not below `other`."""
        criteria, (_, upper), (there, lower) = self.asked.criteria, one, other
        if there is Zone.BYE:
            return criteria.nothing
        assert upper is not None
        assert lower is not None
        wishes = _wish(upper), _wish(lower)
        if there is Zone.MOVED or not may_both_start(*wishes):
            return None
        if there is Zone.LOWER:
            return criteria.nothing
        profile = upper if isinstance(upper, Profile) else None
        if there is Zone.NEXT:
            return criteria.in_next(profile)
        assert isinstance(profile, Profile)
        assert isinstance(lower, Profile)
        return criteria.in_bracket(profile, lower)

    def _weights(self) -> list[list[int | None]]:
        kinds = list(dict.fromkeys(self._groups))
        kind_of = {group: at for at, group in enumerate(kinds)}
        counts = Counter(kind_of[group] for group in self._groups)
        worths: dict[tuple[int, int], Worth] = {}
        for high, upper in enumerate(kinds):
            for low in range(high, len(kinds)):
                worth = self.worth_of(upper, kinds[low])
                if worth is not None:
                    worths[high, low] = worth
        inside = self.asked.inside
        room = self.order_room * ((inside + 1) * (inside * inside + 1) + 1)
        by_games = {kind_of[self._groups[v]]: worth for v, worth in self._bye_worths().items()}
        bye_worths = {(kind, len(kinds) - 1): worth for kind, worth in by_games.items()}
        by = scale_factors(counts, worths | bye_worths, room)
        table: list[list[int | None]] = [[None] * len(kinds) for _ in kinds]
        for (high, low), worth in worths.items():
            table[high][low] = table[low][high] = pack(worth, by)
        kind_at = [kind_of[group] for group in self._groups]
        rows = [[table[kind][other] for other in kind_at] for kind in kind_at]
        self._ban(rows)
        if self._groups and self._groups[-1][0] is Zone.BYE:
            bye_weights: list[int | None] = [None] * len(rows)
            for vertex, worth in self._bye_worths().items():
                bye_weights[vertex] = pack(worth, by)
            for row, weight in zip(rows, bye_weights, strict=True):
                row[-1] = weight
            rows[-1] = bye_weights
        return rows

    def _bye_worths(self) -> dict[int, Worth]:
        """Return the worth of the bye, by vertex."""
        asked = self.asked
        if not asked.whole or len(self.places) % 2 == 0:
            return {}
        return {
            vertex: asked.criteria.bye(asked.contenders[place].games if asked.counts_games else 0)
            for vertex, place in enumerate(self.places)
            if place in asked.byes
        }

    def _ban(self, rows: list[list[int | None]]) -> None:
        """Remove rematches (C1) and the pairs that the organiser forbids."""
        vertices = {place: vertex for vertex, place in enumerate(self.places)}
        for place, vertex in vertices.items():
            row = rows[vertex]
            row[vertex] = None
            for other in self.asked.contenders[place].banned:
                if (there := vertices.get(other)) is not None:
                    row[there] = None
        for place, vertex in vertices.items():
            for other in self.asked.contenders[place].banned:
                if (there := vertices.get(other)) is not None:
                    rows[there][vertex] = None

    def _favour(self, rows: list[list[int | None]]) -> dict[int, int]:
        """Add the bonus of 4.3 to the pairs of residents; return the bonus of each upper one."""
        added: dict[int, int] = {}
        first, sums = len(self.asked.moved), self.asked.inside * self.asked.inside + 1
        for vertex in self.residents if self.favoured else ():
            rank = vertex - first
            bonus = ((rank < self.favoured) * sums - rank) * self.order_room
            added[vertex] = max(bonus, 0)
            row = rows[vertex]
            for other in range(vertex + 1, self.asked.inside):
                weight = row[other]
                if weight is not None:
                    row[other] = rows[other][vertex] = weight + bonus
        return added

    def _guess(self) -> list[tuple[int, int]]:
        """Pair those moved down with the first residents, the others upper half with lower half."""
        count = min(len(self.asked.moved), len(self.asked.residents))
        first = len(self.asked.moved)
        rest = list(self.residents)[count:]
        half = len(rest) // 2
        return [
            *((vertex, first + vertex) for vertex in range(count)),
            *zip(rest[:half], rest[half:], strict=False),
        ]


def _wish(each: Profile | StartWish) -> StartWish:
    return each.wish if isinstance(each, Profile) else each
