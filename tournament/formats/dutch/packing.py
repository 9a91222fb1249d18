"""Worths as single numbers, such that the sum over a matching of one question never outweighs a question
before it."""

from collections.abc import Iterable, Mapping, Sequence

from .criteria import Worth


def scales(groups: Mapping[int, int], worths: Mapping[tuple[int, int], Worth], room: int) -> tuple[int, ...]:
    """What each number of a worth is multiplied by, only as much as the sums can vary in this graph.

    `groups` has how many vertices of each group there are, `worths` what a pair of two groups is worth, and
    `room` is left below all of them. A matching counts every vertex once at most, so half of what all could
    have at best, and at worst, bounds its sum; what is the same everywhere takes no room.
    """
    length = len(next(iter(worths.values()), ()))
    best = {group: [0] * length for group in groups}
    worst = {group: [0] * length for group in groups}
    for couple, worth in worths.items():
        for group in couple:
            for at, value in enumerate(worth):
                if value > best[group][at]:
                    best[group][at] = value
                elif value < worst[group][at]:
                    worst[group][at] = value
    found = []
    scale = room
    for at in reversed(range(length)):
        found.append(scale)
        most = sum(count * best[group][at] for group, count in groups.items())
        least = sum(count * worst[group][at] for group, count in groups.items())
        scale *= (most - least + 1) // 2 + 1
    return tuple(reversed(found))


def packed(worth: Worth, by: Sequence[int]) -> int:
    return sum(value * scale for value, scale in zip(worth, by, strict=True) if value)


def added(worths: Iterable[Worth]) -> Worth:
    return tuple(map(sum, zip(*worths, strict=True)))
