"""The heaviest matching of a graph (Edmonds' blossom method with prices, all in integers).

A change of weights does not repeat the whole search. All pairing at the least cost uses it: brackets of a
Swiss round, a round without a legal pairing, pairs to be kept apart, the seeds of qualifiers. One tree is
grown at a time, from one vertex without a partner: after a change at one vertex only the tree from there is
searched again, and prices, pairs and blossoms elsewhere stay. Between two calls, the prices of two neighbours
(and of the blossoms that hold both) add up to at least their weight, and for a pair to exactly it.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise

Edge = tuple[int, int]
Weights = Sequence[Sequence[int | None]]
"""Symmetric; None if two may not meet."""

_OUTER, _INNER = 1, 2
_NEVER = float("inf")


class _Node:
    """A vertex, or a blossom: an odd cycle of nodes, in which `links[i]` joins parts i and i+1.

    `parts[0]` holds the base. The label belongs to the tree being grown: an even or odd number of steps from
    its root.
    """

    __slots__ = ("base", "entry", "label", "links", "parts", "price", "vertices")

    def __init__(self, vertices: list[int], parts: list["_Node"], links: list[Edge]) -> None:
        self.vertices = vertices
        self.parts = parts
        self.links = links
        self.base: int = parts[0].base if parts else vertices[0]
        self.price = 0
        self.label = 0
        self.entry: Edge = (-1, -1)
        """For an inner node, the edge (outside, inside) it was reached by."""


def lightest_matching(size: int, costs: Mapping[Edge, int]) -> tuple[Edge, ...] | None:
    """Pair all of 0..size-1 at the least total cost; None if that is impossible.

    `costs` holds the allowed pairs (low, high). Equal inputs give equal answers.
    """
    weights: list[list[int | None]] = [[None] * size for _ in range(size)]
    for (low, high), cost in costs.items():
        weights[low][high] = weights[high][low] = -cost
    search = HeaviestMatching(weights)
    return search.pairs if size % 2 == 0 and search.solve() else None


class HeaviestMatching:
    """The search. `mate[v]` is the partner of v, or -1. Only vertices in `may_stay` may be left alone."""

    def __init__(
        self,
        weights: Weights,
        may_stay: Iterable[int] = (),
        guess: Iterable[Edge] = (),
        shares: Sequence[int] | None = None,
    ) -> None:
        """Start with these weights.

        `guess` are pairs to begin with, where prices allow. `shares` are first prices, doubled: those of any
        two vertices must cover the weight of their pair. Both affect only the speed, never the weight.
        """
        self.size = len(weights)
        # Weights are doubled so that half steps between two outer nodes stay whole.
        self._weights = [[None if each is None else 2 * each for each in row] for row in weights]
        self._neighbours = [[v for v, each in enumerate(row) if each is not None] for row in self._weights]
        self._may_stay = [False] * self.size
        for vertex in may_stay:
            self._may_stay[vertex] = True
        self.mate = [-1] * self.size
        self._top = [_Node([vertex], [], []) for vertex in range(self.size)]
        self._leaves = list(self._top)
        self._prices = [0] * self.size
        self._has_drifted = False
        self._first_prices(shares)
        self._adopt(guess)

    @property
    def pairs(self) -> tuple[Edge, ...]:
        return tuple((vertex, mate) for vertex, mate in enumerate(self.mate) if vertex < mate)

    def solve(self) -> bool:
        """Pair all vertices that must be paired; return False if that is impossible."""
        self._forget_blossoms()
        for vertex in range(self.size):
            if self.mate[vertex] >= 0 or (self._may_stay[vertex] and not self._prices[vertex]):
                continue
            if not self._grow(vertex):
                return False
        return True

    def weight(self, one: int, other: int) -> int | None:
        doubled = self._weights[one][other]
        return None if doubled is None else doubled // 2

    def is_tight(self, one: int, other: int) -> bool:
        """Check whether some heaviest matching may have this pair; none has one that is not tight."""
        weight = self._weights[one][other]
        if weight is None:
            return False
        slack = self._prices[one] + self._prices[other] - weight
        node = self._top[one]
        while node.parts and one in node.vertices and other in node.vertices:
            slack += node.price
            node = next(part for part in node.parts if one in part.vertices)
        return slack == 0

    def swap(self, one: int, other: int) -> bool:
        """Make these two partners by exchanging the partners of two pairs, if that costs nothing."""
        left, right = self.mate[one], self.mate[other]
        if left < 0 or right < 0:
            return False
        rows = self._weights
        new, rest = rows[one][other], rows[left][right]
        old, gone = rows[one][left], rows[other][right]
        if new is None or rest is None or old is None or gone is None or new + rest != old + gone:
            return False
        self._match(one, other)
        self._match(left, right)
        # Prices stay valid for every matching of this weight, blossoms only for the one they grew with.
        self._has_drifted |= any(self._top[v].parts for v in (one, other, left, right))
        return True

    def _forget_blossoms(self) -> None:
        """Take all blossoms apart, and the pairs that led out of them, if pairs within were exchanged."""
        if not self._has_drifted:
            return
        for vertex in range(self.size):
            while self._top[vertex].parts:
                node = self._top[vertex]
                for each in node.vertices:
                    self._prices[each] += node.price // 2
                self._put_apart(node)
        for one, other in self.pairs:
            if self._prices[one] + self._prices[other] != self._weights[one][other]:
                self._part(one)
        self._has_drifted = False

    # ---- changes; `solve` must follow

    def reweigh(
        self, vertex: int, weights: Mapping[int, int | None], *, may_stay: bool | None = None
    ) -> None:
        """Change the weights of some pairs of one vertex, and perhaps whether it may be left alone."""
        self._forget_blossoms()
        self._release(vertex)
        if may_stay is not None:
            self._may_stay[vertex] = may_stay
        row = self._weights[vertex]
        for other, weight in weights.items():
            doubled = None if weight is None else 2 * weight
            if (row[other] is None) != (doubled is None):
                for here, there in ((vertex, other), (other, vertex)):
                    near = self._neighbours[here]
                    near.append(there) if doubled is not None else near.remove(there)
            row[other] = self._weights[other][vertex] = doubled
        self._part(vertex)
        self._prices[vertex] = self._lowest_price(vertex)

    def keep_only(self, pairs: Iterable[tuple[int, set[int]]]) -> None:
        """For each vertex named, drop all its pairs but those with the others named beside it."""
        self._forget_blossoms()
        for vertex, kept in pairs:
            dropped = [other for other in self._neighbours[vertex] if other not in kept]
            if not dropped:
                continue
            self._release(vertex)
            for other in dropped:
                # A blossom may hold the edge although its vertex is another's.
                if self._top[other].parts:
                    self._release(other)
                self._neighbours[other].remove(vertex)
                self._weights[vertex][other] = self._weights[other][vertex] = None
                if self.mate[vertex] == other:
                    self._part(vertex)
            self._neighbours[vertex] = [other for other in self._neighbours[vertex] if other in kept]

    def _release(self, vertex: int) -> None:
        """Take every blossom apart that holds this vertex.

        Half its price goes to each of its vertices: within it nothing changes, and edges that led out of it,
        the pair of its base too, are no longer tight.
        """
        while self._top[vertex].parts:
            node = self._top[vertex]
            if node.price:
                self._part(node.base)
                for each in node.vertices:
                    self._prices[each] += node.price // 2
            self._put_apart(node)

    def _put_apart(self, blossom: _Node) -> None:
        """Make the parts of a blossom separate nodes."""
        for part in blossom.parts:
            for vertex in part.vertices:
                self._top[vertex] = part

    def _part(self, vertex: int) -> None:
        mate = self.mate[vertex]
        if mate >= 0:
            self.mate[vertex] = self.mate[mate] = -1

    def _match(self, one: int, other: int) -> None:
        self.mate[one], self.mate[other] = other, one

    # ---- the beginning

    def _first_prices(self, shares: Sequence[int] | None) -> None:
        """Set prices to the given shares, or half the heaviest pair; then as low as the others allow."""
        for vertex, row in enumerate(self._weights):
            half = max((each for each in row if each is not None), default=0) // 2
            share = half if shares is None else shares[vertex]
            self._prices[vertex] = max(share, 0) if self._may_stay[vertex] else share
        for vertex in range(self.size):
            self._prices[vertex] = self._lowest_price(vertex)

    def _lowest_price(self, vertex: int) -> int:
        row, prices = self._weights[vertex], self._prices
        least = max([row[v] - prices[v] for v in self._neighbours[vertex]], default=0)  # type: ignore[operator]
        return max(least, 0) if self._may_stay[vertex] else least

    def _adopt(self, guess: Iterable[Edge]) -> None:
        """Match the guessed pairs, then all other pairs that the prices allow."""
        prices = self._prices
        for one, other in guess:
            if self.mate[one] < 0 and self.mate[other] < 0:
                weight = self._weights[one][other]
                if weight is not None and prices[one] + prices[other] == weight:
                    self._match(one, other)
        for one in range(self.size):
            if self.mate[one] >= 0:
                continue
            row = self._weights[one]
            for other in self._neighbours[one]:
                if self.mate[other] < 0 and prices[one] + prices[other] == row[other]:
                    self._match(one, other)
                    break

    # ---- one tree
    #
    # While it grows, every price in it changes by the same step: down for outer vertices, up for inner ones,
    # twice that for blossoms. `moved` is the sum of all steps so far, and what is stored is the value at
    # moved = 0, so that nothing has to be touched until the tree is taken down.

    def _grow(self, root: int) -> bool:
        """Find a partner for `root`, or free another vertex that may be alone; False if neither works."""
        self._reach: list[float] = [_NEVER] * self.size
        """For each vertex the least (price of an outer vertex - weight of the edge to it)."""
        self._via = [-1] * self.size
        self._touching: list[tuple[int, int, int]] = []
        """Heap of edges between outer vertices, by twice the step at which they become tight."""
        self._outer: list[int] = []
        self._tree: list[_Node] = []
        self._unlabelled = set(range(self.size))
        self._stays, self._moved = _NEVER, 0
        self._stayer = -1
        self._make_outer(self._top[root])
        grown = self._until_matched()
        self._take_down()
        return grown

    def _until_matched(self) -> bool:
        """Grow the tree step by step until the matching has grown, or return False."""
        prices, reach = self._prices, self._reach
        alone = [each for each in self._unlabelled if self.mate[self._top[each].base] < 0]
        while True:
            step: float = _NEVER
            vertex = -1
            for each in self._unlabelled:
                at = reach[each] + prices[each]
                if at < step:
                    step, vertex = at, each
            for each in alone:
                if reach[each] + prices[each] <= step:  # the end, if it is as near as anything
                    step, vertex = reach[each] + prices[each], each
            touching = self._touching
            while touching and self._top[touching[0][1]] is self._top[touching[0][2]]:
                heappop(touching)
            joins = touching[0][0] // 2 if touching else _NEVER
            spent = self._first_spent()
            opens = spent.price // 2 if spent else _NEVER
            first = min(step, joins, opens, self._stays)
            if first is _NEVER or first == _NEVER:
                return False
            self._moved = int(first)
            if self._stays == first:
                self._flip(self._stayer)
                self.mate[self._stayer] = -1
                return True
            if step == first:
                if self._reached(vertex):
                    return True
            elif joins == first:
                _, one, other = heappop(touching)
                self._shrink(one, other)
            elif spent:
                self._open(spent)

    def _first_spent(self) -> _Node | None:
        found = None
        for node in self._tree:
            if node.label == _INNER and node.parts and (found is None or node.price < found.price):
                found = node
        return found

    def _make_outer(self, node: _Node) -> None:
        """Label a node without a label as outer, and scan its vertices."""
        node.label = _OUTER
        node.price -= 2 * self._moved
        self._tree.append(node)
        self._unlabelled.difference_update(node.vertices)
        for vertex in node.vertices:
            self._prices[vertex] += self._moved
        for vertex in node.vertices:
            self._scan(vertex)

    def _make_inner(self, node: _Node, entry: Edge) -> None:
        """Label a node without a label as inner, reached by `entry`."""
        node.label, node.entry = _INNER, entry
        node.price += 2 * self._moved
        self._tree.append(node)
        self._unlabelled.difference_update(node.vertices)
        for vertex in node.vertices:
            self._prices[vertex] -= self._moved

    def _scan(self, vertex: int) -> None:
        """Update the distance of the neighbours of a vertex that became outer."""
        price, row, node = self._prices[vertex], self._weights[vertex], self._top[vertex]
        reach, via, prices = self._reach, self._via, self._prices
        for other in self._neighbours[vertex]:
            far = price - row[other]  # type: ignore[operator]
            if far < reach[other]:
                reach[other] = far
                via[other] = vertex
        for other in self._outer:
            weight = row[other]
            if weight is not None and self._top[other] is not node:
                heappush(self._touching, (price - weight + prices[other], vertex, other))
        self._outer.append(vertex)
        if self._may_stay[vertex] and price < self._stays:
            self._stays, self._stayer = price, vertex

    def _reached(self, vertex: int) -> bool:
        """Use a tight edge to a node outside of the tree; return True if the matching has grown."""
        node, outside = self._top[vertex], self._via[vertex]
        mate = self.mate[node.base]
        if mate < 0:
            self._flip(outside)
            self._rebase(node, vertex)
            self._match(outside, vertex)
            return True
        self._make_inner(node, (outside, vertex))
        self._make_outer(self._top[mate])
        return False

    def _path(self, node: _Node) -> list[_Node]:
        """List the nodes from an outer node to the root, outer and inner in turn."""
        path = [node]
        while (mate := self.mate[path[-1].base]) >= 0:
            inner = self._top[mate]
            path += [inner, self._top[inner.entry[0]]]
        return path

    def _flip(self, start: int) -> None:
        """Free `start` by exchanging paired and unpaired edges from its node up to the root."""
        path = self._path(self._top[start])
        self._rebase(path[0], start)
        for inner, outer in zip(path[1::2], path[2::2], strict=True):
            outside, inside = inner.entry
            self._rebase(inner, inside)
            self._rebase(outer, outside)
            self._match(outside, inside)

    def _rebase(self, node: _Node, vertex: int) -> None:
        """Rotate a blossom so that `vertex` becomes its base, and pair the rest of the cycle."""
        if not node.parts:
            return
        at = next(i for i, part in enumerate(node.parts) if vertex in part.vertices)
        self._rebase(node.parts[at], vertex)
        node.parts = node.parts[at:] + node.parts[:at]
        node.links = node.links[at:] + node.links[:at]
        node.base = vertex
        for i in range(1, len(node.parts), 2):
            one, other = node.links[i]
            self._rebase(node.parts[i], one)
            self._rebase(node.parts[i + 1], other)
            self._match(one, other)

    def _shrink(self, one: int, other: int) -> None:
        """Use a tight edge between two outer nodes: make the cycle through their paths one outer node."""
        left, right = self._path(self._top[one]), self._path(self._top[other])
        while len(left) > 1 and len(right) > 1 and left[-2] is right[-2]:
            left.pop()
            right.pop()
        down = [self._link(child, parent)[::-1] for child, parent in pairwise(left)]
        up = [self._link(child, parent) for child, parent in pairwise(right)]
        parts = [*reversed(left), *right[:-1]]
        blossom = _Node(
            [vertex for part in parts for vertex in part.vertices],
            parts,
            [*reversed(down), (one, other), *up],
        )
        blossom.label, blossom.price = _OUTER, -2 * self._moved
        fresh: list[int] = []
        for part in parts:
            if part.label == _INNER:
                part.price -= 2 * self._moved
                fresh += part.vertices
            else:
                part.price += 2 * self._moved
            part.label = 0
            self._tree.remove(part)
        self._tree.append(blossom)
        for vertex in blossom.vertices:
            self._top[vertex] = blossom
        for vertex in fresh:
            self._prices[vertex] += 2 * self._moved
        for vertex in fresh:
            self._scan(vertex)

    def _link(self, child: _Node, parent: _Node) -> Edge:
        """Return the tree edge from a node up to the next one on its path, (in child, in parent)."""
        if child.label == _INNER:
            return child.entry[::-1]
        return (child.base, self.mate[child.base])

    def _open(self, blossom: _Node) -> None:
        """Restore the parts of a spent inner blossom.

        Those on the even way from entry to base stay in the tree.
        """
        self._tree.remove(blossom)
        self._put_apart(blossom)
        entry = blossom.entry
        for vertex in blossom.vertices:
            self._prices[vertex] += self._moved
        self._unlabelled.update(blossom.vertices)
        count = len(blossom.parts)
        at = blossom.parts.index(self._top[entry[1]])
        way = -1 if at % 2 == 0 else 1
        while True:
            self._make_inner(blossom.parts[at % count], entry)
            if at % count == 0:
                return
            entry = blossom.links[(at + way) % count] if way == 1 else blossom.links[at - 2][::-1]
            self._make_outer(blossom.parts[(at + way) % count])
            at += 2 * way

    def _take_down(self) -> None:
        """Update stored prices at the end of a tree, and take blossoms without a price apart."""
        moved = self._moved
        for node in self._tree:
            sign = -1 if node.label == _OUTER else 1
            for vertex in node.vertices:
                self._prices[vertex] += sign * moved
            node.price -= sign * 2 * moved
            node.label = 0
        free = [node for node in self._tree if node.parts and not node.price]
        while free:
            blossom = free.pop()
            self._put_apart(blossom)
            free += (part for part in blossom.parts if part.parts and not part.price)
