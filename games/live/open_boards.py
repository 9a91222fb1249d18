"""List what is open in this process: consumers by group, the games that they show; build group messages.

A channel layer cannot list its consumers. They are needed for comparing boards with the database, presence,
rights that end, and metrics. The log in the database is the truth: no event is stored here, and what a socket
missed is read from the log.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from channels.exceptions import ChannelFull

from games.protocol.json_text import encode
from games.timekeeping import stamp_ms

from . import reads
from .reads import FoundGame, Json
from .this_process import this_process

if TYPE_CHECKING:
    from .live_consumer import LiveConsumer

Facts = tuple[int, bool, Json | None, str]  # epoch, voided, closed_reason, place


class OpenConsumers:
    """The consumers in each group of this process; sends messages to them alone."""

    def __init__(self) -> None:
        self._groups: defaultdict[str, set[LiveConsumer]] = defaultdict(set)

    async def join(self, group: str, consumer: "LiveConsumer") -> None:
        self._groups[group].add(consumer)
        await consumer.channel_layer.group_add(group, consumer.channel_name)

    async def leave(self, group: str, consumer: "LiveConsumer") -> None:
        self._groups[group].discard(consumer)
        if not self._groups[group]:
            del self._groups[group]
        await consumer.channel_layer.group_discard(group, consumer.channel_name)

    def in_group(self, group: str) -> list["LiveConsumer"]:
        return list(self._groups.get(group, ()))

    def __iter__(self) -> Iterator["LiveConsumer"]:
        for group in list(self._groups):
            yield from self.in_group(group)

    @property
    def topics(self) -> set[str]:
        return {consumer.topic for consumer in self if consumer.topic is not None}

    @property
    def places(self) -> set[str]:
        return {consumer.place for consumer in self if consumer.place is not None}

    async def send(self, consumers: Iterable["LiveConsumer"], message: dict[str, Any]) -> None:
        """Send to these consumers and not to other processes; the layer marks a channel that is full."""
        for consumer in consumers:
            try:
                await consumer.channel_layer.send(consumer.channel_name, message)
            except ChannelFull:
                continue


def game_group(game_id: int) -> str:
    return f"game.{game_id}"


def topic_group(topic: str) -> str:
    return f"topic.{topic.replace(':', '.')}"


def table_group(place: str) -> str:
    return f"table.{place.replace(':', '.')}"


open_consumers = OpenConsumers()


@dataclass(slots=True, eq=False)
class WatchedGame:
    """A game that a consumer of this process shows."""

    id: int
    code: str
    topic: str
    seq: int  # of the newest event that reached this process
    facts: Facts
    beats_voided: int = 0  # beats since it was called off, or since the last socket came
    informed_late_ms: int = 0  # how long the clock had run when its player was sent the event

    def note_event(self, message: Json) -> None:
        """Note an event that is being sent; the first of its receivers does so for all."""
        if message["seq"] > self.seq:
            self.seq = message["seq"]
            self.note_delay(message["begun_ms"], stamp_ms())

    def note_delay(self, begun_ms: int | None, now_ms: int) -> None:
        """Note how late the mover is informed: a long delay is credited, a short one counts as lag."""
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
    return (found.epoch, found.voided, found.closed_reason, found.place)


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
    return [group_message(game_id, event) for event in reads.read_events_after(game_id, seq)]
