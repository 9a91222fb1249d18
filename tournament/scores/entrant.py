"""An entrant as pairing knows it, and the check of a list of entrants."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from games.faults import Counted, Fault


class InvalidField(Fault):
    """Entrants or options that no format can use."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "too-few": "At least two entrants are needed; there are {count}.",
        "seed-twice": "Two entrants have the seed {seed}. Give each its own.",
        "entrant-twice": "Entrant {entrant} is listed twice.",
        "unknown-entrant": "Entrant {entrant} is not in this field.",
        "groups": Counted(
            "Too few entrants ({count}) for {groups} group of at least two.",
            "Too few entrants ({count}) for {groups} groups of at least two.",
            by="groups",
        ),
        "qualifiers": "Every group must send the same number of entrants, and two or more in all.",
        "best-of": "A match has at least one game; not {games}.",
        "boards": "A team match needs at least one board.",
        "lineup": "More players are named than there are boards ({boards}).",
    }


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or team as enrolled. `seed` is its rank at the start, 1 the strongest.

    `keeps_apart` are the keys (a club, a family) of which two entrants who share one should not meet.
    """

    id: int
    seed: int
    rating: int = 0
    keeps_apart: frozenset[str] = frozenset()


def check_field(entrants: Iterable[Entrant], *, at_least: int = 2) -> tuple[Entrant, ...]:
    """Return the entrants in the order of their seeds; raise InvalidField for duplicates or too few."""
    field = tuple(sorted(entrants, key=lambda entrant: entrant.seed))
    if len(field) < at_least:
        raise InvalidField("too-few", count=len(field))
    ids: set[int] = set()
    seeds: set[int] = set()
    for entrant in field:
        if entrant.id in ids:
            raise InvalidField("entrant-twice", entrant=entrant.id)
        if entrant.seed in seeds:
            raise InvalidField("seed-twice", seed=entrant.seed)
        ids.add(entrant.id)
        seeds.add(entrant.seed)
    return field
