"""Brings the news of this process and of others to the hub: signals from any thread, hints over Redis."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

from django.conf import settings
from django.dispatch import Signal

from games import signals
from games.live.database_threads import reading, writing
from games.messages import event_message
from games.referee import State
from games.services import absences
from games.timekeeping import stamp_ms

from . import background, reads
from .background import every, tasks
from .hub import Hub, hub, to_nobody
from .neighbours import neighbours
from .relay import Relay
from .rooms import Told

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_BETWEEN_BEATS = 5.0


class Announcer:
    """Made in the event loop. What a signal says is encoded in the sender's thread and handed over."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._told: list[Callable[[], None]] = []
        self.relay = Relay(self.hear) if settings.REDIS_URL else None
        self._notes: set[asyncio.Future[None]] = set()
        self._topic_news: dict[str, dict[str, Any] | None] = {}  # as last looked at

    # ---- from any thread

    def on_event(
        self, *, sender: object, signal: object, game_id: int, topic: str, state: State, **told: Any
    ) -> None:
        self._soon(self.tell, game_id, topic, Told.of(event_message(state=state, **told)))

    def on_table_news(self, *, signal: object, sender: object, **news: Any) -> None:
        self._soon(self.pass_on, "table", news)

    def on_topic_news(self, *, topic: str, message: dict[str, Any], **_: Any) -> None:
        self._soon(self.pass_on, "topic", {"topic": topic, "message": message})

    def on_sessions_changed(self, *, keys: list[str], **_: Any) -> None:
        self._soon(self.pass_on, "sessions", {"keys": keys})

    def on_rights_taken(self, *, subjects: list[str], **_: Any) -> None:
        self._soon(self.pass_on, "rights", {"subjects": subjects})

    def note_tablet(self, game_id: int, online: bool, since_ms: int) -> None:
        """Kept in the database: what a tablet decides by itself is believed for the time it was away."""
        note = absences.came if online else absences.went
        task = asyncio.ensure_future(writing.run(note, game_id, since_ms))
        self._notes.add(task)
        task.add_done_callback(self._noted)

    def _noted(self, task: asyncio.Future[None]) -> None:
        self._notes.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            logger.error("That a tablet went or came could not be written down: %s", problem)

    def on_clock_jumped(self, *, jump_ms: int, **_: Any) -> None:
        """Nobody is charged for it; every desk and wall is told, so that the arbiter looks at the hall."""
        self._soon(self.tell_all_topics, {"type": "news", "what": "clock-jump", "jump_ms": jump_ms})

    def _soon(self, act: Callable[..., None], *arguments: Any) -> None:
        """Wake the loop once for all that is told together: each waking costs it a look around."""
        with self._lock:
            self._told.append(partial(act, *arguments))
            is_first = len(self._told) == 1
        if is_first and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._hand_over)

    # ---- in the event loop

    def _hand_over(self) -> None:
        with self._lock:
            told, self._told = self._told, []
        for act in told:
            try:
                act()
            except Exception:
                logger.exception("News did not arrive; whoever looks finds them.")

    def tell(self, game_id: int, topic: str, told: Told) -> None:
        self._hub.tell(game_id, topic, told)
        if self.relay:
            self.relay.publish("event", game_id=game_id, topic=topic, told=asdict(told))

    def tell_all_topics(self, message: dict[str, Any]) -> None:
        for sockets in list(self._hub.topics.values()):
            self._hub.push(sockets, message)

    async def look_at_topics(self) -> None:
        """Whoever follows one is told how new it is: what another process told of it may have been lost."""
        before, self._topic_news = self._topic_news, {}
        for topic in list(self._hub.topics):
            news = self._topic_news[topic] = await reading.run(reads.topic_news, topic)
            if news and news != before.get(topic):
                self._hub.push(list(self._hub.topics.get(topic, ())), news)

    def pass_on(self, what: str, news: dict[str, Any]) -> None:
        self._take(what, news)
        if self.relay:
            self.relay.publish(what, news=news)

    def hear(self, hint: dict[str, Any]) -> None:
        """Another process tells what happened there."""
        match hint:
            case {"what": "event", "game_id": game_id, "topic": topic, "told": told}:
                self._hub.tell(game_id, topic, Told(**told))
            case {"what": what, "news": news}:
                self._take(what, news)

    def _take(self, what: str, news: dict[str, Any]) -> None:
        if what == "table":
            self._hub.news(**news)
        elif what == "topic":
            self._hub.push(self._hub.topics.get(news["topic"], ()), {"type": "news", **news["message"]})
        elif what == "sessions":
            self._hub.end_sessions(news["keys"])
        elif what == "rights":
            self._hub.end_subjects(news["subjects"])
        elif what in neighbours.words:
            neighbours.hear(what, news)
        elif what == "presence":
            key = (news["game_id"], news["seat"])
            if self._hub.presence.hear(key, online=news["online"]):
                self._hub.tell_presence(news["game_id"])


@background.service
@asynccontextmanager
async def announcing() -> AsyncIterator[None]:
    """The hub of this process, alive: it hears, looks and beats."""
    announcer = Announcer(hub)
    ears: dict[Signal, Callable[..., None]] = {
        signals.event_recorded: announcer.on_event,
        signals.table_news: announcer.on_table_news,
        signals.topic_news: announcer.on_topic_news,
        signals.clock_jumped: announcer.on_clock_jumped,
        signals.sessions_changed: announcer.on_sessions_changed,
        signals.rights_taken: announcer.on_rights_taken,
    }
    for signal, ear in ears.items():
        signal.connect(ear)
    hub.note_tablet = announcer.note_tablet
    await writing.run(absences.begin, stamp_ms())
    relaying: tuple[Coroutine[Any, Any, None], ...] = ()
    if relay := announcer.relay:
        hub.publish = neighbours.publish = relay.publish
        relaying = (relay.send(), relay.listen())
    try:
        async with tasks(
            every(SECONDS_BETWEEN_LOOKS, hub.look),
            every(SECONDS_BETWEEN_LOOKS, hub.look_for_devices),
            every(SECONDS_BETWEEN_LOOKS, hub.let_go),
            every(SECONDS_BETWEEN_BEATS, hub.beat),
            every(SECONDS_BETWEEN_BEATS, announcer.look_at_topics),
            *relaying,
        ):
            yield
    finally:
        for signal, ear in ears.items():
            signal.disconnect(ear)
        hub.publish, neighbours.publish = to_nobody, None
        hub.note_tablet = lambda game_id, online, since_ms: None
        for pool in (reading, writing):
            await asyncio.to_thread(pool.close)
