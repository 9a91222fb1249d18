"""Check that the remaining contenders can be paired at all (C4), with a bye for one candidate if odd."""

from collections.abc import Sequence

from tournament.formats.matching import HeaviestMatching


def is_completable(masks: Sequence[int], left: Sequence[int], candidates: frozenset[int]) -> bool:
    """Check that the places `left` can be paired, by a quick attempt and then exactly.

    `masks` are from `contenders.allowed_masks`, `left` is in rank order.
    """
    odd = len(left) % 2 == 1
    byes = [place for place in left if place in candidates] if odd else []
    if odd and not byes:
        return False
    quick = [place for place in left if not odd or place != byes[-1]]
    return _can_pair_greedily(masks, quick) or _can_pair_exactly(masks, left, byes)


def _can_pair_greedily(masks: Sequence[int], left: Sequence[int]) -> bool:
    """Pair each place, from the last, with the nearest free one; False if that fails."""
    free = sum(1 << place for place in left)
    for place in reversed(left):
        if not free >> place & 1:
            continue
        free &= ~(1 << place)
        others = masks[place] & free
        if not others:
            return False
        free &= ~(1 << others.bit_length() - 1)
    return True


def _can_pair_exactly(masks: Sequence[int], left: Sequence[int], byes: Sequence[int]) -> bool:
    """Check by an exact matching that the places can be paired."""
    weights: list[list[int | None]] = [
        [0 if masks[one] >> other & 1 else None for other in left] for one in left
    ]
    if byes:
        column = [0 if place in byes else None for place in left]
        for row, weight in zip(weights, column, strict=True):
            row.append(weight)
        weights.append([*column, None])
    return HeaviestMatching(weights).solve()
