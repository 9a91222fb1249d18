"""Can those who are left be paired at all (C4), with a bye for one of the candidates if they are odd?"""

from collections.abc import Sequence

from tournament.formats.matching import HeaviestMatching


def is_completable(masks: Sequence[int], left: Sequence[int], candidates: frozenset[int]) -> bool:
    """`masks` from `contenders.allowed_masks`, `left` places in rank order. Tried quickly, then exactly."""
    odd = len(left) % 2 == 1
    byes = [place for place in left if place in candidates] if odd else []
    if odd and not byes:
        return False
    quick = [place for place in left if not odd or place != byes[-1]]
    return _falls_into_place(masks, quick) or _is_matchable(masks, left, byes)


def _falls_into_place(masks: Sequence[int], left: Sequence[int]) -> bool:
    """Each from the last takes the nearest that is free."""
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


def _is_matchable(masks: Sequence[int], left: Sequence[int], byes: Sequence[int]) -> bool:
    weights: list[list[int | None]] = [
        [0 if masks[one] >> other & 1 else None for other in left] for one in left
    ]
    if byes:
        column = [0 if place in byes else None for place in left]
        for row, weight in zip(weights, column, strict=True):
            row.append(weight)
        weights.append([*column, None])
    return HeaviestMatching(weights).solve()
