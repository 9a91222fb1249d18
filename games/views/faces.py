"""Clock faces as the server draws them; scripts then update them (static/js/game/clock_view.js)."""

from dataclasses import dataclass

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import clock
from games.clock import ClockFace, ClockLimit, format_ms, format_up_ms
from games.models import Game
from games.referee import State, Status
from games.replays import ReplayFrame
from games.rules import Seat
from games.timekeeping import stamp_ms
from games.views.seating import SeatedPlayer, seated_players

# The word for the large figure; the seat's own time needs none.
LIMIT_WORDS: dict[ClockLimit, Promise] = {
    ClockLimit.MOVE: _("this move"),
    ClockLimit.GAME: _("game"),
    ClockLimit.PERIOD: _("period"),
    ClockLimit.DELAY: _("delay"),
}


@dataclass(frozen=True, slots=True)
class ClockDisplay:
    """A clock face on the page, its large figure being the limit that ends the game first."""

    player: SeatedPlayer
    face: ClockFace
    state: str

    @property
    def time(self) -> str:
        large = self.face.figures[0]
        return time_text(large.time_ms, counts_up=large.limit is ClockLimit.USED)

    @property
    def limit(self) -> Promise | str:
        return LIMIT_WORDS.get(self.face.figures[0].limit, "")


def faces_of(game: Game, state: State, past: ReplayFrame | None = None) -> list[ClockDisplay]:
    """Return the faces in the order of play, as they are now, or as they were after a past move."""
    reading = clock.read_clock(past.clock, past.at_ms) if past else clock.read_clock(state.clock, stamp_ms())
    faces = [(player, reading.face(player.seat)) for player in seated_players(game)]
    return [ClockDisplay(player, face, "waiting" if past else _state(face, state)) for player, face in faces]


def arrange_faces(faces: list[ClockDisplay], bottom: Seat) -> dict[str, list[ClockDisplay]]:
    """Put one seat near; the others follow clockwise, from the left."""
    place = bottom.ordinal
    return {"below": [faces[place]], "above": [*faces[place + 1 :], *faces[:place]]}


def own_time(face: ClockFace) -> str:
    """Write the seat's own time, as in a list of moves."""
    return time_text(face.time_ms, counts_up=face.counts_up)


def time_text(time_ms: int, *, counts_up: bool = False) -> str:
    """Write a time with the reader's decimal separator."""
    if counts_up:
        return format_up_ms(time_ms)
    return format_ms(time_ms).replace(".", get_format("DECIMAL_SEPARATOR"))


def _state(face: ClockFace, state: State) -> str:
    if face.flagged:
        return "flagged"
    if face.running:
        return "running"
    return "paused" if face.on_move and state.status is Status.PAUSED else "waiting"
