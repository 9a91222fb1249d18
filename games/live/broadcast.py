"""Send what happened to the groups of the channel layer: signals come from any thread, after the commit.

What processes have to know of each other (presence, ended sessions, taken rights) is sent to the group
PROCESSES, in which every process has one channel.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from channels.layers import get_channel_layer
from django.dispatch import Signal

from games import signals
from games.protocol.downward import event_message, instruction_message
from games.protocol.json_text import encode
from games.referee import State
from games.services import absences
from games.timekeeping import stamp_ms

from . import background, connection_limits
from .background import every, tasks
from .channel_layer import LocalChannelLayer, RelayedChannelLayer
from .database_threads import reading, writing
from .live_boards import SECONDS_BETWEEN_LOOKS, live_boards
from .open_boards import game_group, group_message, open_consumers, table_group, topic_group, watched_games
from .presence import TABLE, devices

PROCESSES = "processes"
MOST_NEWS = 10_000  # of processes that may wait; an ended session must not be dropped
SECONDS_BETWEEN_BEATS = 5.0

Json = dict[str, Any]

logger = logging.getLogger(__name__)


class Broadcaster:
    """The sender of one process. An event is encoded in the thread that recorded it, and sent by the loop."""

    def __init__(self) -> None:
        layer = get_channel_layer()
        assert isinstance(layer, LocalChannelLayer), "The settings name one of ours."
        self.layer = layer
        self._loop = asyncio.get_running_loop()
        self._me = secrets.token_hex(8)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let the event loop do it, in the order of the calls; called from any thread."""
        if self._loop.is_closed():
            work.close()
        else:
            asyncio.run_coroutine_threadsafe(_log_failure(work), self._loop)

    # ---- signals, from any thread

    def on_event(
        self, *, sender: object, signal: object, game_id: int, topic: str, state: State, **facts: Any
    ) -> None:
        message = group_message(game_id, event_message(state=state, **facts))
        self._start(self.send_to_groups([game_group(game_id), topic_group(topic)], message))

    def on_table_news(self, *, signal: object, sender: object, **news: Any) -> None:
        self._start(self.send_news(**news))

    def on_topic_news(self, *, topic: str, message: Json, **_: Any) -> None:
        text = encode({"type": "news", **message})
        self._start(self.layer.group_send(topic_group(topic), {"type": "plain.text", "text": text}))

    def on_clock_jumped(self, *, jump_ms: int, **_: Any) -> None:
        """Send it to every desk and wall, so that the arbiter checks the hall; no player is charged."""
        self._start(live_boards.send_to_topics({"type": "news", "what": "clock-jump", "jump_ms": jump_ms}))

    def on_sessions_changed(self, *, keys: list[str], **_: Any) -> None:
        self.send_to_processes("sessions", news={"keys": keys})

    def on_rights_taken(self, *, subjects: list[str], **_: Any) -> None:
        self.send_to_processes("rights", news={"subjects": subjects})

    # ---- groups of sockets

    async def send_to_groups(self, groups: list[str], message: Json) -> None:
        for group in groups:
            await self.layer.group_send(group, message)

    async def send_news(
        self, game_id: int, code: str, topic: str, place: str, what: str, **more: Any
    ) -> None:
        """Send what is no event: a change of custody, names or table, and instructions of the desk."""
        groups = [game_group(game_id), topic_group(topic)]
        if what == "instruction":
            text = encode(instruction_message(code, **more))
            await self.layer.group_send(groups[0], {"type": "game.instruction", "text": text})
        elif what == "late":
            text = encode({"type": "late", "game": code, "now_ms": stamp_ms()})
            await self.send_to_groups(groups, {"type": "game.late", "text": text})
        else:
            await self.send_to_groups(groups, {"type": "game.changed", "game": game_id})
        if place:
            await self.layer.group_send(table_group(place), {"type": "table.changed"})

    # ---- between processes

    def send_to_processes(self, what: str, *, news: Json) -> None:
        """Send to all processes, this one too."""
        message = {"type": "process.news", "from": self._me, "what": what, "news": news}
        self._start(self.layer.group_send(PROCESSES, message))

    async def receive_news(self) -> None:
        channel = await self.layer.new_channel("process", capacity=MOST_NEWS)
        await self.layer.group_add(PROCESSES, channel)
        try:
            while True:
                await _log_failure(self._handle_news(await self.layer.receive(channel)))
        finally:
            await self.layer.group_discard(PROCESSES, channel)
            self.layer.remove_channel(channel)

    async def _handle_news(self, message: Json) -> None:
        what, news = message["what"], message["news"]
        if what == "sessions":
            for consumer in open_consumers:
                if consumer.session_key in news["keys"]:
                    consumer.end(connection_limits.SIGNED_OUT)
        elif what == "rights":
            for consumer in open_consumers:
                if not consumer.subjects.isdisjoint(news["subjects"]):
                    consumer.end(connection_limits.SIGNED_OUT)
        elif message["from"] == self._me:
            return
        elif devices.presence.set_online((news["game_id"], news["seat"]), online=news["online"]):
            await self.send_presence(news["game_id"])

    # ---- presence

    def report_presence(self, game_id: int, seat: str, online: bool) -> None:
        """Send to the watchers here and to the other processes that a device came or went."""
        self.send_to_processes("presence", news={"game_id": game_id, "seat": seat, "online": online})
        self._start(self.send_presence(game_id))
        if seat == TABLE:
            self.write_absence(game_id, online)

    async def send_presence(self, game_id: int) -> None:
        """Send to the watchers of this process: each process has its own list of devices."""
        if game := watched_games.get(game_id):
            presence = devices.presence.of(game_id)
            message = {"type": "presence", "game": game.code, **presence, "now_ms": stamp_ms()}
            await live_boards.send_to_watchers(game, message)

    async def repeat_presence(self) -> None:
        """Send the other processes the devices that are here; one that no process sends is away."""
        for game_id, seat in devices.presence.connected_here:
            self.send_to_processes("presence", news={"game_id": game_id, "seat": seat, "online": True})
        for game_id, seat in devices.presence.mark_silent_away():
            await self.send_presence(game_id)
            if seat == TABLE:
                self.write_absence(game_id, online=False)

    def write_absence(self, game_id: int, online: bool) -> None:
        """Store when a tablet went or came: what it decides while it is away is accepted."""
        write = absences.end_absence if online else absences.note_absence
        since_ms = devices.presence.of(game_id)["table"]["since_ms"]
        self._start(writing.run(write, game_id, since_ms))


async def _log_failure(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        logger.exception("A message was not delivered; the next look at the database finds what it said.")


@background.service
@asynccontextmanager
async def run_broadcaster() -> AsyncIterator[None]:
    """Run the live side of this process: send, look and beat."""
    broadcaster = Broadcaster()
    receivers: dict[Signal, Callable[..., None]] = {
        signals.event_recorded: broadcaster.on_event,
        signals.table_news: broadcaster.on_table_news,
        signals.topic_news: broadcaster.on_topic_news,
        signals.clock_jumped: broadcaster.on_clock_jumped,
        signals.sessions_changed: broadcaster.on_sessions_changed,
        signals.rights_taken: broadcaster.on_rights_taken,
    }
    for signal, receiver in receivers.items():
        signal.connect(receiver)
    devices.report = broadcaster.report_presence
    await writing.run(absences.note_absences_at_start, stamp_ms())
    relay: tuple[Coroutine[Any, Any, None], ...] = ()
    if isinstance(broadcaster.layer, RelayedChannelLayer):
        relay = (broadcaster.layer.run_sender(), broadcaster.layer.run_receiver())
    try:
        async with tasks(
            broadcaster.receive_news(),
            live_boards.run(),
            every(SECONDS_BETWEEN_LOOKS, devices.count_all),
            every(SECONDS_BETWEEN_LOOKS, live_boards.close_hidden),
            every(SECONDS_BETWEEN_BEATS, live_boards.beat),
            every(SECONDS_BETWEEN_BEATS, broadcaster.repeat_presence),
            every(SECONDS_BETWEEN_BEATS, live_boards.look_at_topics),
            *relay,
        ):
            yield
    finally:
        for signal, receiver in receivers.items():
            signal.disconnect(receiver)
        devices.stop_reporting()
        for pool in (reading, writing):
            await asyncio.to_thread(pool.close)
