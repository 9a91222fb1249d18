"""The states of games that this process wrote last, as the referee has them: no move reads one from text.

The row is the truth. What is kept counts only while it says exactly what the row says, whoever wrote that.
"""

import threading
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.referee import State

MOST_KEPT = 1_000  # games; some kilobytes each


@dataclass(frozen=True, slots=True)
class _Kept:
    stored: dict[str, Any]
    agreed: tuple[Any, ...]
    state: State


class KeptStates:
    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[int, _Kept] = {}

    def of(self, game: Game) -> State:
        """How the game stands, by its row."""
        kept = self._kept.get(game.pk)
        if kept is not None and kept.stored == game.state and kept.agreed == _agreed(game):
            return kept.state
        return game.state_now()

    def keep(self, game: Game, state: State) -> None:
        """The row is about to say this; whether it then does is seen when it is read."""
        with self._lock:
            self._kept.pop(game.pk, None)
            self._kept[game.pk] = _Kept(game.state, _agreed(game), state)
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]


def _agreed(game: Game) -> tuple[Any, ...]:
    """What `Game.agreement` is made of."""
    return (game.rules, game.control, game.first, game.input, game.keeper, game.casual, game.position)


kept_states = KeptStates()
