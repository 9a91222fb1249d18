"""Baku acceleration (C.04.7): virtual points for the upper half of the field in the first half of a Swiss.

They make strong entrants meet each other sooner, and count for pairing only.
"""

from collections.abc import Container
from itertools import takewhile

from tournament.scores import Entrant, Scoring


def accelerated_rounds(planned: int) -> int:
    """Return how many rounds are accelerated: the first half, rounded up."""
    return (planned + 1) // 2


def virtual_points(number: int, planned: int, scoring: Scoring) -> int:
    """Return the doubled virtual points of the upper group in a round.

    They are those of a win in the first half of the accelerated rounds (rounded up), half of that in the
    others.
    """
    accelerated = accelerated_rounds(planned)
    if number > accelerated:
        return 0
    return scoring.win if number <= (accelerated + 1) // 2 else scoring.win // 2


def upper_group(entrants: tuple[Entrant, ...], late: Container[int]) -> frozenset[int]:
    """Return the first half by seed of those entered from the start, rounded up to an even number.

    Late entrants who are seeded among them belong to it, too.
    """
    early = [entrant for entrant in entrants if entrant.id not in late]
    size = 2 * -(-len(early) // 4)
    last = early[size - 1] if early else None
    return frozenset(
        entrant.id for entrant in takewhile(lambda each: last and each.seed <= last.seed, entrants)
    )
