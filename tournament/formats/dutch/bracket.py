"""The questions of one bracket, in the order of C.04.3, 3 and 4.

How good its pairing can be, which entrants moved down are paired and with whom, which entrants of the
remainder change halves, and the pairs of the remainder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .criteria import Worth
from .graph import BracketField, BracketGraph

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BracketPairs:
    """Pairs by places, upper first, the places left over, and the worth of the whole pairing."""

    asked: BracketField
    pairs: tuple[Places, ...]
    left: tuple[int, ...]
    worth: Worth
    alone: tuple[int, ...] = ()
    """Places without a partner, in this bracket or the next one, when C8 was asked."""
    exchanged: tuple[int, ...] = ()
    """Places that changed halves (4.3): residents of the lower half, upper one of a pair."""


def pair_bracket(asked: BracketField) -> BracketPairs | None:
    """Find the first of the best pairings; None if a field that must be paired whole has none."""
    graph = BracketGraph(asked, 0 if asked.moved else len(asked.residents) // 2)
    if not graph.matching.solve():
        return None
    if asked.counts_games and 2 * _pairs_inside(graph) + 1 < asked.inside:
        # More than one floats down, and which of them gets the bye is open, so C9 is not asked.
        return pair_bracket(replace(asked, counts_games=False))
    worth = graph.worth()
    pairs: list[Places] = []
    if asked.moved:
        questions = _Questions(graph)
        questions.choose_moved()
        pairs = questions.pair_moved()
        done = {place for pair in pairs for place in pair}
        rest = replace(
            asked,
            moved=tuple(place for place in asked.moved if place not in done),
            residents=tuple(place for place in asked.residents if place not in done),
        )
        graph = BracketGraph(rest, _pairs_inside(graph) - len(pairs))
        graph.matching.solve()
    elif (count := _pairs_inside(graph)) != graph.favoured:
        graph = BracketGraph(asked, count)
        graph.matching.solve()
    uppers: list[int] = []
    if graph.favoured:
        questions = _Questions(graph)
        uppers = questions.choose_uppers()
        pairs += questions.pair_remainder(uppers)
    paired = {place for pair in pairs for place in pair}
    everybody = (*asked.moved, *asked.residents)
    lower_half = set(list(graph.residents)[graph.favoured :])
    return BracketPairs(
        asked,
        tuple(pairs),
        tuple(place for place in everybody if place not in paired),
        worth,
        tuple(place for vertex, place in enumerate(graph.places) if graph.matching.mate[vertex] < 0),
        tuple(graph.places[vertex] for vertex in uppers if vertex in lower_half),
    )


def _pairs_inside(graph: BracketGraph) -> int:
    mate = graph.matching.mate
    return sum(graph.is_inside(vertex) and mate[vertex] > vertex for vertex in range(graph.asked.inside))


class _Questions:
    """The questions about a graph; each narrows its matching among those of equal worth."""

    def __init__(self, graph: BracketGraph) -> None:
        self.graph = graph
        self.matching = graph.matching
        self.settled: set[int] = set()
        self._to_keep: list[tuple[int, int]] = []

    def choose_moved(self) -> None:
        """Choose who of those moved down is paired (4.2.2 and 3.2): of equal scores the higher ranked."""
        graph, matching = self.graph, self.matching
        residents = set(graph.residents)
        outside = set(graph.outside)
        by_score: dict[int, list[int]] = {}
        for vertex in graph.moved:
            by_score.setdefault(graph.asked.contenders[graph.places[vertex]].score, []).append(vertex)
        for vertices in by_score.values():
            count = sum(map(graph.is_inside, vertices))
            for at, vertex in enumerate(vertices):
                if count in (0, len(vertices) - at):
                    break
                if not graph.is_inside(vertex):
                    self._favour(vertex, [v for v in residents if matching.weight(vertex, v) is not None], 1)
                inside = graph.is_inside(vertex)
                matching.keep_only([(vertex, residents if inside else outside)])
                matching.solve()
                count -= inside

    def pair_moved(self) -> list[Places]:
        """Pair each of those moved down with the first resident that does not lower the worth (4.2)."""
        graph = self.graph
        paired = [vertex for vertex in graph.moved if graph.is_inside(vertex)]
        for vertex in paired:
            self._choose_partner(vertex, graph.residents)
        self._keep_settled()
        return [self._places(vertex) for vertex in paired]

    def choose_uppers(self) -> list[int]:
        """Choose the upper half of the remainder (4.3): as few exchanges as possible, nearest to the middle.

        Of the upper half the lowest go down, of the lower half the highest go up.
        """
        graph, matching = self.graph, self.matching
        residents = list(graph.residents)
        upper, lower = residents[: graph.favoured], residents[graph.favoured :]
        exchanges = left = sum(not self._is_upper(vertex) for vertex in upper)
        for at in reversed(range(len(upper))):
            if not left:
                break
            vertex = upper[at]
            below = residents[at + 1 :]
            if self._is_upper(vertex):
                self._favour(vertex, below, -1)
                if self._is_upper(vertex):
                    self._favour(vertex, below, 1)
                    continue
            left -= 1
            matching.keep_only([(vertex, {*residents[:at], *graph.moved, *graph.outside})])
            matching.solve()
        left = exchanges
        for at, vertex in enumerate(lower, len(upper)):
            if left <= 1:
                break
            above, below = residents[:at], residents[at + 1 :]
            if not self._is_upper(vertex):
                self._favour(vertex, below, 1)
                if not self._is_upper(vertex):
                    self._favour(vertex, below, -1)
                    continue
            left -= 1
            matching.keep_only([(vertex, set(residents) - set(above))])
            matching.solve()
        return [vertex for vertex in residents if self._is_upper(vertex)]

    def pair_remainder(self, uppers: Sequence[int]) -> list[Places]:
        """Pair each upper in turn with the first of the others that does not lower the worth (4.2)."""
        graph, matching = self.graph, self.matching
        others = [vertex for vertex in graph.residents if vertex not in set(uppers)]
        kept = [(vertex, {each for each in others if each > vertex}) for vertex in uppers]
        elsewhere = {*graph.moved, *graph.outside}
        kept += [(vertex, {each for each in uppers if each < vertex} | elsewhere) for vertex in others]
        matching.keep_only(kept)
        matching.solve()
        for vertex in uppers:
            self._choose_partner(vertex, [each for each in others if each > vertex])
        return [self._places(vertex) for vertex in uppers]

    def _is_upper(self, vertex: int) -> bool:
        return vertex < self.matching.mate[vertex] < self.graph.asked.inside

    def _places(self, vertex: int) -> Places:
        return self.graph.places[vertex], self.graph.places[self.matching.mate[vertex]]

    def _favour(self, vertex: int, others: Sequence[int], by: int) -> None:
        """Add a little to the weights of one vertex with some others, and solve again."""
        weights = {other: self.matching.weight(vertex, other) for other in others}
        self.matching.reweigh(vertex, {v: each + by for v, each in weights.items() if each is not None})
        self.matching.solve()

    def _choose_partner(self, vertex: int, others: Sequence[int]) -> None:
        """Give this vertex the first of `others` that some matching of the same weight allows.

        Pairs that are not tight are impossible, so there is rarely anything to search.
        """
        matching = self.matching
        free = [each for each in others if each not in self.settled]
        for other in free:
            if matching.mate[vertex] == other:
                break
            if not matching.is_tight(vertex, other):
                continue
            if matching.swap(vertex, other):
                break
            self._keep_settled()
            ranked = {other: len(free) - at for at, other in enumerate(free)}
            weights = {other: matching.weight(vertex, other) for other in free}
            matching.reweigh(vertex, {v: w + ranked[v] for v, w in weights.items() if w is not None})
            matching.solve()
            break
        pair = (vertex, matching.mate[vertex])
        self.settled.update(pair)
        self._to_keep.append(pair)

    def _keep_settled(self) -> None:
        """Fix the settled pairs; delayed until another search needs it."""
        self.matching.keep_only((one, {other}) for pair in self._to_keep for one, other in (pair, pair[::-1]))
        self._to_keep.clear()
        self.matching.solve()
