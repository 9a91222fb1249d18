"""What this process remembers of each game that its sockets show, and the form of an event in its group.

The log in the database is the truth. No event is kept here: what a socket missed is read from the log.
"""

from dataclasses import dataclass

from games.timekeeping import stamp_ms

from . import reads
from .json_text import encode
from .reads import FoundGame, Json
from .this_process import this_process

Facts = tuple[int, bool, Json | None, str]  # epoch, voided, gone, place


@dataclass(slots=True, eq=False)
class WatchedGame:
    id: int
    code: str
    topic: str
    seq: int  # of the newest event that reached this process
    facts: Facts
    beats_voided: int = 0  # beats since it was called off, or since the last socket came
    informed_late_ms: int = 0  # how long the running clock had run when its player was sent the event

    def note_event(self, message: Json) -> None:
        """Note an event that is being sent; the first of its receivers does so for all."""
        if message["seq"] > self.seq:
            self.seq = message["seq"]
            self.note_delay(message["begun_ms"], stamp_ms())

    def note_delay(self, begun_ms: int | None, now_ms: int) -> None:
        """Note how late the player on the move is informed: a long delay is credited, a short one is lag."""
        if begun_ms is not None:
            is_credited = this_process.gaps.note_late(self.id, begun_ms, now_ms)
            self.informed_late_ms = 0 if is_credited else max(0, now_ms - begun_ms)

    def seq_message(self) -> Json:
        return {"type": "seq", "game": self.code, "seq": self.seq, "now_ms": stamp_ms()}


watched_games: dict[int, WatchedGame] = {}


def watch(found: FoundGame) -> WatchedGame:
    """Remember the game from now on."""
    if found.id not in watched_games:
        watched_games[found.id] = WatchedGame(found.id, found.code, found.topic, found.seq, facts_of(found))
    return watched_games[found.id]


def facts_of(found: FoundGame) -> Facts:
    """Return what may change without an event."""
    return (found.epoch, found.voided, found.gone, found.place)


def group_message(game_id: int, event: Json) -> Json:
    """Encode an event once, as the message of the groups that show the game."""
    return {
        "type": "game.event",
        "game": game_id,
        "seq": event["seq"],
        "text": encode(event),
        "begun_ms": begun_ms(event["event"]),
    }


def begun_ms(event: Json) -> int | None:
    """Return since when the clock runs, if this event started it."""
    since_ms: int | None = event["clock"]["since"]
    return since_ms if since_ms is not None and since_ms >= event["at_ms"] else None


def read_events(game_id: int, seq: int) -> list[Json]:
    """Read the events after `seq` from the log; run by a reader thread."""
    return [group_message(game_id, event) for event in reads.events_after(game_id, seq)]
