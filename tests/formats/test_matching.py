"""The lightest matching, compared with trying everything."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.plugins.examples import examples
from tournament.formats.matching import HeaviestMatching, lightest_matching


def by_trying(left, costs):
    """Return the least cost of pairing up `left`, or None."""
    if not left:
        return 0
    one, *rest = left
    totals = []
    for other in rest:
        if (one, other) in costs:
            deeper = by_trying([each for each in rest if each != other], costs)
            if deeper is not None:
                totals.append(costs[one, other] + deeper)
    return min(totals, default=None)


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 4)) * 2
    edges = [(low, high) for high in range(size) for low in range(high)]
    kept = draw(st.lists(st.sampled_from(edges), unique=True))
    most = draw(st.sampled_from([1, 3, 1000]))
    return size, {edge: draw(st.integers(0, most)) for edge in kept}


@given(graphs())
@settings(max_examples=examples(120), deadline=None)
def test_nothing_cheaper_can_be_found_by_trying(graph):
    size, costs = graph
    found = lightest_matching(size, costs)
    expected = by_trying(list(range(size)), costs)
    if expected is None:
        assert found is None
        return
    assert sorted(vertex for edge in found for vertex in edge) == list(range(size))
    assert sum(costs[edge] for edge in found) == expected
    assert found == lightest_matching(size, dict(reversed(costs.items())))


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(40), deadline=None)
def test_larger_graphs_agree_with_another_library(chance):
    size = 2 * chance.randint(5, 11)
    density, most = chance.choice([0.1, 0.3, 1]), chance.choice([2, 10, 1000])
    costs = {
        (low, high): chance.randint(0, most)
        for high in range(size)
        for low in range(high)
        if chance.random() < density
    }
    graph = networkx.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from((low, high, -cost) for (low, high), cost in costs.items())
    other = networkx.max_weight_matching(graph, maxcardinality=True)
    found = lightest_matching(size, costs)
    if 2 * len(other) < size:
        assert found is None
    else:
        assert sum(costs[e] for e in found) == sum(costs[tuple(sorted(e))] for e in other)


def test_two_triangles_joined_by_one_edge_use_it():
    triangles = {(0, 1): 0, (0, 2): 0, (1, 2): 0, (3, 4): 0, (3, 5): 0, (4, 5): 0, (2, 3): 9}
    assert lightest_matching(6, triangles) == ((0, 1), (2, 3), (4, 5))


def test_an_odd_number_cannot_be_paired():
    assert lightest_matching(3, {(0, 1): 1, (1, 2): 1, (0, 2): 1}) is None


def heaviest_by_trying(left, weights, may_stay):
    """Return the most that pairing up `left` can weigh, None if impossible; some may stay alone."""
    if not left:
        return 0
    one, *rest = left
    totals = [heaviest_by_trying(rest, weights, may_stay)] if one in may_stay else []
    for other in rest:
        if weights[one][other] is not None:
            deeper = heaviest_by_trying([each for each in rest if each != other], weights, may_stay)
            totals.append(None if deeper is None else weights[one][other] + deeper)
    return max((total for total in totals if total is not None), default=None)


def changed_somewhere(chance, matching, weights):
    """Make one change as the brackets of a Swiss do, in the matching and in the table of weights."""
    one = chance.randrange(len(weights))
    others = [each for each in range(len(weights)) if each != one]
    if chance.random() < 0.6:
        new = {other: chance.choice([None, 0, 3, chance.randint(0, 30)]) for other in others[::2]}
        matching.reweigh(one, new)
        for other, weight in new.items():
            weights[one][other] = weights[other][one] = weight
        return
    kept = {other for other in others if chance.random() < 0.6}
    matching.keep_only([(one, kept)])
    for other in set(others) - kept:
        weights[one][other] = weights[other][one] = None


@given(st.randoms(use_true_random=False))
@settings(max_examples=examples(100), deadline=None)
def test_asked_again_after_changes_it_is_still_the_heaviest(chance):
    size, density, most = chance.randint(2, 8), chance.choice([0.4, 1]), chance.choice([1, 4, 1000])
    weights = [[None] * size for _ in range(size)]
    for high in range(size):
        for low in range(high):
            if chance.random() < density:
                weights[low][high] = weights[high][low] = chance.randint(0, most)
    may_stay = {each for each in range(size) if chance.random() < chance.choice([0, 0.5, 1])}
    matching = HeaviestMatching(weights, may_stay, [(0, size - 1)])
    for _ in range(6):
        possible, expected = matching.solve(), heaviest_by_trying(list(range(size)), weights, may_stay)
        assert possible is (expected is not None)
        if not possible:
            return
        assert sum(weights[one][other] for one, other in matching.pairs) == expected
        alone = {vertex for vertex in range(size) if matching.mate[vertex] < 0}
        assert alone <= may_stay
        assert all(matching.is_tight(*pair) for pair in matching.pairs)
        one, other = chance.sample(range(size), 2)
        if matching.swap(one, other):
            assert matching.mate[one] == other
            assert sum(weights[one][other] for one, other in matching.pairs) == expected
        changed_somewhere(chance, matching, weights)
