"""Each entrant's card after some rounds: score, opponents, starts, floats; what Swiss pairing looks back
at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from .values import Outcome, Points, Result


class Float(StrEnum):
    """Met someone with fewer points (down), with more (up), or neither (FIDE C.04.3, 1.4)."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(slots=True)
class Card:
    """One entrant's past, round by round. Only games over the board count as meetings and as starts."""

    entrant: int
    score: int = 0
    opponents: dict[int, int] = field(default_factory=dict)
    """Opponent to the round they met in."""
    starts: list[bool] = field(default_factory=list)
    start_rounds: list[int] = field(default_factory=list)
    floats: list[Float] = field(default_factory=list)
    won_without_playing: bool = False
    """Had the allocated bye, or a win by forfeit: no allocated bye again (C.04.3, criterion C2)."""

    @property
    def balance(self) -> int:
        """Starts minus seconds."""
        return 2 * sum(self.starts) - len(self.starts)


def cards(
    entrants: Iterable[int], results: Sequence[Result], *, before: int, points: Points
) -> dict[int, Card]:
    """The cards before round `before`. Rounds without a result (a late entry) give nothing; a missing outcome
    counts as a draw that was played."""
    book = {entrant: Card(entrant) for entrant in entrants}
    for number in range(1, before):
        # Floats compare the scores before the round, so the whole round is read before any score moves.
        played = [result for result in results if result.round == number]
        gains: list[tuple[Card, int]] = []
        for card in book.values():
            card.floats.append(Float.NONE)
        for result in played:
            _enter(book, result, points, gains)
        for card, gain in gains:
            card.score += gain
    return book


def _enter(book: dict[int, Card], result: Result, points: Points, gains: list[tuple[Card, int]]) -> None:
    to_first, to_second = points.of(result.outcome)
    first = book[result.first]
    gains.append((first, to_first))
    if result.second is None:
        if to_first > points.loss:
            first.floats[-1] = Float.DOWN
        first.won_without_playing |= result.outcome is Outcome.BYE
        return
    second = book[result.second]
    gains.append((second, to_second))
    if result.outcome is not None and not result.outcome.over_the_board:
        for card, gain in ((first, to_first), (second, to_second)):
            if gain > points.loss:
                card.floats[-1] = Float.DOWN
                card.won_without_playing = True
        return
    for card, other, starts in ((first, second, True), (second, first, False)):
        card.opponents[other.entrant] = result.round
        card.starts.append(starts)
        card.start_rounds.append(result.round)
        if card.score != other.score:
            card.floats[-1] = Float.DOWN if card.score > other.score else Float.UP
