"""The lightest perfect matching of a graph (Edmonds' blossom method with prices, all in integers).

Everything that must be paired at the least cost goes through here: a Swiss round without a legal pairing,
pairs to be kept apart, qualifiers put into a bracket. Cubic in the usual case: 100 entrants take a second or
two.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise

Edge = tuple[int, int]


class _Label(Enum):
    OUTER = "even steps from an unmatched root"
    INNER = "odd steps from an unmatched root"


@dataclass(slots=True, eq=False)
class _Node:
    """A vertex, or a blossom: an odd cycle of nodes, `parts[0]` holding the base, `links[i]` joining parts i
    and i+1."""

    vertex: int = -1
    parts: list["_Node"] = field(default_factory=list)
    links: list[Edge] = field(default_factory=list)
    price: int = 0
    label: _Label | None = None
    entry: Edge | None = None
    """For an inner node, the edge (outside, inside) it was reached by."""

    @property
    def base(self) -> int:
        node = self
        while node.parts:
            node = node.parts[0]
        return node.vertex

    def vertices(self) -> list[int]:
        if not self.parts:
            return [self.vertex]
        return [vertex for part in self.parts for vertex in part.vertices()]


def lightest_matching(size: int, costs: Mapping[Edge, int]) -> tuple[Edge, ...] | None:
    """Pairs of 0..size-1 that leave nobody out and cost least together, or None where there are none.

    `costs` holds the allowed pairs (low, high). Equal inputs give equal answers.
    """
    if size % 2:
        return None
    if not costs:
        return () if size == 0 else None
    return _Search(size, costs).run()


class _Search:
    """Invariant: every edge has slack >= 0, matched edges and edges within blossoms have slack 0."""

    def __init__(self, size: int, costs: Mapping[Edge, int]) -> None:
        self.size = size
        # Costs are doubled so that half steps between two outer nodes stay whole.
        self.costs = {edge: 2 * cost for edge, cost in costs.items()}
        self.neighbours: list[list[int]] = [[] for _ in range(size)]
        for low, high in sorted(costs):
            self.neighbours[low].append(high)
            self.neighbours[high].append(low)
        self.prices = [min(costs.values())] * size
        self.mate = [-1] * size
        self.leaves = [_Node(vertex) for vertex in range(size)]
        self.top: list[_Node] = list(self.leaves)
        self.queue: list[int] = []

    def run(self) -> tuple[Edge, ...] | None:
        for _ in range(self.size // 2):
            if not self._grow_matching():
                return None
        return tuple((vertex, mate) for vertex, mate in enumerate(self.mate) if vertex < mate)

    def _slack(self, one: int, other: int) -> int:
        cost = self.costs[(one, other) if one < other else (other, one)]
        return cost - self.prices[one] - self.prices[other]

    def _tops(self) -> list[_Node]:
        return list(dict.fromkeys(self.top))

    def _grow_matching(self) -> bool:
        """One phase: search from all unmatched vertices until two trees touch. False: no perfect matching."""
        self.queue = []
        for node in self._tops():
            node.label, node.entry = None, None
        for node in self._tops():
            if self.mate[node.base] < 0:
                self._make_outer(node)
        while True:
            while self.queue:
                if self._scan(self.queue.pop()):
                    return True
            if not self._adjust_prices():
                return False

    def _make_outer(self, node: _Node) -> None:
        node.label = _Label.OUTER
        self.queue.extend(node.vertices())

    def _scan(self, vertex: int) -> bool:
        """Follow the tight edges of an outer vertex; True when the matching has grown."""
        for other in self.neighbours[vertex]:
            here, there = self.top[vertex], self.top[other]
            if here is there or there.label is _Label.INNER or self._slack(vertex, other):
                continue
            if there.label is None:
                there.label, there.entry = _Label.INNER, (vertex, other)
                self._make_outer(self.top[self.mate[there.base]])
            elif self._join(vertex, other):
                return True
        return False

    def _path(self, node: _Node) -> list[_Node]:
        """From an outer node to its root, outer and inner in turn."""
        path = [node]
        while self.mate[path[-1].base] >= 0:
            inner = self.top[self.mate[path[-1].base]]
            assert inner.entry is not None
            path += [inner, self.top[inner.entry[0]]]
        return path

    def _join(self, one: int, other: int) -> bool:
        """A tight edge between two outer nodes: of one tree, a blossom; of two, an augmenting path."""
        left, right = self._path(self.top[one]), self._path(self.top[other])
        if left[-1] is not right[-1]:
            for start, path in ((one, left), (other, right)):
                self._flip(start, path)
            self.mate[one], self.mate[other] = other, one
            return True
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        self._shrink(one, other, left, right)
        return False

    def _flip(self, start: int, path: list[_Node]) -> None:
        """Free `start` by exchanging matched and unmatched edges from its node up to the root."""
        self._rebase(path[0], start)
        for inner, outer in zip(path[1::2], path[2::2], strict=True):
            assert inner.entry is not None
            outside, inside = inner.entry
            self._rebase(inner, inside)
            self._rebase(outer, outside)
            self.mate[outside], self.mate[inside] = inside, outside

    def _rebase(self, node: _Node, vertex: int) -> None:
        """Rotate a blossom so that `vertex` becomes its base, and match the rest of the cycle in pairs."""
        if not node.parts:
            return
        at = next(i for i, part in enumerate(node.parts) if vertex in part.vertices())
        self._rebase(node.parts[at], vertex)
        node.parts = node.parts[at:] + node.parts[:at]
        node.links = node.links[at:] + node.links[:at]
        for i in range(1, len(node.parts), 2):
            one, other = node.links[i]
            self._rebase(node.parts[i], one)
            self._rebase(node.parts[i + 1], other)
            self.mate[one], self.mate[other] = other, one

    def _shrink(self, one: int, other: int, left: list[_Node], right: list[_Node]) -> None:
        """The cycle base ... one - other ... base becomes a single outer node."""
        down = [self._link(child, parent)[::-1] for child, parent in pairwise(left)]
        up = [self._link(child, parent) for child, parent in pairwise(right)]
        blossom = _Node(
            parts=[*reversed(left), *right[:-1]],
            links=[*reversed(down), (one, other), *up],
            label=_Label.OUTER,
        )
        fresh = [vertex for part in blossom.parts if part.label is _Label.INNER for vertex in part.vertices()]
        for vertex in blossom.vertices():
            self.top[vertex] = blossom
        self.queue.extend(fresh)

    def _link(self, child: _Node, parent: _Node) -> Edge:
        """The tree edge from a node up to the next one on its path, (in child, in parent)."""
        if child.label is _Label.INNER:
            assert child.entry is not None
            return child.entry[::-1]
        return (child.base, self.mate[child.base])

    def _adjust_prices(self) -> bool:
        """Move prices until an edge becomes tight or an inner blossom opens. False: nothing can."""
        step = self._step()
        if step is None:
            return False
        for vertex in range(self.size):
            label = self.top[vertex].label
            if label is not None:
                self.prices[vertex] += step if label is _Label.OUTER else -step
        for node in self._tops():
            if node.parts and node.label is not None:
                node.price += 2 * step if node.label is _Label.OUTER else -2 * step
        for node in self._tops():
            if node.parts and node.label is _Label.INNER and node.price == 0:
                self._open(node)
        self.queue = [v for v in range(self.size) if self.top[v].label is _Label.OUTER]
        return True

    def _step(self) -> int | None:
        steps = [node.price // 2 for node in self._tops() if node.parts and node.label is _Label.INNER]
        for (one, other), cost in self.costs.items():
            here, there = self.top[one], self.top[other]
            if here is there:
                continue
            labels = {here.label, there.label}
            if _Label.OUTER not in labels or _Label.INNER in labels:
                continue
            slack = cost - self.prices[one] - self.prices[other]
            steps.append(slack // 2 if len(labels) == 1 else slack)
        return min(steps, default=None)

    def _open(self, blossom: _Node) -> None:
        """Put the parts of a spent inner blossom back; those on the even way from entry to base stay in the
        tree."""
        assert blossom.entry is not None
        for part in blossom.parts:
            part.label, part.entry = None, None
            for vertex in part.vertices():
                self.top[vertex] = part
        count = len(blossom.parts)
        at = blossom.parts.index(self.top[blossom.entry[1]])
        way = -1 if at % 2 == 0 else 1
        entry = blossom.entry
        while True:
            inner = blossom.parts[at % count]
            inner.label, inner.entry = _Label.INNER, entry
            if at % count == 0:
                return
            outer = blossom.parts[(at + way) % count]
            outer.label = _Label.OUTER
            link = blossom.links[(at + way) % count] if way == 1 else blossom.links[at - 2][::-1]
            entry = link
            at += 2 * way
