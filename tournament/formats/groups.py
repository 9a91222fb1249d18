"""Groups into knockout: snake-seeded groups, and the best of each crossed into a bracket."""

from collections.abc import Iterable, Sequence

from tournament.scores import Entrant, InvalidField, check_field

from .matching import lightest_matching
from .seeding import bracket_order, bracket_size


def draw(entrants: Iterable[Entrant], groups: int) -> tuple[tuple[Entrant, ...], ...]:
    """Seeds laid out like a snake: 1 2 3 | 6 5 4 | 7 8 9. Sizes differ by at most one, strengths by as
    little.

    Each group then plays `round_robin.schedule`; the seeds stay those of the whole event.
    """
    field = check_field(entrants)
    if groups < 1 or len(field) < 2 * groups:
        raise InvalidField("groups", count=len(field), groups=groups)
    drawn: list[list[Entrant]] = [[] for _ in range(groups)]
    for place, entrant in enumerate(field):
        row, column = divmod(place, groups)
        drawn[column if row % 2 == 0 else groups - 1 - column].append(entrant)
    return tuple(tuple(group) for group in drawn)


def qualify(orders: Sequence[Sequence[int]], through: int) -> tuple[Entrant, ...]:
    """Seeds for the knockout from the final order of each group: the first `through` of every group.

    Winners are seeded before seconds, seconds before thirds. Those of one group are kept apart as long as a
    bracket allows (with two through: until the final), and neighbouring groups are crossed, A1-B2 and B1-A2.
    """
    if through < 1 or len(orders) * through < 2 or any(len(order) < through for order in orders):
        raise InvalidField("qualifiers")
    slots = {seed: slot for slot, seed in enumerate(bracket_order(bracket_size(len(orders) * through)))}
    groups_at: dict[int, int] = {}
    seeds: dict[int, int] = {}
    for rank in range(through):
        tier = range(rank * len(orders) + 1, (rank + 1) * len(orders) + 1)
        for group, seed in _fill(tier, len(orders), slots, groups_at):
            seeds[seed] = orders[group][rank]
            groups_at[slots[seed]] = group
    return tuple(Entrant(seeds[seed], seed) for seed in sorted(seeds))


def meeting_round(slot: int, other: int) -> int:
    """In which round two slots of a bracket (from the top, counted from 0) meet if both win."""
    return (slot ^ other).bit_length()


def _fill(
    tier: range, groups: int, slots: dict[int, int], groups_at: dict[int, int]
) -> list[tuple[int, int]]:
    """Give each group one seed of this tier, (group, seed), at the least harm."""
    if not groups_at:
        return list(enumerate(tier))
    rounds = meeting_round(0, len(slots) - 1)
    costs = {
        (group, groups + index): _harm(group, slots[seed], groups_at, rounds)
        for group in range(groups)
        for index, seed in enumerate(tier)
    }
    found = lightest_matching(2 * groups, costs)
    assert found is not None
    return [(group, tier[slot - groups]) for group, slot in found]


def _harm(group: int, slot: int, groups_at: dict[int, int], rounds: int) -> int:
    """Meeting one's own group early is worst; then, whoever is met first should be from a nearby group."""
    own = sum(
        1 << 8 * (rounds - meeting_round(slot, taken)) for taken, owner in groups_at.items() if owner == group
    )
    # The distances of a whole tier add up to less than this, so they only ever decide between equals.
    outweighs = len(groups_at) ** 2 + 1
    return own * outweighs + abs(groups_at.get(slot ^ 1, group) - group)
