"""Each entrant's card after some rounds: score, opponents, starts, floats, as Swiss pairing needs them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.scores import OVER_THE_BOARD, EntrantRound, History, RoundResult, Scoring


class Float(StrEnum):
    """Whether an entrant met fewer points (down), more (up), or neither (FIDE C.04.3, 1.4)."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(slots=True)
class SwissCard:
    """One entrant's history, round by round. Only games over the board count as meetings and as starts."""

    entrant: int
    score: int = 0
    opponents: dict[int, int] = field(default_factory=dict)
    """By opponent, the round of their meeting."""
    starts: list[bool] = field(default_factory=list)
    start_rounds: list[int] = field(default_factory=list)
    floats: list[Float] = field(default_factory=list)
    won_without_playing: bool = False
    """Had the allocated bye, or the points of a win without a game: no allocated bye again (C2)."""

    virtual: int = 0
    """The points that acceleration adds, only for the pairing of the next round."""

    @property
    def pairing_score(self) -> int:
        return self.score + self.virtual

    @property
    def balance(self) -> int:
        """Starts minus seconds."""
        return 2 * sum(self.starts) - len(self.starts)


def build_cards(
    history: History, scoring: Scoring, virtual: Sequence[Mapping[int, int]] = ()
) -> dict[int, SwissCard]:
    """Build the cards after all rounds of a history.

    Rounds without a row (a late entry) give nothing; a missing result counts as a draw that was played.
    `virtual` are the points that acceleration adds, by round and entrant, the round to come too.
    """
    drafted = history.with_missing_drawn()
    book = {int(entrant): SwissCard(int(entrant)) for entrant in history.rows}
    gains = {entrant: drafted.points_by_round(entrant, scoring) for entrant in book}

    def accelerate(index: int) -> None:
        points = virtual[index] if index < len(virtual) else {}
        for card in book.values():
            card.virtual = points.get(card.entrant, 0)

    for index in range(history.rounds):
        accelerate(index)
        # Floats compare the scores before the round, so the whole round is read before any score moves.
        for card in book.values():
            _enter(
                book, card, index + 1, drafted.rows[card.entrant][index], gains[card.entrant][index], scoring
            )
        for card in book.values():
            card.score += gains[card.entrant][index]
    accelerate(history.rounds)
    return book


def _enter(
    book: dict[int, SwissCard],
    card: SwissCard,
    number: int,
    entrant_round: EntrantRound,
    gain: int,
    scoring: Scoring,
) -> None:
    if entrant_round.result in OVER_THE_BOARD and entrant_round.opponent is not None:
        other = book[int(entrant_round.opponent)]
        card.opponents[other.entrant] = number
        card.starts.append(bool(entrant_round.started))
        card.start_rounds.append(number)
        mine, theirs = card.pairing_score, other.pairing_score
        card.floats.append(Float.NONE if mine == theirs else Float.DOWN if mine > theirs else Float.UP)
        return
    # More points than for a loss, without a game, float down (C.04.3, 1.4.3).
    card.floats.append(Float.DOWN if gain > scoring.loss else Float.NONE)
    card.won_without_playing |= entrant_round.result is RoundResult.PAIRING_BYE or gain >= scoring.win
