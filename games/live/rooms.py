"""What a process remembers of a watched game: how far its log was told, what came too early, who listens."""

from collections import deque
from dataclasses import dataclass, field

from .reads import FoundGame, Json
from .sockets import Socket

REMEMBERED = 50  # recent events, for clients that come back after a short cut


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the text that every watcher is sent."""

    seq: int
    text: str


@dataclass(slots=True, eq=False)
class Room:
    """A game and those who look at it. Events leave it in the order of the log, each once."""

    id: int
    code: str
    topic: str
    seq: int
    epoch: int = 0
    voided: bool = False
    gone: Json | None = None
    place: str = ""
    beats_voided: int = 0  # since it was called off, or since somebody came to look all the same
    sockets: set[Socket] = field(default_factory=set)
    recent: deque[Told] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    early: dict[int, Told] = field(default_factory=dict)

    @classmethod
    def of(cls, found: FoundGame) -> "Room":
        room = cls(found.id, found.code, found.topic, found.seq)
        room.stand(found)
        return room

    def stand(self, found: FoundGame) -> bool:
        """Who keeps it, where it is played and whether: whether any of that is news."""
        facts = (found.epoch, found.voided, found.gone, found.place)
        is_news = facts != (self.epoch, self.voided, self.gone, self.place)
        self.epoch, self.voided, self.gone, self.place = facts
        return is_news

    def take(self, told: Told) -> list[Told]:
        """The events whose turn it is now: none for one told before, or while one before it is missing."""
        if told.seq <= self.seq:
            return []
        self.early[told.seq] = told
        ready = []
        while (following := self.early.pop(self.seq + 1, None)) is not None:
            self.seq += 1
            self.recent.append(following)
            ready.append(following)
        return ready

    def since(self, seq: int) -> list[Told] | None:
        """Everything told after `seq`, or None when that is longer ago than is remembered."""
        if seq > self.seq:
            return None
        if seq < self.seq and (not self.recent or self.recent[0].seq > seq + 1):
            return None
        return [told for told in self.recent if told.seq > seq]
