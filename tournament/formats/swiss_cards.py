"""Each entrant's card after some rounds: score, opponents, starts, floats; what Swiss pairing looks back
at."""

from dataclasses import dataclass, field
from enum import StrEnum

from tournament.scores import FORFEITS, OVER_THE_BOARD, Mark, Past, RoundMark, Scoring


class Float(StrEnum):
    """Met someone with fewer points (down), with more (up), or neither (FIDE C.04.3, 1.4)."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(slots=True)
class SwissCard:
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


def cards(past: Past, scoring: Scoring) -> dict[int, SwissCard]:
    """The cards after all rounds of a past. Rounds without a row (a late entry) give nothing; a missing
    result counts as a draw that was played."""
    drafted = past.with_missing_drawn()
    book = {int(entrant): SwissCard(int(entrant)) for entrant in past.rows}
    gains = {entrant: drafted.gains(entrant, scoring) for entrant in book}
    for index in range(past.rounds):
        # Floats compare the scores before the round, so the whole round is read before any score moves.
        for card in book.values():
            round_mark, gain = drafted.rows[card.entrant][index], gains[card.entrant][index]
            _enter(book, card, index + 1, round_mark, unearned=gain > scoring.loss)
        for card in book.values():
            card.score += gains[card.entrant][index]
    return book


def _enter(
    book: dict[int, SwissCard], card: SwissCard, number: int, round_mark: RoundMark, *, unearned: bool
) -> None:
    """`unearned`: more points than a loss, which without a game float down (C.04.3, 1.4)."""
    if round_mark.mark in OVER_THE_BOARD and round_mark.opponent is not None:
        other = book[int(round_mark.opponent)]
        card.opponents[other.entrant] = number
        card.starts.append(bool(round_mark.started))
        card.start_rounds.append(number)
        level = card.score == other.score
        card.floats.append(Float.NONE if level else Float.DOWN if card.score > other.score else Float.UP)
        return
    card.floats.append(Float.DOWN if unearned else Float.NONE)
    by_forfeit = unearned and round_mark.mark in FORFEITS
    card.won_without_playing |= round_mark.mark is Mark.PAIRING_BYE or by_forfeit
