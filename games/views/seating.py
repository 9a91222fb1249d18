"""Who sits where, and how a game ended, in words. `static/js/game/words.js` has the same in the browser."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.rules import Ending, Outcome, Seat, Side

SEATS: dict[str, Promise] = {
    Seat.X: gettext_lazy("Crosses"),
    Seat.O: gettext_lazy("Circles"),
    Seat.N: gettext_lazy("North"),
    Seat.E: gettext_lazy("East"),
    Seat.S: gettext_lazy("South"),
    Seat.W: gettext_lazy("West"),
}
REASONS: dict[str, Promise] = {
    Ending.LINE: gettext_lazy("five in a line"),
    Ending.OPPONENT_LINE: gettext_lazy("the other side's move completed this line"),
    Ending.REPETITION: gettext_lazy("the same position again and again"),
    Ending.MOVE_LIMIT: gettext_lazy("no blank cube was taken for too long"),
    Ending.AGREEMENT: gettext_lazy("agreed"),
    Ending.RESIGNATION: gettext_lazy("resigned"),
    Ending.FLAG: gettext_lazy("time is up"),
    Ending.GAME_LIMIT: gettext_lazy("the time for the game is up"),
    Ending.RULING: gettext_lazy("decided by the arbiter"),
    Ending.FORFEIT: gettext_lazy("forfeit"),
}


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """One seat of a game: its side, and the player's name, or what the seat is called."""

    seat: Seat
    name: str

    @property
    def side(self) -> Side:
        return self.seat.side


def seated_players(game: Game) -> list[SeatedPlayer]:
    """Return the seats with their players, in the order of play."""
    return [
        SeatedPlayer(seat, game.players.get(seat.value, {}).get("name") or str(SEATS[seat]))
        for seat in Seat.of(game.seats)
    ]


def side_names(game: Game, side: Side) -> str:
    names = [each.name for each in seated_players(game) if each.side is side]
    return names[0] if len(names) == 1 else _("{one} and {other}").format(one=names[0], other=names[1])


def title(game: Game) -> str:
    return f"{side_names(game, Side.X)} – {side_names(game, Side.O)}"


def verdict(game: Game, outcome: Outcome | None) -> tuple[str, str]:
    """Return who won, and why."""
    if outcome is None:
        return "", ""
    reason = str(REASONS[outcome.ending])
    if outcome.winner is None:
        return _("Draw"), reason
    return _("{name} won").format(name=side_names(game, outcome.winner)), reason
