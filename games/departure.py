"""Why a game is played no longer although its own board did not end it: what its table and players are told.

Stored with the game and sent in every state (`gone`); the words are found where they are shown, in the
reader's language (static/js/game/event_words.js).
"""

from dataclasses import dataclass
from enum import StrEnum


class DepartureCause(StrEnum):
    ENTERED = "entered"  # a result was typed at the desk
    REPORTED = "reported"  # both sides have told the same result
    UNDONE = "undone"  # its round was undone
    REDRAWN = "redrawn"  # its pairing or its board is not played any more
    CALLED_OFF = "called-off"
    ABANDONED = "abandoned"  # nobody has touched it for long


@dataclass(frozen=True, slots=True)
class Departure:
    """`result` as it stands at the desk ("1 - 0"), `winner` the side that got it; both empty without one."""

    why: DepartureCause = DepartureCause.CALLED_OFF
    result: str = ""
    winner: str = ""


CALLED_OFF = Departure()
ABANDONED = Departure(DepartureCause.ABANDONED)
UNDONE = Departure(DepartureCause.UNDONE)
REDRAWN = Departure(DepartureCause.REDRAWN)
