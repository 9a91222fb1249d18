"""The three kinds of live connections: one game, all games of a topic, and a tablet that serves a table."""

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Any

from django.db import InterfaceError, OperationalError

from games import services
from games.faults import Fault
from games.live import asking, connection_limits, metrics, reads
from games.live.connection import Connection, NotServed
from games.live.database_threads import reading, writing
from games.live.hub import hub, seq_message
from games.live.neighbours import neighbours
from games.live.presence import Attendance
from games.live.rooms import Room
from games.live.sockets import NOT_AN_EVENT, encode
from games.messages import Frame, Here, Since, TakeCustody
from games.referee import Keeper
from games.services.lost_time import lost_time
from games.timekeeping import stamp_ms, ticks_ms

CLUB = "club"  # the topic of games without a tournament around them

logger = logging.getLogger(__name__)


class GameConnection(Connection):
    """`/ws/game/<code>/`: anybody watches; rights are asked for each request."""

    room: Room | None = None
    attendance: Attendance | None = None
    _worker: asyncio.Task[None] | None = None

    async def join(self) -> None:
        self._asked: deque[tuple[Frame, int]] = deque()
        self._shown = asyncio.Event()
        found = await self.look_at(reads.find, self.captured["code"])
        self.room = hub.join_game(found, self.socket)
        self.attendance = Attendance(found.id)

    def leave(self) -> None:
        if self.room is not None:
            hub.leave_game(self.room, self.socket)
        if self.attendance is not None:
            hub.leave_attendance(self.attendance)
        if self._worker is not None:
            self._worker.cancel()

    async def states(self) -> list[tuple[int, int, str]]:
        assert self.room is not None
        assert self.attendance is not None
        game_id = self.room.id
        state, self.socket.staff = await reading.run(
            reads.own_state, game_id, self.scope, hub.presence.of(game_id)
        )
        if state["game"]["keeper"] == Keeper.SERVER:
            self.attendance.seats = frozenset(state["mine"]["seats"])
            hub.reckon(self.attendance)
            await self._wait_no_longer(state)
        told = [(game_id, state["seq"], encode(state))]
        if self.socket.tab:
            custody = await reading.run(reads.custody, game_id, self.socket.tab)
            self._keep(custody["mine"])
            told.append((game_id, state["seq"], encode(custody)))
        self._shown.set()
        return told

    def behind(self, frame: Frame) -> int:
        return max(0, self.room.seq - frame.ask.seq) if self.room and isinstance(frame.ask, Since) else 0

    async def _wait_no_longer(self, state: dict[str, Any]) -> None:
        """After an outage the clock waits until whoever is on the move is connected again: that is now."""
        since_ms, seats = state["clock"]["since"], state["mine"]["seats"]
        if since_ms is None or state["seat"] not in seats:
            return
        assert self.room is not None
        is_waiting = since_ms > stamp_ms()
        if is_waiting or await self._come_over(self.room.id, seats):
            await writing.run(services.reach, self.room.id, seats, stamp_ms())

    async def _come_over(self, game_id: int, seats: list[str]) -> bool:
        """Whether they come from a process that has died, and lost time on the way."""
        former = await reading.run(services.processes_of, game_id, seats)
        came_ms = stamp_ms()
        dead = await neighbours.silent(former) if former else ()
        if not dead:
            return False
        come_over = partial(services.come_over, came_ms=came_ms, now_ms=stamp_ms())
        return await writing.run(come_over, game_id, seats, dead)

    async def take(self, frame: Frame, stamp: int) -> None:
        assert self.room is not None
        assert self.attendance is not None
        self.attendance.hear()
        if isinstance(frame.ask, Here):
            self.attendance.says_so = True
            hub.attend(self.attendance)
            return
        if isinstance(frame.ask, Since):
            await self.send_at_once(await hub.since(self.room, frame.ask.seq))
            await self.send_at_once([encode(seq_message(self.room))])
            return
        if len(self._asked) >= connection_limits.MOST_ASKED:
            self.refuse_too_fast(frame.nonce, frame.verb, connection_limits.REFUSED_FOR_MS)
            return
        # In order, but without keeping the reader: the next frame is stamped when it arrives.
        self._asked.append((frame, stamp))
        if self._worker is None:
            self._worker = asyncio.ensure_future(self._work(self.room))

    async def _work(self, room: Room) -> None:
        await self._shown.wait()  # until then time may be given back, for what is asked first
        while self._asked:
            frame, stamp = self._asked.popleft()
            self.socket.asks()
            text, seq = await self._ask(room, frame, stamp)
            hub.answer(room, self.socket, text, seq)
        self._worker = None

    async def _ask(self, room: Room, frame: Frame, stamp: int) -> tuple[str, int]:
        """The answer as text, and the seq of the event it tells of."""
        began_ms = ticks_ms()
        way_ms = self.round_trip.milliseconds + room.told_late_ms
        try:
            reply = await writing.run_for(room.id, asking.record, room.id, self.scope, frame, stamp, way_ms)
        except Fault as fault:
            return self.refusal(frame.nonce, fault), 0
        except services.NotYetKnown:
            lost_time.write_failed(room.id, stamp)
            return self.refusal(frame.nonce, NotServed("failed")), 0
        except Exception as problem:
            if isinstance(problem, OperationalError | InterfaceError):
                lost_time.write_failed(room.id, stamp)  # the database, not the request
            logger.exception("A request failed.")
            metrics.failed_writes.add(problem)
            return self.refusal(frame.nonce, NotServed("failed")), 0
        finally:
            metrics.answers.add(ticks_ms() - began_ms)
        if isinstance(frame.ask, TakeCustody):
            self.socket.tab = frame.ask.tab
            self._keep(bool(reply.keeps))
        return encode(reply.message), reply.seq

    def _keep(self, keeps: bool) -> None:
        """Whether the tab behind this connection keeps the game: then the table is online."""
        assert self.attendance is not None
        self.attendance.keeps = keeps
        hub.reckon(self.attendance)


class TopicConnection(Connection):
    """`/ws/topic/<topic>/`: a wall or a desk. Shows every live game of the topic; asks nothing."""

    @property
    def topic(self) -> str:
        return "" if self.captured["topic"] == CLUB else self.captured["topic"]

    async def join(self) -> None:
        await self.look_at(reads.see_topic, self.captured["topic"])
        await hub.join_topic(self.topic, self.socket)
        self.socket.staff = await reading.run(reads.is_staff, self.scope, self.topic)

    def leave(self) -> None:
        hub.leave_topic(self.topic, self.socket)

    async def states(self) -> list[tuple[int, int, str]]:
        states = await hub.topic_states(self.topic)
        if news := await reading.run(reads.topic_news, self.topic):
            states.append((NOT_AN_EVENT, 0, encode(news)))
        return states


class TableConnection(Connection):
    """`/ws/table/<place>/`: which game is on the table now."""

    async def join(self) -> None:
        await self.look_at(reads.see_place, self.captured["place"])
        await hub.join_place(self.captured["place"], self.socket)

    def leave(self) -> None:
        hub.leave_place(self.captured["place"], self.socket)

    async def states(self) -> list[tuple[int, int, str]]:
        return hub.place_states(self.captured["place"])
