"""The words every format speaks: entrants, outcomes, results, pairings. Outcomes are kept, points are
derived."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from games.faults import Fault

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


class InvalidField(Fault):
    """Entrants or options that no format can use."""

    sentences: ClassVar[dict[str, str]] = {
        "too-few": "At least two entrants are needed; there are {count}.",
        "seed-twice": "Two entrants have the seed {seed}. Give each its own.",
        "entrant-twice": "Entrant {entrant} is listed twice.",
        "unknown-entrant": "Entrant {entrant} is not in this field.",
        "groups": "{count} entrants cannot fill {groups} groups of at least two.",
        "qualifiers": "Every group must send the same number of entrants, and two or more in all.",
        "best-of": "A match has at least one game; not {games}.",
        "boards": "A team match needs at least one board.",
        "lineup": "More players are named than there are boards ({boards}).",
    }


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player or team as enrolled. `seed` is its rank at the start, 1 the strongest, and stays for the
    event.

    `keeps_apart` are the keys (a club, a family) of which two entrants who share one should not meet.
    """

    id: int
    seed: int
    rating: int = 0
    keeps_apart: frozenset[str] = frozenset()


class Outcome(StrEnum):
    """How a match, or a round without an opponent, ended. Seen from `first`, the one who starts."""

    FIRST_WINS = "first-wins"
    DRAW = "draw"
    SECOND_WINS = "second-wins"
    FIRST_FORFEITS = "first-forfeits"
    SECOND_FORFEITS = "second-forfeits"
    BOTH_FORFEIT = "both-forfeit"
    BYE = "bye"
    """Allocated by the pairing because the field was odd."""
    HALF_BYE = "half-bye"
    """Asked for beforehand."""
    ABSENT = "absent"
    """Not there for a round, by choice."""
    FREE = "free"
    """Sits out its one round of an odd round robin: worth nothing to anybody."""

    @property
    def over_the_board(self) -> bool:
        return self in _OVER_THE_BOARD

    @property
    def without_opponent(self) -> bool:
        return self in _WITHOUT_OPPONENT

    @property
    def swapped(self) -> "Outcome":
        """The same ending with the two entrants named the other way round."""
        return _SWAPPED.get(self, self)


_OVER_THE_BOARD = frozenset({Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS})
_WITHOUT_OPPONENT = frozenset({Outcome.BYE, Outcome.HALF_BYE, Outcome.ABSENT, Outcome.FREE})
_SWAPPED = {
    Outcome.FIRST_WINS: Outcome.SECOND_WINS,
    Outcome.SECOND_WINS: Outcome.FIRST_WINS,
    Outcome.FIRST_FORFEITS: Outcome.SECOND_FORFEITS,
    Outcome.SECOND_FORFEITS: Outcome.FIRST_FORFEITS,
}


@dataclass(frozen=True, slots=True)
class Result:
    """What happened to `first` (and `second`) in one round; `outcome` None while it is not known."""

    round: int
    first: int
    second: int | None
    outcome: Outcome | None


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


@dataclass(frozen=True, slots=True)
class Points:
    """What an outcome is worth, doubled: a draw at one half is 1."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bye: int = 2
    half_bye: int = 1
    absent: int = 0
    forfeit_win: int = 2
    forfeit_loss: int = 0

    def of(self, outcome: Outcome | None) -> tuple[int, int]:
        """What `first` and `second` get; an unknown outcome counts as a draw, as a draft needs it."""
        return {
            None: (self.draw, self.draw),
            Outcome.FIRST_WINS: (self.win, self.loss),
            Outcome.DRAW: (self.draw, self.draw),
            Outcome.SECOND_WINS: (self.loss, self.win),
            Outcome.FIRST_FORFEITS: (self.forfeit_loss, self.forfeit_win),
            Outcome.SECOND_FORFEITS: (self.forfeit_win, self.forfeit_loss),
            Outcome.BOTH_FORFEIT: (self.forfeit_loss, self.forfeit_loss),
            Outcome.BYE: (self.bye, 0),
            Outcome.HALF_BYE: (self.half_bye, 0),
            Outcome.ABSENT: (self.absent, 0),
            Outcome.FREE: (0, 0),
        }[outcome]


def check_field(entrants: Iterable[Entrant], *, at_least: int = 2) -> tuple[Entrant, ...]:
    """The entrants in the order of their seeds, or InvalidField."""
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
