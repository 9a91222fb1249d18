"""The question that a Swiss pairing answers, as one comparable value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.scores import (
    CLASSIC,
    PAIRED,
    Entrant,
    History,
    InvalidField,
    Meeting,
    RoundResult,
    Scoring,
    check_field,
)

from . import baku
from .pairing import Pair
from .swiss_cards import SwissCard, build_cards

_NUMBERED = PAIRED | {RoundResult.PAIRING_BYE}


@dataclass(frozen=True, slots=True)
class SwissRound:
    """All that the pairing of round `number` depends on.

    `entrants` are all who ever took part, withdrawn ones too: their history counts for their opponents. A
    late entrant is listed without results. `half_byes` and `absent` are not paired in this round; `forbidden`
    pairs never meet, `avoided` ones only if there is no other way. `paired_by_hand` have a pairing already.
    `odd_seeds_start` is the lot drawn for the first board.
    """

    number: int
    planned: int
    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    forbidden: frozenset[Pair] = frozenset()
    avoided: frozenset[Pair] = frozenset()
    paired_by_hand: frozenset[int] = frozenset()
    odd_seeds_start: bool = True
    scoring: Scoring = CLASSIC
    accelerated: bool = False
    """By the Baku method."""

    def __post_init__(self) -> None:
        field_ = check_field(self.entrants, at_least=0)
        object.__setattr__(self, "entrants", field_)
        known = {entrant.id for entrant in field_}
        named = {each.first for each in self.meetings}
        named |= {each.second for each in self.meetings if each.second is not None}
        for stranger in sorted((named | self._away) - known):
            raise InvalidField("unknown-entrant", entrant=stranger)

    @property
    def present(self) -> tuple[Entrant, ...]:
        """The entrants to be paired, strongest seed first."""
        away = self._away
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    @property
    def _away(self) -> frozenset[int]:
        return self.withdrawn | self.absent | self.half_byes | self.paired_by_hand

    def cards(self) -> dict[int, SwissCard]:
        return build_cards(self.history, self.scoring, self.virtual_points())

    def pairing_numbers(self) -> dict[int, int]:
        """Number entrants by seed, among those who were ever paired or are now.

        Late entrants have no number before they come (C.04.2, 2.4), so that odd and even numbers alternate.
        """
        history, here = self.history, {entrant.id for entrant in self.present} | self.paired_by_hand
        counted = [
            entrant.id
            for entrant in self.entrants
            if entrant.id in here or any(each.result in _NUMBERED for each in history.rows[entrant.id])
        ]
        return {entrant: number for number, entrant in enumerate(counted, 1)}

    def virtual_points(self) -> list[dict[int, int]]:
        """Return the points that acceleration adds in each round up to this one, by entrant."""
        if not self.accelerated:
            return []
        first = self.history.rows if self.number > 1 else {}
        late = {int(entrant) for entrant, row in first.items() if row[0].result is RoundResult.NOT_ENTERED}
        upper = baku.upper_group(self.entrants, late)
        return [
            dict.fromkeys(upper, baku.virtual_points(number, self.planned, self.scoring))
            for number in range(1, self.number + 1)
        ]

    @property
    def history(self) -> History:
        """The rounds before this one."""
        return History.of((entrant.id for entrant in self.entrants), self.number - 1, self.meetings)

    def keeping_apart(self, pairs: Iterable[Pair]) -> "SwissRound":
        """Forbid `pairs` as well, and avoid none."""
        return replace(self, forbidden=self.forbidden | frozenset(pairs), avoided=frozenset())

    def is_top_scorer(self, card: SwissCard) -> bool:
        """Check for over half of the possible points, which lifts limits on starts in the last round."""
        return self.number >= self.planned and 2 * card.score > self.scoring.win * (self.number - 1)
