"""A ladder, or club evening: players who are present play, without a draw and without an end."""

from dataclasses import dataclass

from .draw import RoundDraw
from .format import Format, PairingRefused, StageFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder(Format):
    def next_round(self, facts: StageFacts) -> RoundDraw:
        raise PairingRefused("no-more-rounds", rounds=facts.drawn)

    def is_complete(self, facts: StageFacts) -> bool:
        return False


LADDER = Ladder(
    code="ladder",
    name="Ladder",
    withdrawal="This entrant plays no further games. Results stay. A return is possible.",
    endless="A ladder has no end of its own: it goes on until you end it.",
    has_rounds=False,
    has_cross_table=False,
    takes_late_entries=True,
    plans_rounds=True,
)
