"""Pairings, the output of every format, each with its reasons."""

from collections.abc import Container, Iterable
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
    """A proposed meeting: `first` starts. Without `second` it is a bye of the kind `bye`, without a board."""

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


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A match to be saved: the pairing, its place in a bracket, and whether a redraft keeps it."""

    pairing: Pairing
    place: str = ""
    locked: bool = False
    outcome: Outcome | None = None
    """Set already if an entrant has left."""
    withdrawn: bool = False
    """Whether this is the round of a withdrawn entrant."""


def rows_after_withdrawals(pairings: Iterable[Pairing], gone: Container[int]) -> tuple[PairingRow, ...]:
    """Make rows in which withdrawn entrants forfeit."""
    return tuple(PairingRow(each, outcome=forfeit_of(each, gone)) for each in pairings)


def forfeit_of(pairing: Pairing, gone: Container[int]) -> Outcome | None:
    """Return the forfeit of a pairing if an entrant is gone."""
    if pairing.second is None:
        return None
    return Outcome.forfeited_by(first=pairing.first in gone, second=pairing.second in gone)
