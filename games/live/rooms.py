"""What a process remembers of a watched game: how far its log was told, what came too early, who listens.

Somebody who asks for a long log gets what is kept as text. It is read once, by one thread, for all who ask
meanwhile; and so much text is kept, of the games that were asked for last.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from games.live.database_threads import reading
from games.services.lost_time import TOLD_MS, lost_time
from games.timekeeping import stamp_ms

from . import reads
from .reads import FoundGame, Json
from .sockets import Socket, encode

REMEMBERED = 50  # recent events, for clients that come back after a short cut
MOST_KEPT = 32_000_000  # characters of whole logs: sixty games of 500 events

_DATE = '"now_ms":'  # the last field of an event message


@dataclass(frozen=True, slots=True)
class Told:
    """One event as the text that every watcher is sent."""

    seq: int
    text: str
    begun_ms: int | None = None  # since when the clock runs that it started

    @classmethod
    def of(cls, message: Json) -> "Told":
        return cls(message["seq"], encode(message), begun_ms(message["event"]))

    def dated(self, now_ms: int) -> str:
        """As it is sent now: clients compute clocks from the time at which a message was made."""
        return f"{self.text[: self.text.rindex(_DATE)]}{_DATE}{now_ms}}}"


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
    introduced: bool = False  # whoever watches its topic was shown it
    beats_voided: int = 0  # since it was called off, or since somebody came to look all the same
    sockets: set[Socket] = field(default_factory=set)
    recent: deque[Told] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    early: dict[int, Told] = field(default_factory=dict)
    untold: deque[Told] = field(default_factory=deque)  # taken, and told in a moment
    told_late_ms: int = 0  # how long the clock that runs had run when its player was told
    log: list[Told] | None = None  # the whole of it, once somebody has asked
    reading: asyncio.Task[None] | None = None

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
            if self.log is not None and following.seq == len(self.log) + 1:
                self.log.append(following)
            ready.append(following)
        return ready

    def note_telling(self, told: Told, now_ms: int) -> None:
        """Whoever is on the move now pays from here on: a long wait is given back, a short one is lag."""
        if told.begun_ms is None:
            return
        late_ms = max(0, now_ms - told.begun_ms)
        self.told_late_ms = late_ms if late_ms < TOLD_MS else 0
        if late_ms >= TOLD_MS:
            lost_time.write_was_slow(self.id, told.begun_ms, now_ms)

    def since(self, seq: int) -> list[Told] | None:
        """Everything told after `seq`, or None when that is longer ago than is remembered."""
        if self.log is not None and len(self.log) >= self.seq:
            return self.log[seq:]
        if seq > self.seq:
            return None
        if seq < self.seq and (not self.recent or self.recent[0].seq > seq + 1):
            return None
        return [told for told in self.recent if told.seq > seq]


class Logs:
    """The whole logs that are kept, those asked for longest ago forgotten first."""

    def __init__(self, most_kept: int = MOST_KEPT) -> None:
        self._most_kept = most_kept
        self._kept: OrderedDict[int, Room] = OrderedDict()

    async def since(self, room: Room, seq: int) -> Iterator[str]:
        """All events after `seq`, dated now."""
        found = room.since(seq)
        if found is None:
            if room.reading is None:
                room.reading = asyncio.ensure_future(self._read(room))
            # Whoever leaves meanwhile must not take the reading from the others.
            await asyncio.shield(room.reading)
            found = (room.log or [])[seq:]
        self._note_use(room)
        return (told.dated(stamp_ms()) for told in found)

    async def _read(self, room: Room) -> None:
        try:
            room.log = await reading.run(_told_log, room.id)
            room.log += [told for told in room.recent if told.seq > len(room.log)]
        finally:
            room.reading = None

    def _note_use(self, room: Room) -> None:
        if room.log is None:
            return
        self._kept[room.id] = room
        self._kept.move_to_end(room.id)
        while len(self._kept) > 1 and sum(map(_size, self._kept.values())) > self._most_kept:
            _, forgotten = self._kept.popitem(last=False)
            forgotten.log = None

    def forget(self, room: Room) -> None:
        """Nobody looks at the game any more."""
        self._kept.pop(room.id, None)
        room.log = None


def begun_ms(event: Json) -> int | None:
    """Since when the clock runs, if this event started it."""
    since_ms: int | None = event["clock"]["since"]
    return since_ms if since_ms is not None and since_ms >= event["at_ms"] else None


def _size(room: Room) -> int:
    """Roughly: events of one game are about equally long."""
    return len(room.log) * len(room.log[-1].text) if room.log else 0


def _told_log(game_id: int) -> list[Told]:
    return [Told(message["seq"], encode(message)) for message in reads.events_after(game_id, 0)]
