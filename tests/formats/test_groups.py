"""Groups by the snake, and the best of each crossed into a bracket."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.formats.words import field
from tests.plugins.examples import examples
from tournament.formats import groups, knockout, round_robin, seeding
from tournament.scores import Entrant, InvalidField


def orders(count, through):
    """Return the final order of each group: the tens of an id are the group, the ones the rank."""
    return [[10 * group + rank for rank in range(1, through + 1)] for group in range(1, count + 1)]


def first_round(count, through):
    """Write the first round from top to bottom, "A1-B2 ..."; a dash alone is a bye."""
    qualified = groups.seed_qualifiers(orders(count, through), through)
    names = {e.seed: f"{'ABCDEFGHIJKLMNOP'[e.id // 10 - 1]}{e.id % 10}" for e in qualified}
    slots = [names.get(seed, "") for seed in seeding.bracket_order(seeding.bracket_size(len(qualified)))]
    return " ".join(f"{a}-{b}" for a, b in zip(slots[::2], slots[1::2], strict=True))


def test_groups_are_drawn_like_a_snake():
    drawn = groups.draw_groups(field(9), 3)
    assert [[e.seed for e in group] for group in drawn] == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]


@given(st.integers(2, 64), st.integers(1, 16))
@settings(max_examples=examples(24), deadline=None)
def test_groups_are_even_and_everyone_is_in_one(count, number):
    if count < 2 * number:
        with pytest.raises(InvalidField):
            groups.draw_groups(field(count), number)
        return
    drawn = groups.draw_groups(field(count), number)
    assert sorted(e.id for group in drawn for e in group) == list(range(1, count + 1))
    assert max(map(len, drawn)) - min(map(len, drawn)) <= 1
    for group in drawn:
        games = [p for round in round_robin.schedule(group) for p in round if p.second is not None]
        assert len(games) == len(group) * (len(group) - 1) // 2


@pytest.mark.parametrize(
    ("count", "through", "expected"),
    [
        (2, 1, "A1-B1"),
        (2, 2, "A1-B2 B1-A2"),
        (4, 1, "A1-D1 B1-C1"),
        (4, 2, "A1-B2 D1-C2 B1-A2 C1-D2"),
        (8, 2, "A1-B2 H1-G2 D1-C2 E1-F2 B1-A2 G1-H2 C1-D2 F1-E2"),
    ],
)
def test_neighbouring_groups_are_crossed(count, through, expected):
    assert first_round(count, through) == expected


@given(st.integers(2, 16), st.integers(1, 4))
@settings(max_examples=examples(24), deadline=None)
def test_one_group_meets_as_late_as_a_bracket_allows(count, through):
    qualified = groups.seed_qualifiers(orders(count, through), through)
    size = seeding.bracket_size(len(qualified))
    slots = {
        qualified[seed - 1].id: slot
        for slot, seed in enumerate(seeding.bracket_order(size))
        if seed <= len(qualified)
    }
    assert len(slots) == count * through
    rounds = size.bit_length() - 1
    for one, other in combinations(slots, 2):
        if one // 10 == other // 10 and max(one % 10, other % 10) <= 2:
            # The first two of a group: not before the final.
            assert groups.meeting_round(slots[one], slots[other]) == rounds
        elif one // 10 == other // 10 and count & (count - 1) == 0:
            # Three or four through, groups a power of two: a quarter of the bracket each.
            assert groups.meeting_round(slots[one], slots[other]) >= rounds - 1


def test_the_qualified_can_be_put_into_a_bracket():
    qualified = groups.seed_qualifiers(orders(3, 2), 2)
    assert len(knockout.plan(qualified).places) == 5


@pytest.mark.parametrize("bad", [([[1, 2], [3]], 2), ([[1]], 1), ([[1, 2]], 0)])
def test_groups_that_cannot_send_enough_are_refused(bad):
    with pytest.raises(InvalidField):
        groups.seed_qualifiers(*bad)


def test_lots_are_the_same_for_the_same_seed_in_whatever_order_the_names_come():
    entrants = [Entrant(id, 0) for id in range(1, 20)]
    drawn = seeding.draw_seeds(entrants, seed=7)
    assert drawn == seeding.draw_seeds(reversed(entrants), seed=7)
    assert drawn != seeding.draw_seeds(entrants, seed=8)
    assert [e.seed for e in drawn] == list(range(1, 20))
