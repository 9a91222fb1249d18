"""Compare what the sockets of this process show with the database, once a second: a message may be lost.

A socket that misses events is sent them from the log. Games that are new to a topic, have changed without an
event or are put on a table are shown. Every five seconds each board is sent the current seq.
"""

import asyncio
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

from games.protocol.json_text import encode
from games.timekeeping import stamp_ms

from . import connection_limits, reads
from .background import every
from .database_threads import reading
from .open_boards import (
    WatchedGame,
    facts_of,
    game_group,
    open_consumers,
    read_events,
    topic_group,
    watch,
    watched_games,
)
from .presence import devices
from .reads import FoundGame

if TYPE_CHECKING:
    from .live_consumer import LiveConsumer

SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_FOR_MESSAGES = 0.05  # what was committed a moment ago is on its way: no need to read it
SENT_AT_ONCE = connection_limits.MOST_WAITING // 2  # missing events, so that no channel overflows

Json = dict[str, Any]


class LiveBoards:
    """The comparison of all sockets of this process with the database."""

    def __init__(self) -> None:
        self._is_wanted = asyncio.Event()
        self._changed: set[int] = set()  # games whose state has to be sent again
        self._topic_news: dict[str, Json | None] = {}  # as last read

    def look_soon(self) -> None:
        self._is_wanted.set()

    def note_change(self, game_id: int) -> None:
        """Let fresh states of this game be sent to all who watch it here."""
        self._changed.add(game_id)
        self.look_soon()

    async def run(self) -> None:
        """Look once a second, and at once when there is a reason."""
        self._is_wanted = asyncio.Event()  # an event belongs to the loop that waits for it
        await every(0, self._wait_and_look)

    async def _wait_and_look(self) -> None:
        try:
            async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                await self._is_wanted.wait()
        except TimeoutError:
            pass
        self._is_wanted.clear()
        await self.look()

    async def look(self) -> None:
        await self._look_at_tables()
        if not watched_games and not open_consumers.topics:
            return
        noted = set(self._changed)
        found = await reading.run(reads.read_watched, list(watched_games), list(open_consumers.topics))
        changed = set()
        for each in found:
            is_shown = each.live and self._find_walls(each)
            if each.id not in watched_games and not is_shown:
                continue
            game = watch(each)
            if game.facts != facts_of(each) or game.id in noted:
                game.facts = facts_of(each)
                changed.add(game.id)
                for consumer in open_consumers.in_group(game_group(game.id)):
                    consumer.renew()
        await self._send_states([each for each in found if each.live or each.id in changed], changed)
        self._changed -= noted
        await self._send_missing(found)
        self._forget_unwatched(found)

    def _find_walls(self, found: FoundGame) -> list["LiveConsumer"]:
        return open_consumers.in_group(topic_group(found.topic))

    async def _send_states(self, games: Iterable[FoundGame], changed: Collection[int]) -> None:
        """Send states to walls that have none of the game, and to all if it changed; each is read once."""
        receivers = {}
        for each in games:
            walls = self._find_walls(each)
            if behind := [wall for wall in walls if each.id in changed or each.id not in wall.seen]:
                receivers[each.id] = behind
        for game_id, seq, text in await self.read_plain_states(receivers):
            message = {"type": "game.state", "game": game_id, "seq": seq, "text": text}
            await open_consumers.send(receivers[game_id], message)

    async def read_plain_states(self, game_ids: Collection[int]) -> list[tuple[int, int, str]]:
        """Read the states of these games for viewers without rights: (game, seq, text) each."""
        if not game_ids:
            return []
        present = {game_id: devices.presence.of(game_id) for game_id in game_ids}
        states = await reading.run(reads.read_plain_states, present)
        return [(game_id, state["seq"], encode(state)) for game_id, state in states]

    # ---- events that did not come

    def _find_behind(self, found: FoundGame) -> list["LiveConsumer"]:
        """Return the consumers that miss events and do not have to send others first."""
        consumers = (*open_consumers.in_group(game_group(found.id)), *self._find_walls(found))
        behind = (each for each in consumers if each.seen.get(found.id, found.seq) < found.seq)
        return [each for each in behind if not each.count_waiting()]

    async def _send_missing(self, found: list[FoundGame]) -> None:
        """Read what any socket misses, once for all of them; each sends what is new to it."""
        if any(self._find_behind(each) for each in found):
            await asyncio.sleep(SECONDS_FOR_MESSAGES)
        for each in found:
            behind = self._find_behind(each)
            if not behind:
                continue
            first = min(consumer.seen[each.id] for consumer in behind)
            missing = await reading.run(read_events, each.id, first)
            for message in missing[:SENT_AT_ONCE]:
                await open_consumers.send(behind, message)
            if len(missing) > SENT_AT_ONCE:
                self.look_soon()

    def _forget_unwatched(self, found: list[FoundGame]) -> None:
        on_walls = {each.id for each in found if each.live and self._find_walls(each)}
        for game_id in set(watched_games) - on_walls:
            if not open_consumers.in_group(game_group(game_id)):
                del watched_games[game_id]

    # ---- tables and topics

    async def _look_at_tables(self) -> None:
        if places := open_consumers.places:
            games = await reading.run(reads.read_table_games, places)
            for consumer in open_consumers:
                if consumer.place is not None and consumer.table_game != games.get(consumer.place):
                    consumer.table_game = games.get(consumer.place)
                    await self._send([consumer], table_message(consumer.table_game))

    async def look_at_topics(self) -> None:
        """Send how new each topic is: the message of another process may have been lost."""
        before, self._topic_news = self._topic_news, {}
        for topic in open_consumers.topics:
            news = self._topic_news[topic] = await reading.run(reads.read_topic_news, topic)
            if news and news != before.get(topic):
                await self._send(open_consumers.in_group(topic_group(topic)), news)

    async def send_to_topics(self, message: Json) -> None:
        """Send to every wall and desk of this process."""
        await self._send([each for each in open_consumers if each.topic is not None], message)

    async def send_to_watchers(self, game: WatchedGame, message: Json) -> None:
        """Send to all clients of this process that watch the game."""
        await self._send(open_consumers.in_group(game_group(game.id)), message)
        await self._send(open_consumers.in_group(topic_group(game.topic)), message)

    async def _send(self, consumers: Iterable["LiveConsumer"], message: Json) -> None:
        await open_consumers.send(consumers, {"type": "plain.text", "text": encode(message)})

    # ---- beat

    async def beat(self) -> None:
        """Send every board the current seq, so that it knows what it missed."""
        for game in list(watched_games.values()):
            await self.send_to_watchers(game, game.seq_message())
            game.beats_voided += game.facts[1]
            if game.beats_voided > connection_limits.BEATS_AFTER_CALL_OFF:
                for consumer in open_consumers.in_group(game_group(game.id)):
                    consumer.end(connection_limits.CALLED_OFF)
        topics = {game.topic for game in watched_games.values()}
        idle = [each for each in open_consumers if each.kind != "game" and each.topic not in topics]
        await self._send(idle, {"type": "seq", "game": None, "seq": 0, "now_ms": stamp_ms()})

    async def close_hidden(self) -> None:
        """Close sockets that show what was hidden from them, by any process and in any way."""
        if not any(True for _consumer in open_consumers):
            return
        hidden = await reading.run(reads.read_hidden_topics)
        asked = [consumer for consumer in open_consumers if not consumer.scopes.isdisjoint(hidden)]
        answers = await reading.run(lambda: [each.may_still_see() for each in asked]) if asked else ()
        for consumer, may_see in zip(asked, answers, strict=True):
            if not may_see:
                consumer.end(connection_limits.NO_SUCH_GAME)


def table_message(code: str | None) -> Json:
    return {"type": "news", "what": "table", "game": code, "now_ms": stamp_ms()}


live_boards = LiveBoards()
