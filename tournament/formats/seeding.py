"""Initial orders: seeds by rating or by lot, and the standard order of a bracket."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from tournament.scores import Entrant


def draw_seeds(entrants: Iterable[Entrant], *, seed: int) -> tuple[Entrant, ...]:
    """Draw seeds by lot; the same `seed` and entrants give the same lots, in any order of the entrants."""
    drawn = sorted(entrants, key=lambda entrant: entrant.id)
    Random(seed).shuffle(drawn)  # noqa: S311 (a recorded draw must be repeatable)
    return tuple(replace(entrant, seed=number) for number, entrant in enumerate(drawn, 1))


def bracket_order(size: int) -> tuple[int, ...]:
    """List the seeds from top to bottom of a bracket of `size` (a power of two).

    1 and 2 can only meet in the final, 1 to 4 not before the semifinals, and so on.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        total = 2 * len(order) + 1
        order = tuple(seed for above in order for seed in (above, total - above))
    return order


def bracket_size(count: int) -> int:
    """Return the smallest power of two that holds `count` entrants."""
    return 1 << (count - 1).bit_length()
