"""Note who is present: the tablet that keeps a table's game, and the players on their own devices.

A device that plays sends `here` every two seconds, and is away once two of those were missed: a connection
that is half open looks alive for half a minute. Devices that never send it count as long as they are
connected. Every process sends the others its list of devices; a device on no list is away.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Event, Game
from games.referee import Status
from games.timekeeping import stamp_ms

SECONDS_SILENT = 4.5  # two `here` missed, and a little; looked at every second, so noticed within 6
SECONDS_UNTIL_FORGOTTEN = 12  # two beats of another process and a little
ABANDONED_AFTER_MS = 15 * 60_000  # longer than any walk to the sockets
MS_REMEMBERED = 24 * 3_600_000  # for so long it is known since when a device is away

TABLE = ""  # in place of a seat: the tablet that keeps the game
Key = tuple[int, str]  # a game, and a seat of it or TABLE
Json = dict[str, Any]


@dataclass(slots=True, eq=False)
class Attendance:
    """One connection to a game: whose device it is, and when its last message came."""

    game_id: int
    has_custody: bool = False
    seats: frozenset[str] = frozenset()
    sends_here: bool = False
    heard_at: float = 0.0  # by the monotonic clock
    counted: frozenset[Key] = frozenset()

    def note_message(self) -> None:
        self.heard_at = time.monotonic()

    @property
    def silent_seconds(self) -> float:
        return time.monotonic() - self.heard_at if self.sends_here else 0.0

    @property
    def present(self) -> frozenset[Key]:
        """Return whom it makes present now: a page that only watches, and sends no `here`, takes no seat."""
        if self.silent_seconds > SECONDS_SILENT:
            return frozenset()
        seats = self.seats if self.sends_here else frozenset()
        table = {TABLE} if self.has_custody else set()
        return frozenset((self.game_id, seat) for seat in seats | table)


@dataclass(slots=True)
class DeviceStatus:
    online: bool
    since_ms: int
    noted_at: float  # by the monotonic clock
    connections: int = 0  # to this process

    def to_json(self) -> Json:
        return {"online": self.online, "since_ms": self.since_ms}


class Presence:
    """Which devices are online in any process, as far as this process knows."""

    def __init__(self) -> None:
        self._devices: dict[int, dict[str, DeviceStatus]] = {}

    def of(self, game_id: int) -> Json:
        """Return `table`, None if no tablet was seen, and `seats` with those that were seen."""
        known = self._devices.get(game_id, {})
        table = known.get(TABLE)
        seats = {seat: each.to_json() for seat, each in known.items() if seat != TABLE}
        return {"table": table.to_json() if table else None, "seats": seats}

    def _all(self) -> Iterator[tuple[Key, DeviceStatus]]:
        for game_id, seats in self._devices.items():
            for seat, status in seats.items():
                yield (game_id, seat), status

    @property
    def connected_here(self) -> list[Key]:
        return [key for key, status in self._all() if status.connections]

    def count(self, attendance: Attendance) -> dict[Key, bool]:
        """Count the devices that a connection makes present now; return which came (True) or went."""
        before, after = attendance.counted, attendance.present
        attendance.counted = after
        silent_ms = round(attendance.silent_seconds * 1_000)
        came = {key: True for key in after - before if self.add_connection(key)}
        return came | {key: False for key in before - after if self.remove_connection(key, silent_ms)}

    def add_connection(self, key: Key) -> bool:
        """Add a connection to this process; return whether the device came by it."""
        is_news = self.set_online(key, online=True)
        self._devices[key[0]][key[1]].connections += 1
        return is_news

    def remove_connection(self, key: Key, silent_ms: int = 0) -> bool:
        """Remove a connection that has been silent for so long; return whether the device went by it."""
        status = self._devices[key[0]][key[1]]
        status.connections -= 1
        went_ms = stamp_ms() - silent_ms
        return not status.connections and self.set_online(key, online=False, since_ms=went_ms)

    def set_online(self, key: Key, *, online: bool, since_ms: int | None = None) -> bool:
        """Note what this or another process found; return whether it changes anything."""
        game_id, seat = key
        known = self._devices.get(game_id, {}).get(seat)
        if known is not None and known.connections and not online:
            return False  # another process lost it, because it came to us
        if known is not None and known.online == online:
            known.noted_at = time.monotonic()
            return False
        connections = known.connections if known else 0
        since_ms = stamp_ms() if since_ms is None else since_ms
        status = DeviceStatus(online, since_ms, time.monotonic(), connections)
        self._devices.setdefault(game_id, {})[seat] = status
        return True

    def mark_silent_away(self) -> list[Key]:
        """Mark as away, and return, what other processes have not mentioned for too long."""
        late = time.monotonic() - SECONDS_UNTIL_FORGOTTEN
        elsewhere = [(key, status) for key, status in self._all() if status.online and not status.connections]
        silent = [key for key, status in elsewhere if status.noted_at < late]
        for key in silent:
            self.set_online(key, online=False)
        before_ms = stamp_ms() - MS_REMEMBERED
        for game_id, seat in [
            key for key, status in self._all() if not status.online and status.since_ms < before_ms
        ]:
            del self._devices[game_id][seat]
        return silent


def _report_nothing(game_id: int, seat: str, online: bool) -> None:
    """Do nothing: no server runs in this process."""


@dataclass
class Devices:
    """Count the connections of this process that make a device present, and report who comes and goes."""

    presence: Presence = field(default_factory=Presence)
    attendances: set[Attendance] = field(default_factory=set)
    report: Callable[[int, str, bool], None] = _report_nothing

    def count(self, attendance: Attendance) -> None:
        """Count the devices that this connection makes present now."""
        for (game_id, seat), online in self.presence.count(attendance).items():
            self.report(game_id, seat, online)

    async def count_all(self) -> None:
        """Note which devices have fallen silent, and which have sent something again."""
        for attendance in list(self.attendances):
            self.count(attendance)

    def add(self, attendance: Attendance) -> None:
        """Expect messages from this connection: from now on its silence counts."""
        self.attendances.add(attendance)
        self.count(attendance)

    def remove(self, attendance: Attendance) -> None:
        self.attendances.discard(attendance)
        attendance.has_custody, attendance.seats = False, frozenset()
        self.count(attendance)

    def stop_reporting(self) -> None:
        self.report = _report_nothing


devices = Devices()


def attended_games(games: QuerySet[Game], now_ms: int | None = None) -> Iterable[Game]:
    """Yield those of the games at which a player is, or was lately; rows are read as they are asked for."""
    now_ms = stamp_ms() if now_ms is None else now_ms
    last = Event.objects.filter(game=OuterRef("pk"), seq=OuterRef("seq")).values("received_ms")
    for game in games.annotate(touched_ms=Coalesce(Subquery(last[:1]), "created_ms")).iterator(50):
        if not is_abandoned(game, game.touched_ms, now_ms):
            yield game


def is_abandoned(game: Game, touched_ms: int, now_ms: int) -> bool:
    """Return whether no player has been at it for long. A board of a tournament that waits is expected."""
    if game.status == Status.OVER or (game.status == Status.WAITING and not game.casual):
        return False
    presence = devices.presence.of(game.pk)
    present = [each for each in (presence["table"], *presence["seats"].values()) if each]
    if any(device["online"] for device in present):
        return False
    last_ms: int = max([touched_ms, *(device["since_ms"] for device in present)])
    return now_ms - last_ms > ABANDONED_AFTER_MS
