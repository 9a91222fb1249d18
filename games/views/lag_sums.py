"""What the clocks of a game on own devices gave back for the network, seat by seat, for the arbiter."""

from dataclasses import dataclass

from games.clock.terms import SECOND
from games.models import Game
from games.referee import Keeper
from games.rules import Seat
from games.views.game_log import GameWords


@dataclass(frozen=True, slots=True)
class LagSum:
    name: str
    moves: int
    given_back_ms: int
    most_ms: int

    @property
    def seconds(self) -> float:
        return self.given_back_ms / SECOND

    @property
    def most_seconds(self) -> float:
        """Of one move."""
        return self.most_ms / SECOND


def lag_sums(game: Game) -> list[LagSum]:
    """Nothing for a table's game: there no network lies between the players and their clock."""
    if game.keeper != Keeper.SERVER:
        return []
    words = GameWords(game)
    turns = game.events.filter(kind__in=("moved", "pressed")).values_list("data__seat", "data__lag_ms")
    by_seat: dict[str, list[int]] = {seat.value: [] for seat in Seat.of(game.seats)}
    for seat, lag_ms in turns:
        by_seat[seat].append(lag_ms or 0)
    return [
        LagSum(words.name(seat), len(given), sum(given), max(given))
        for seat, given in by_seat.items()
        if given
    ]
