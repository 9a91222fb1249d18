"""Why a game was closed that its own board did not end: what its table and its players are shown.

Stored with the game and sent in every state as `gone`. The words are chosen where they are shown, in the
reader's language (static/js/game/event_words.js).
"""

from dataclasses import dataclass
from enum import StrEnum


class CloseCause(StrEnum):
    ENTERED = "entered"  # a result was typed at the desk
    REPORTED = "reported"  # both sides have reported the same result
    UNDONE = "undone"  # its round was undone
    REDRAWN = "redrawn"  # its pairing or its board is not played any more
    CALLED_OFF = "called-off"
    ABANDONED = "abandoned"  # no player has touched it for long


@dataclass(frozen=True, slots=True)
class CloseReason:
    """The cause; `result` as the desk has it ("1 - 0") and `winner`, the side; both empty without one."""

    why: CloseCause = CloseCause.CALLED_OFF
    result: str = ""
    winner: str = ""


CALLED_OFF = CloseReason()
ABANDONED = CloseReason(CloseCause.ABANDONED)
UNDONE = CloseReason(CloseCause.UNDONE)
REDRAWN = CloseReason(CloseCause.REDRAWN)
