"""One hub per process: which sockets look at which game, and every event to each of them, encoded once.

The log in the database is the truth. What is announced is a hint: it may come twice, early, or never. So once
a second the hub looks how far the logs are and tells what was missed, whoever wrote it. All of it runs in the
event loop; `announcing` brings the hints there.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator
from typing import Any

from games.live.database_threads import reading
from games.messages import instruction_message
from games.timekeeping import stamp_ms

from . import connection_limits, reads
from .presence import TABLE, Attendance, Presence
from .reads import FoundGame
from .rooms import Logs, Room, Told
from .sockets import NOT_AN_EVENT, Socket, encode

# What is committed while the database is asked is announced in a moment: no need to read it.
SECONDS_FOR_HINTS = 0.05
# To tell so many takes longer than the mover's answer needs to come from its thread: that goes first.
CROWD = 50
SECONDS_FOR_THE_ANSWER = 0.01

Json = dict[str, Any]
State = tuple[int, int, str]  # game, seq, text


def to_nobody(what: str, **facts: Any) -> None:
    """There is no other process to tell."""


class Hub:
    def __init__(self) -> None:
        self.publish: Callable[..., None] = to_nobody
        # A tablet that keeps a game went or came: to be written down.
        self.note_tablet: Callable[[int, bool, int], None] = lambda game_id, online, since_ms: None
        self.rooms: dict[int, Room] = {}
        self.topics: defaultdict[str, set[Socket]] = defaultdict(set)
        self.places: defaultdict[str, set[Socket]] = defaultdict(set)
        self.presence = Presence()
        self.attendances: set[Attendance] = set()
        self._logs = Logs()
        self._on_tables: dict[str, str | None] = {}
        self._errands: set[asyncio.Task[None]] = set()

    # ---- who listens

    def join_game(self, found: FoundGame, socket: Socket) -> Room:
        room = self._room(found)
        room.sockets.add(socket)
        room.beats_voided = 0
        return room

    def leave_game(self, room: Room, socket: Socket) -> None:
        room.sockets.discard(socket)
        self._drop_if_empty(room)

    async def join_topic(self, topic: str, socket: Socket) -> None:
        is_first = not self.topics.get(topic)
        self.topics[topic].add(socket)
        for found in await reading.run(reads.watched, (), (topic,)):
            self._room(found)
        if is_first:  # it is shown all of them next; others would have to be told what is new to them
            for room in self._rooms_of(topic):
                room.introduced = True

    def leave_topic(self, topic: str, socket: Socket) -> None:
        self.topics[topic].discard(socket)
        if not self.topics[topic]:
            del self.topics[topic]
            for room in self._rooms_of(topic):
                self._drop_if_empty(room)

    async def join_place(self, place: str, socket: Socket) -> None:
        self.places[place].add(socket)
        self._on_tables.update(await reading.run(reads.on_tables, (place,)))

    def leave_place(self, place: str, socket: Socket) -> None:
        self.places[place].discard(socket)
        if not self.places[place]:
            del self.places[place]
            self._on_tables.pop(place, None)

    def _rooms_of(self, topic: str) -> list[Room]:
        return [room for room in self.rooms.values() if room.topic == topic]

    def _room(self, found: FoundGame) -> Room:
        if found.id not in self.rooms:
            self.rooms[found.id] = Room.of(found)
        return self.rooms[found.id]

    def _drop_if_empty(self, room: Room) -> None:
        if not room.sockets and not self.topics.get(room.topic):
            self._drop(room)

    def _drop(self, room: Room) -> None:
        self.rooms.pop(room.id, None)
        self._logs.forget(room)

    # ---- telling

    def tell(self, game_id: int, topic: str, told: Told) -> None:
        """An event was recorded, here or elsewhere."""
        room = self.rooms.get(game_id)
        if room is None:
            if self.topics.get(topic):
                self._errand(self.look())
            return
        self._tell(room, told)
        if room.early:
            self._errand(self._mend_unless_it_comes(room))

    def _tell(self, room: Room, told: Told) -> None:
        room.untold.extend(room.take(told))
        crowd = len(room.sockets) + len(self.topics.get(room.topic, ()))
        if crowd > CROWD and any(socket.is_asking for socket in room.sockets):
            asyncio.get_running_loop().call_later(SECONDS_FOR_THE_ANSWER, self._tell_crowd, room)
        else:
            self._tell_crowd(room)

    def answer(self, room: Room, socket: Socket, text: str, seq: int) -> None:
        """To whoever asked, before the crowd hears of it; but after what happened before."""
        if room.untold and room.untold[0].seq < seq:
            self._tell_crowd(room)
        socket.answer(text, seq)
        self._tell_crowd(room)

    def _tell_crowd(self, room: Room) -> None:
        while room.untold:
            ready = room.untold.popleft()
            room.note_telling(ready, stamp_ms())
            for socket in self._audience(room):
                socket.tell(room.id, ready.seq, ready.text)

    def news(self, *, game_id: int, code: str, topic: str, place: str, what: str, **more: Any) -> None:
        """What is no event: who keeps a game, its names, its table, what the desk wants of it."""
        room = self.rooms.get(game_id)
        if what == "instruction":
            message = instruction_message(code, **more)
            self.push((each for each in room.sockets if each.tab) if room else (), message)
        elif what == "late":
            here = (*(room.sockets if room else ()), *self.topics.get(topic, ()))
            late = {"type": "late", "game": code, "now_ms": stamp_ms()}
            self.push((each for each in here if each.staff), late)
        elif room is not None:
            room.epoch = more.get("epoch", room.epoch)  # told now: the next look has no need to tell it again
            self._renew(room)
        if self.topics.get(topic) or self.places.get(place):
            self._errand(self.look())

    def _renew(self, room: Room) -> None:
        """A fresh state of this game to all who look at it; walls keep what they have of the others."""
        for socket in room.sockets:
            socket.renew()
        if self.topics.get(room.topic):
            self._errand(self._introduce([room]))

    def push(self, sockets: Iterable[Socket], message: Json) -> None:
        text = encode(message)
        for socket in sockets:
            socket.push(text)

    def _audience(self, room: Room) -> Iterable[Socket]:
        watching = self.topics.get(room.topic)
        return (*room.sockets, *watching) if watching else room.sockets

    # ---- what was missed

    async def look(self) -> None:
        """Compare with the database: games that went on, that are new to a topic, that are put on a table."""
        await self._look_at_tables()
        if not self.rooms and not self.topics:
            return
        stands = await reading.run(reads.watched, list(self.rooms), list(self.topics))
        await asyncio.sleep(SECONDS_FOR_HINTS)
        new = []
        for found in stands:
            is_shown = found.live and bool(self.topics.get(found.topic))
            room = self._room(found) if is_shown else self.rooms.get(found.id)
            if room is None:
                continue
            if is_shown and not room.introduced:
                new.append(room)
            if found.seq > room.seq:
                await self._mend(room)
            if room.stand(found):
                self._renew(room)
            if not found.live and not room.sockets:
                self._drop(room)
        await self._introduce(new)

    async def _look_at_tables(self) -> None:
        if not self.places:
            return
        places = list(self.places)
        there = await reading.run(reads.on_tables, places)
        for place in places:
            if there.get(place) != self._on_tables.get(place):
                self._on_tables[place] = there.get(place)
                self.push(self.places.get(place, ()), self._on_table(place))

    def _on_table(self, place: str) -> Json:
        return {"type": "news", "what": "table", "game": self._on_tables.get(place), "now_ms": stamp_ms()}

    async def _introduce(self, rooms: list[Room]) -> None:
        """Show games that have just appeared, or stand otherwise, to those who watch their topic."""
        by_id = {room.id: room for room in rooms}
        for game_id, seq, text in await self.states(by_id) if by_id else ():
            room = by_id[game_id]
            room.introduced = True
            for socket in self.topics.get(room.topic, ()):
                if seq < room.seq:
                    socket.renew()  # an event overtook this state
                    continue
                socket.seen(game_id, seq)
                socket.push(text)

    async def _mend_unless_it_comes(self, room: Room) -> None:
        await asyncio.sleep(SECONDS_FOR_HINTS)
        if room.early:
            await self._mend(room)

    async def _mend(self, room: Room) -> None:
        for message in await reading.run(reads.events_after, room.id, room.seq):
            self._tell(room, Told.of(message))
            await asyncio.sleep(0)  # let them write: a long log would look like sockets that cannot keep up

    def _errand(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    # ---- states and what came since

    async def states(self, ids: Iterable[int]) -> list[State]:
        present = {game_id: self.presence.of(game_id) for game_id in ids}
        states = await reading.run(reads.plain_states, present)
        return [(game_id, state["seq"], encode(state)) for game_id, state in states]

    async def topic_states(self, topic: str) -> list[State]:
        return await self.states([room.id for room in self._rooms_of(topic)])

    def place_states(self, place: str) -> list[State]:
        return [(NOT_AN_EVENT, 0, encode(self._on_table(place)))]

    async def since(self, room: Room, seq: int) -> Iterator[str]:
        """All events after `seq`, with the time of now: clocks are computed from it."""
        return await self._logs.since(room, seq)

    # ---- signs of life

    async def beat(self) -> None:
        """Tell every board which seq is current, so that it knows what it missed; end slow sockets."""
        self._check_sockets()
        self._end_former_games()
        for game_id, seat in self.presence.here:
            self.publish("presence", news={"game_id": game_id, "seat": seat, "online": True})
        for game_id, seat in self.presence.forget_the_silent():
            self.tell_presence(game_id)
            if seat == TABLE:
                self.note_tablet(game_id, False, self.presence.of(game_id)["table"]["since_ms"])
        for room in list(self.rooms.values()):
            self.push(self._audience(room), seq_message(room))
        for topic, sockets in self.topics.items():
            if not any(room.topic == topic for room in self.rooms.values()):
                self.push(sockets, {"type": "seq", "game": None, "seq": 0, "now_ms": stamp_ms()})
        for sockets in self.places.values():
            self.push(sockets, {"type": "seq", "game": None, "seq": 0, "now_ms": stamp_ms()})

    def _check_sockets(self) -> None:
        for socket in self._all_sockets():
            socket.check()

    def end_sessions(self, keys: Collection[str]) -> None:
        """Whoever came by one of these is somebody else now: the connection ends, and asks anew who it is."""
        for socket in self._all_sockets():
            if socket.session_key in keys:
                socket.end(connection_limits.SIGNED_OUT)

    def end_subjects(self, subjects: Collection[str]) -> None:
        """These gave a right that is taken now, on one device or on all: as with the sessions."""
        for socket in self._all_sockets():
            if not socket.subjects.isdisjoint(subjects):
                socket.end(connection_limits.SIGNED_OUT)

    async def let_go(self) -> None:
        """Who looks at something hidden is asked again: it was shown until now, or they had a right to it.

        Whoever took that, in whichever process, and by whatever way.
        """
        if not any(True for _socket in self._all_sockets()):
            return
        hidden = await reading.run(reads.hidden_topics)
        asked = [socket for socket in self._all_sockets() if not socket.looks_at.isdisjoint(hidden)]
        answers = await reading.run(lambda: [socket.sees_still() for socket in asked]) if asked else ()
        for socket, sees_still in zip(asked, answers, strict=True):
            if not sees_still:
                socket.end(connection_limits.NO_SUCH_GAME)

    def _all_sockets(self) -> Iterator[Socket]:
        in_rooms = (room.sockets for room in self.rooms.values())
        for sockets in (*in_rooms, *self.topics.values(), *self.places.values()):
            yield from sockets

    def _end_former_games(self) -> None:
        """Nothing happens any more to a game that was called off: who has heard so needs no connection."""
        for room in self.rooms.values():
            room.beats_voided += room.voided
            if room.beats_voided > connection_limits.BEATS_AFTER_CALL_OFF:
                for socket in room.sockets:
                    socket.end(connection_limits.CALLED_OFF)

    async def look_for_devices(self) -> None:
        """Who has fallen silent is away, who speaks again is back."""
        for attendance in list(self.attendances):
            self.reckon(attendance)

    def reckon(self, attendance: Attendance) -> None:
        """Count those whom this connection makes present now."""
        news = self.presence.count(attendance)
        for (game_id, seat), online in news.items():
            self.publish("presence", news={"game_id": game_id, "seat": seat, "online": online})
            if seat == TABLE:
                self.note_tablet(game_id, online, self.presence.of(game_id)["table"]["since_ms"])
        if news:
            self.tell_presence(attendance.game_id)

    def attend(self, attendance: Attendance) -> None:
        """It has promised to be heard: from now on its silence counts."""
        self.attendances.add(attendance)
        self.reckon(attendance)

    def leave_attendance(self, attendance: Attendance) -> None:
        self.attendances.discard(attendance)
        attendance.keeps, attendance.seats = False, frozenset()
        self.reckon(attendance)

    def tell_presence(self, game_id: int) -> None:
        room = self.rooms.get(game_id)
        if room is not None:
            presence = self.presence.of(game_id)
            message = {"type": "presence", "game": room.code, **presence, "now_ms": stamp_ms()}
            self.push(self._audience(room), message)


def seq_message(room: Room) -> Json:
    return {"type": "seq", "game": room.code, "seq": room.seq, "now_ms": stamp_ms()}


hub = Hub()
