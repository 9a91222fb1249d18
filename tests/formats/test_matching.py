"""The lightest matching against trying everything."""

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.formats.matching import lightest_matching


def by_trying(left, costs):
    """The least cost of pairing up `left`, or None."""
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
@settings(max_examples=300, deadline=None)
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
@settings(max_examples=100, deadline=None)
def test_larger_graphs_agree_with_another_library(chance):
    size = 2 * chance.randint(5, 11)
    density, most = chance.choice([0.3, 0.6, 1]), chance.choice([2, 10, 1000])
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
