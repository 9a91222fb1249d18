"""What a player likes to remember, or would rather not: best win, worst loss, highest rating, longest run.

Opponents count with the rating they came with. Who had none yet is neither a great win nor a bad loss.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.models import Player
from tournament.services.club import rating_periods, ratings
from tournament.services.club.players import PlayerGameLine
from tournament.services.club.ratings import Point, RatingShown

SHORTEST_RUN = 2  # one game in a row is none


@dataclass(frozen=True, slots=True)
class RatedMeeting:
    """A game against somebody of this strength; of partners the mean of the two."""

    line: PlayerGameLine
    rating: RatingShown


@dataclass(frozen=True, slots=True)
class Extremes:
    """Of one rating list; None is what there was none of. The highest rating is told of settled ones."""

    highest: Point | None
    best_win: RatedMeeting | None
    worst_loss: RatedMeeting | None

    def __bool__(self) -> bool:
        return bool(self.highest or self.best_win or self.worst_loss)


@dataclass(frozen=True, slots=True)
class WinningRun:
    games: int
    began_ms: int
    ended_ms: int


def extremes(
    player: Player, kind: str, lines: Sequence[PlayerGameLine], history: Sequence[Point]
) -> Extremes:
    """Of a player's games and of the history of the rating."""
    brought = rating_periods.brought_to_games_of(player.pk, kind)
    meetings = [
        RatedMeeting(line, _mean([ratings.shown(kind, known[each.pk]) for each in line.opponents]))
        for line in lines
        if rating_periods.is_rated(line.tournament, kind)
        and (known := brought.of(line.game))
        and all(each.pk in known for each in line.opponents)
    ]
    settled = [point for point in history if not point.after.provisional]
    return Extremes(
        highest=max(settled, key=lambda point: point.after.value, default=None),
        best_win=max(_that_gave(2, meetings), key=lambda each: each.rating.value, default=None),
        worst_loss=min(_that_gave(0, meetings), key=lambda each: each.rating.value, default=None),
    )


def _mean(shown: Sequence[RatingShown]) -> RatingShown:
    return RatingShown(
        round(sum(each.value for each in shown) / len(shown)),
        any(each.provisional for each in shown),
        max(each.deviation for each in shown),
    )


def _that_gave(score: int, meetings: Iterable[RatedMeeting]) -> list[RatedMeeting]:
    return [each for each in meetings if each.line.score == score]


def longest_run(lines: Sequence[PlayerGameLine]) -> WinningRun | None:
    """The longest row of won games, of several the latest; `lines` have the latest game first."""
    best: list[PlayerGameLine] = []
    row: list[PlayerGameLine] = []
    for line in lines:
        row = [*row, line] if line.score == 2 else []
        if len(row) > len(best):
            best = row
    if len(best) < SHORTEST_RUN:
        return None
    return WinningRun(len(best), best[-1].game.began_ms, best[0].game.began_ms)
