"""The rule for half-point byes: before the draft, once, and not in the last round, unless set otherwise."""

from dataclasses import dataclass
from typing import ClassVar

from games.faults import Fault
from tournament.scores import Outcome

from .swiss_round import SwissRound


class ByeRefused(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "half-byes-spent": "All half-point byes are used ({limit} each). Ask for an absence instead.",
        "last-round": "There is no half-point bye in the last round. Ask for an absence instead.",
    }


@dataclass(frozen=True, slots=True)
class HalfByes:
    """The tournament's limits of half-point byes."""

    limit: int = 1
    in_last_round: bool = False

    def check(self, question: SwissRound, entrant: int) -> None:
        """Refuse a request for the round of this question with ByeRefused, unless the limits allow it."""
        if question.number >= question.planned and not self.in_last_round:
            raise ByeRefused("last-round")
        had = sum(
            each.first == entrant and each.outcome is Outcome.HALF_BYE and each.round != question.number
            for each in question.meetings
        )
        if had >= self.limit:
            raise ByeRefused("half-byes-spent", limit=self.limit)
