"""The questions of one bracket, in the order of C.04.3, 3 and 4: how good can its pairing be, who of those
moved down is paired and with whom, who changes halves in the remainder, and who meets whom there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .criteria import Worth
from .graph import BracketField, BracketGraph

Places = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BracketPairs:
    """Pairs by places, upper first, and who is left over; and what the whole was worth."""

    asked: BracketField
    pairs: tuple[Places, ...]
    left: tuple[int, ...]
    worth: Worth
    alone: tuple[int, ...] = ()
    """Whom the look at the next bracket (C8) left without a partner, there or here."""
    exchanged: tuple[int, ...] = ()
    """Who changed halves (4.3): residents of the lower half who are the upper one of a pair."""


def pair_bracket(asked: BracketField) -> BracketPairs | None:
    """The first of the best pairings; None where nothing can be (of a field that must be paired whole)."""
    graph = BracketGraph(asked, 0 if asked.moved else len(asked.residents) // 2)
    if not graph.matching.solve():
        return None
    if asked.counts_games and 2 * _pairs_inside(graph) + 1 < asked.inside:
        # More than one floats down: nobody knows yet that the bye is the one who does, so C9 is not asked.
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
    """Each narrows the matching of a graph among those of equal worth; what is settled stays."""

    def __init__(self, graph: BracketGraph) -> None:
        self.graph = graph
        self.matching = graph.matching
        self.settled: set[int] = set()
        self._to_keep: list[tuple[int, int]] = []

    def choose_moved(self) -> None:
        """4.2.2 (and 3.2): where not all with one score can be paired, the higher ranked of them are."""
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
        """4.2: each in turn with the first of the residents that leaves the worth as it is."""
        graph = self.graph
        paired = [vertex for vertex in graph.moved if graph.is_inside(vertex)]
        for vertex in paired:
            self._choose_partner(vertex, graph.residents)
        self._keep_settled()
        return [self._places(vertex) for vertex in paired]

    def choose_uppers(self) -> list[int]:
        """4.3: as few as can be change halves, then those nearest to the middle: of the upper half the
        lowest, of the lower half the highest."""
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
        """4.2 again: the uppers in turn, each with the first of the others that leaves the worth as it is."""
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
        """A little more, or less, for the pairs of one vertex with some."""
        weights = {other: self.matching.weight(vertex, other) for other in others}
        self.matching.reweigh(vertex, {v: each + by for v, each in weights.items() if each is not None})
        self.matching.solve()

    def _choose_partner(self, vertex: int, others: Sequence[int]) -> None:
        """The first of `others` that some matching of the same weight gives to this vertex. What is not tight
        cannot be, so mostly there is nothing to search."""
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
        """Settled pairs are fixed only when something else is to be searched."""
        self.matching.keep_only((one, {other}) for pair in self._to_keep for one, other in (pair, pair[::-1]))
        self._to_keep.clear()
        self.matching.solve()
