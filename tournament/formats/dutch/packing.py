"""Worths as single numbers: the sum of one question over a matching never outweighs an earlier question."""

from collections.abc import Iterable, Mapping, Sequence

from .criteria import Worth


def scale_factors(
    groups: Mapping[int, int], worths: Mapping[tuple[int, int], Worth], room: int
) -> tuple[int, ...]:
    """Compute the factor of each number of a worth, as small as the sums in this graph allow.

    `groups` has how many vertices of each group there are, `worths` the worth of a pair of two groups, and
    `room` is left below all of them. A matching uses every vertex at most once, so half of the sum of the
    best, and of the worst, numbers of all vertices bounds its sum; numbers that are equal everywhere take no
    room.
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


def pack(worth: Worth, by: Sequence[int]) -> int:
    """Combine a worth to one number."""
    return sum(value * scale for value, scale in zip(worth, by, strict=True) if value)


def add_worths(worths: Iterable[Worth]) -> Worth:
    return tuple(map(sum, zip(*worths, strict=True)))
