"""Baku acceleration (C.04.7): in the first half of a Swiss the upper half of the field is paired as if it had
more points, so that the strong meet each other sooner. Nobody's score changes."""

from collections.abc import Container
from itertools import takewhile

from tournament.scores import Entrant, Scoring


def accelerated_rounds(planned: int) -> int:
    """The first half of the rounds, rounded up."""
    return (planned + 1) // 2


def virtual_points(number: int, planned: int, scoring: Scoring) -> int:
    """What the upper group is given in a round: as much as for a win in the first half of the accelerated
    rounds (rounded up), half of that in the others. Doubled, as all points are."""
    accelerated = accelerated_rounds(planned)
    if number > accelerated:
        return 0
    return scoring.win if number <= (accelerated + 1) // 2 else scoring.win // 2


def upper_group(entrants: tuple[Entrant, ...], late: Container[int]) -> frozenset[int]:
    """The first half by seed, rounded up to an even number, of those who were there from the start; and who
    came later and is seeded among them."""
    early = [entrant for entrant in entrants if entrant.id not in late]
    size = 2 * -(-len(early) // 4)
    last = early[size - 1] if early else None
    return frozenset(
        entrant.id for entrant in takewhile(lambda each: last and each.seed <= last.seed, entrants)
    )
