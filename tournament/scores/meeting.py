"""One row of a round: who met whom, or sat out, and how it ended."""

from collections.abc import Iterator
from dataclasses import dataclass

from .mark import EntrantId, Mark, RoundMark
from .outcome import Outcome


@dataclass(frozen=True, slots=True)
class Meeting:
    """What happened to `first` (and `second`) in one round; `outcome` None while it is not known.

    `game_points` (doubled, first and second) are of a team match whose boards are known.
    """

    round: int
    first: int
    second: int | None
    outcome: Outcome | None
    game_points: tuple[int, int] | None = None

    def round_marks(self) -> Iterator[tuple[EntrantId, RoundMark]]:
        """Both entrants with what they have of it; who started is told by the order."""
        mark, other = self.outcome.marks if self.outcome else (Mark.PENDING, Mark.PENDING)
        if self.second is None or other is None:
            yield self.first, RoundMark(mark)
            return
        points, other_points = self.game_points or (None, None)
        yield self.first, RoundMark(mark, self.second, True, points)
        yield self.second, RoundMark(other, self.first, False, other_points)
