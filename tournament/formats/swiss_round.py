"""The question that a Swiss pairing answers, as one comparable value."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.scores import CLASSIC, Entrant, InvalidField, Meeting, Past, Scoring, check_field

from .pairing import Pair
from .swiss_cards import SwissCard, cards


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Everything the pairing of round `number` depends on.

    `entrants` are all who ever took part, withdrawn ones too: their past counts for their opponents. A late
    entry simply is there now, with no results. `half_byes` and `absent` sit out this round; `forbidden` pairs
    never meet, `avoided` ones only if there is no other way. `odd_seeds_start` is the lot drawn for the first
    board.
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
    odd_seeds_start: bool = True
    scoring: Scoring = CLASSIC

    def __post_init__(self) -> None:
        field_ = check_field(self.entrants, at_least=0)
        object.__setattr__(self, "entrants", field_)
        known = {entrant.id for entrant in field_}
        named = {each.first for each in self.meetings}
        named |= {each.second for each in self.meetings if each.second is not None}
        for stranger in sorted((named | self.withdrawn | self.absent | self.half_byes) - known):
            raise InvalidField("unknown-entrant", entrant=stranger)

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who is to be paired, strongest seed first."""
        away = self.withdrawn | self.absent | self.half_byes
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    def cards(self) -> dict[int, SwissCard]:
        return cards(self.past, self.scoring)

    @property
    def past(self) -> Past:
        """The rounds before this one."""
        return Past.of((entrant.id for entrant in self.entrants), self.number - 1, self.meetings)

    def keeping_apart(self, pairs: Iterable[Pair]) -> "SwissRound":
        """The same round with `pairs` forbidden as well, and nothing merely avoided."""
        return replace(self, forbidden=self.forbidden | frozenset(pairs), avoided=frozenset())

    def is_top_scorer(self, card: SwissCard) -> bool:
        """Over half of what could be scored: in the last round exempt from the limits on starts (C.04.3,
        1.7)."""
        return self.number >= self.planned and 2 * card.score > self.scoring.win * (self.number - 1)
