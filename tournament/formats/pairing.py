"""What every format proposes: pairings, each with its reasons."""

from dataclasses import dataclass
from typing import ClassVar

from games.faults import Fault
from tournament.scores import Outcome

from .reasons import Reason


class NoLegalPairing(Fault):
    """No pairing of this round keeps all the rules; `least_harm.propose` offers the least harm."""

    sentences: ClassVar[dict[str, str]] = {
        "no-legal-pairing": "No pairing of round {round} keeps all the rules. "
        "Accept the fewest rematches, or end here.",
        "forbidden": "Too many pairs must not meet: round {round} cannot be paired. Allow some.",
        "too-few": "A round needs at least two entrants; round {round} has {count}.",
        "engine-failed": "The pairing program gave no usable answer for round {round}. Try again.",
    }


@dataclass(frozen=True, slots=True)
class Pairing:
    """A proposed meeting: `first` starts. Without `second` it is a round off of the kind `bye`, and has no
    board."""

    board: int | None
    first: int
    second: int | None
    bye: Outcome | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def entrants(self) -> tuple[int, ...]:
        return (self.first,) if self.second is None else (self.first, self.second)


Pair = frozenset[int]


def pair(one: int, other: int) -> Pair:
    return frozenset((one, other))
