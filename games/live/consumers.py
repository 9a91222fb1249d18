"""The consumers of live sockets: one game, all games of a topic, and a tablet that serves a table."""

import logging
from collections import deque
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError

from games import services
from games.faults import Fault
from games.messages import Frame, Here, Since, TakeCustody
from games.referee import Keeper
from games.services.lost_time import lost_time
from games.timekeeping import stamp_ms, ticks_ms

from . import asking, connection_limits, metrics, reads
from .asking import Reply
from .database_threads import reading, writing
from .json_text import encode
from .live_boards import live_boards, table_message
from .live_consumer import Json, LiveConsumer, NotServed, State
from .neighbours import neighbours
from .open_consumers import game_group, table_group, topic_group
from .presence import Attendance, devices
from .watched_games import WatchedGame, read_events, watch

CLUB = "club"  # the topic of games without a tournament around them

logger = logging.getLogger(__name__)


class GameConsumer(LiveConsumer):
    """`/ws/game/<code>/`: all may watch; rights are checked for each request."""

    kind = "game"
    tab = ""  # the name of the tab that keeps the game, or wants to
    game: WatchedGame
    attendance: Attendance | None = None

    async def join(self) -> None:
        self._requests: deque[tuple[Frame, int]] = deque()
        found = await self.look_at(reads.find, self.captured["code"])
        self.game = watch(found)
        self.game.beats_voided = 0
        self.attendance = Attendance(found.id)
        await self.join_group(game_group(found.id))

    def leave(self) -> None:
        if self.attendance is not None:
            devices.remove(self.attendance)

    async def read_states(self) -> list[State]:
        assert self.attendance is not None
        game_id = self.game.id
        present = devices.presence.of(game_id)
        state, self.is_staff = await reading.run(reads.own_state, game_id, self.scope, present)
        if state["game"]["keeper"] == Keeper.SERVER:
            self.attendance.seats = frozenset(state["mine"]["seats"])
            devices.count(self.attendance)
            await self._wait_no_longer(state)
        states: list[State] = [(game_id, state["seq"], encode(state))]
        if self.tab:
            custody = await reading.run(reads.custody, game_id, self.tab)
            self._set_keeper(custody["mine"])
            states.append((None, 0, encode(custody)))
        return states

    # ---- after an outage

    async def _wait_no_longer(self, state: Json) -> None:
        """Start the clock that has waited since an outage for the player on the move to be connected."""
        since_ms, seats = state["clock"]["since"], state["mine"]["seats"]
        if since_ms is None or state["seat"] not in seats:
            return
        is_waiting = since_ms > stamp_ms()
        if is_waiting or await self._come_over(self.game.id, seats):
            await writing.run(services.reach, self.game.id, seats, stamp_ms())

    async def _come_over(self, game_id: int, seats: list[str]) -> bool:
        """Return whether they come from a process that has died, and lost time on the way."""
        former = await reading.run(services.processes_of, game_id, seats)
        came_ms = stamp_ms()
        dead = await neighbours.silent(former) if former else ()
        if not dead:
            return False
        come_over = partial(services.come_over, came_ms=came_ms, now_ms=stamp_ms())
        return await writing.run(come_over, game_id, seats, dead)

    def _note_failed_write(self, problem: Exception, stamp: int) -> None:
        """Note time that the database lost, if it was the database and not the request."""
        if isinstance(problem, services.NotYetKnown | OperationalError | InterfaceError):
            lost_time.write_failed(self.game.id, stamp)

    # ---- requests

    def count_behind(self, frame: Frame) -> int:
        return max(0, self.game.seq - frame.ask.seq) if isinstance(frame.ask, Since) else 0

    async def take(self, frame: Frame, stamp: int) -> None:
        assert self.attendance is not None
        self.attendance.hear()
        if isinstance(frame.ask, Here):
            self.attendance.says_so = True
            devices.add(self.attendance)
        elif (
            len(self._requests) > connection_limits.MOST_ASKED
        ):  # the first of them does not wait: it is being recorded
            fault = NotServed("too-fast")
            await self.refuse(
                frame.nonce, fault, dropped=frame.verb, wait_ms=connection_limits.REFUSED_FOR_MS
            )
        else:
            self._requests.append((frame, stamp))
            self.start_worker()

    async def answer_next(self) -> bool:
        if not self._requests:
            return False
        frame, stamp = self._requests[0]
        if isinstance(frame.ask, Since):
            await self._send_since(frame.ask.seq)
        else:
            await self._answer(frame, stamp)
        self._requests.popleft()
        return True

    async def _send_since(self, seq: int) -> None:
        events = await reading.run(read_events, self.game.id, seq)
        await self.send_texts([*(event["text"] for event in events), encode(self.game.seq_message())])

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
        way_ms = self.round_trip.milliseconds + self.game.told_late_ms
        work = partial(asking.record, self.game.id, self.scope, frame, stamp, way_ms)
        try:
            reply = await writing.run_for(self.game.id, work)
        except Fault:
            raise
        except Exception as problem:
            self._note_failed_write(problem, stamp)
            if not isinstance(problem, services.NotYetKnown):
                logger.exception("A request failed.")
                metrics.failed_writes.add(problem)
            raise NotServed("failed") from problem
        finally:
            metrics.answers.add(ticks_ms() - began_ms)
        if isinstance(frame.ask, TakeCustody):
            self.tab = frame.ask.tab
            self._set_keeper(bool(reply.keeps))
        return reply

    def _set_keeper(self, keeps: bool) -> None:
        """Note whether the tab behind this socket keeps the game: then the table is online."""
        assert self.attendance is not None
        self.attendance.keeps = keeps
        devices.count(self.attendance)

    async def game_instruction(self, message: Json) -> None:
        """Send an instruction of the desk to the tab that keeps the game."""
        if self.tab:
            await self.plain_text(message)


class TopicConsumer(LiveConsumer):
    """`/ws/topic/<topic>/`: a wall or a desk. Shows every live game of the topic; takes no requests."""

    kind = "topic"

    async def join(self) -> None:
        name = self.captured["topic"]
        await self.look_at(reads.see_topic, name)
        self.topic = "" if name == CLUB else name
        await self.join_group(topic_group(self.topic))
        self.is_staff = await reading.run(reads.is_staff, self.scope, self.topic)

    async def read_states(self) -> list[State]:
        assert self.topic is not None
        found = await reading.run(reads.watched, (), (self.topic,))
        states: list[State] = [*await live_boards.read_plain_states([watch(each).id for each in found])]
        if news := await reading.run(reads.topic_news, self.topic):
            states.append((None, 0, encode(news)))
        return states


class TableConsumer(LiveConsumer):
    """`/ws/table/<place>/`: which game is on the table now."""

    kind = "table"

    async def join(self) -> None:
        name = self.captured["place"]
        await self.look_at(reads.see_place, name)
        self.place = name
        await self.join_group(table_group(name))

    async def read_states(self) -> list[State]:
        assert self.place is not None
        games = await reading.run(reads.on_tables, [self.place])
        self.table_game = games.get(self.place)
        return [(None, 0, encode(table_message(self.table_game)))]

    async def table_changed(self, message: Any) -> None:
        """Have the games on the tables read again."""
        live_boards.look_soon()
