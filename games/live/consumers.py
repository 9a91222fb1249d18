"""The consumers of live sockets: one game, all games of a topic, and a tablet that serves a table."""

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError

from games.faults import Fault
from games.protocol.json_text import encode
from games.protocol.upward import Frame, Here, Since, TakeCustody
from games.referee import Keeper
from games.timekeeping import stamp_ms, ticks_ms

from . import connection_limits, metrics, reads, requests
from .database_threads import reading, writing
from .live_boards import live_boards, table_message
from .live_consumer import Json, LiveConsumer, NotServed, State
from .open_boards import WatchedGame, game_group, open_consumers, read_events, table_group, topic_group, watch
from .presence import Attendance, devices
from .requests import Reply
from .this_process import this_process

SECONDS_BETWEEN_ATTEMPTS = 0.1
CLUB = "club"  # the topic of games without a tournament around them

logger = logging.getLogger(__name__)


class GameConsumer(LiveConsumer):
    """The consumer of `/ws/game/<code>/`: all may watch; rights are checked for each request."""

    kind = "game"
    tab = ""  # the name of the tab that keeps the game, or wants to
    game: WatchedGame
    attendance: Attendance | None = None

    async def join(self) -> None:
        self._requests: deque[tuple[Frame, int]] = deque()
        found = await self.find(reads.find_game, self.captured["code"])
        self.game = watch(found)
        self.game.beats_voided = 0
        self.attendance = Attendance(found.id)
        await self.join_group(game_group(found.id))

    async def leave(self) -> None:
        if self.attendance is not None:
            devices.remove(self.attendance)
        if self.connected_seats and not this_process.has_stopped:
            others = open_consumers.in_group(game_group(self.game.id))
            left = self.connected_seats.difference(*(other.connected_seats for other in others))
            await writing.run_for(self.game.id, this_process.disconnect, self.game.id, left)

    async def read_states(self) -> list[State]:
        assert self.attendance is not None
        game_id = self.game.id
        present = devices.presence.of(game_id)
        state, self.is_staff = await reading.run(reads.read_own_state, game_id, self.scope, present)
        if state["game"]["keeper"] == Keeper.SERVER:
            self.attendance.seats = frozenset(state["mine"]["seats"])
            devices.count(self.attendance)
            await self._connect_seats(self.attendance.seats)
        states: list[State] = [(game_id, state["seq"], encode(state))]
        if self.tab:
            custody = await reading.run(reads.read_custody, game_id, self.tab)
            self._note_custody(custody["mine"])
            states.append((None, 0, encode(custody)))
        return states

    async def _connect_seats(self, seats: frozenset[str]) -> None:
        """Register this player's device. That credits an outage, and waits until it is known to be one.

        A database that does not take it must not keep the player from seeing the game.
        """
        if seats == self.connected_seats:
            return
        self.connected_seats, arrived_ms = seats, stamp_ms()
        connect = partial(this_process.connect, self.game.id, seats, arrived_ms)
        try:
            while not await writing.run_for(self.game.id, connect):
                await asyncio.sleep(SECONDS_BETWEEN_ATTEMPTS)
        except DatabaseError:
            logger.exception("A connection could not be registered.")

    # ---- requests

    def count_missed(self, frame: Frame) -> int:
        return max(0, self.game.seq - frame.ask.seq) if isinstance(frame.ask, Since) else 0

    async def handle_frame(self, frame: Frame, stamp: int) -> None:
        assert self.attendance is not None
        self.attendance.note_message()
        if isinstance(frame.ask, Here):
            self.attendance.sends_here = True
            devices.add(self.attendance)
        elif len(self._requests) > connection_limits.MOST_ASKED:  # the first of them is being recorded
            wait_ms = connection_limits.REFUSED_FOR_MS
            await self.refuse(frame.nonce, NotServed("too-fast"), dropped=frame.verb, wait_ms=wait_ms)
        else:
            self._requests.append((frame, stamp))
            self.start_worker()

    async def answer_next(self) -> bool:
        if not self._requests:
            return False
        frame, stamp = self._requests[0]
        if isinstance(frame.ask, Since):
            events = await reading.run(read_events, self.game.id, frame.ask.seq)
            await self.send_texts([*(event["text"] for event in events), encode(self.game.seq_message())])
        else:
            await self._answer(frame, stamp)
        self._requests.popleft()
        return True

    async def _answer(self, frame: Frame, stamp: int) -> None:
        """Record the request; send what is older than its event, then the answer. The event follows."""
        try:
            reply = await self._record(frame, stamp)
        except Fault as fault:
            await self.send(self.refusal(frame.nonce, fault))
            return
        while self._waiting and self._waiting[0].get("seq", 0) < reply.seq:
            await self._send_message(self._waiting.popleft())
        if self.seen[self.game.id] < reply.seq - 1:
            for event in await reading.run(read_events, self.game.id, self.seen[self.game.id]):
                if event["seq"] < reply.seq:
                    await self._send_message(event)
        await self.send(encode(reply.message))

    async def _record(self, frame: Frame, stamp: int) -> Reply:
        began_ms = ticks_ms()
        way_ms = self.round_trip.milliseconds + self.game.informed_late_ms
        work = partial(requests.record, self.game.id, self.scope, frame, stamp, way_ms, this_process.gaps)
        try:
            reply = await writing.run_for(self.game.id, work)
        except Fault:
            raise
        except Exception as problem:
            if isinstance(problem, OperationalError | InterfaceError):  # the database, not the request
                this_process.gaps.note_failed_write(self.game.id, stamp)
            logger.exception("A request failed.")
            metrics.failed_writes.add(problem)
            raise NotServed("failed") from problem
        finally:
            metrics.answers.add(ticks_ms() - began_ms)
        if isinstance(frame.ask, TakeCustody):
            self.tab = frame.ask.tab
            self._note_custody(bool(reply.has_custody))
        return reply

    def _note_custody(self, has_custody: bool) -> None:
        """Note whether the tab behind this socket keeps the game: then the table is online."""
        assert self.attendance is not None
        self.attendance.has_custody = has_custody
        devices.count(self.attendance)

    async def game_instruction(self, message: Json) -> None:
        """Send an instruction of the desk to the tab that keeps the game."""
        if self.tab:
            await self.plain_text(message)


class TopicConsumer(LiveConsumer):
    """The consumer of `/ws/topic/<topic>/`, a wall or a desk: shows all live games, takes no requests."""

    kind = "topic"

    async def join(self) -> None:
        name = self.captured["topic"]
        await self.find(reads.find_topic, name)
        self.topic = "" if name == CLUB else name
        await self.join_group(topic_group(self.topic))
        self.is_staff = await reading.run(reads.is_staff, self.scope, self.topic)

    async def read_states(self) -> list[State]:
        assert self.topic is not None
        found = await reading.run(reads.read_watched, (), (self.topic,))
        states: list[State] = [*await live_boards.read_plain_states([watch(each).id for each in found])]
        if news := await reading.run(reads.read_topic_news, self.topic):
            states.append((None, 0, encode(news)))
        return states


class TableConsumer(LiveConsumer):
    """The consumer of `/ws/table/<place>/`: shows which game is on the table now."""

    kind = "table"

    async def join(self) -> None:
        name = self.captured["place"]
        await self.find(reads.find_place, name)
        self.place = name
        await self.join_group(table_group(name))

    async def read_states(self) -> list[State]:
        assert self.place is not None
        games = await reading.run(reads.read_table_games, [self.place])
        self.table_game = games.get(self.place)
        return [(None, 0, encode(table_message(self.table_game)))]

    async def table_changed(self, message: Any) -> None:
        """Let the games on the tables be read again."""
        live_boards.look_soon()
