"""Who is there: the tablet that keeps a table's game, and the players of a game on their own devices.

A device that plays says so every two seconds (`here`), and is away once two of those were missed: a
connection that is half open looks alive for half a minute. Devices that never say it count as long as they
are connected. Every process tells the others whom it has; whoever is not mentioned is away.
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

SECONDS_SILENT = 4.5  # two words of a device missed, and a little; looked at every second, so told within 6
SECONDS_UNTIL_FORGOTTEN = 12  # two beats of another process and a little
SWEPT_AFTER_MS = 15 * 60_000  # longer than any walk to the sockets
MS_REMEMBERED = 24 * 3_600_000  # since when somebody was away is told for a day

TABLE = ""  # in place of a seat: the tablet that keeps the game
Key = tuple[int, str]  # a game, and a seat of it or TABLE
Json = dict[str, Any]


@dataclass(slots=True, eq=False)
class Attendance:
    """One connection at a game: whom it stands for, and when it was last heard."""

    game_id: int
    has_custody: bool = False
    seats: frozenset[str] = frozenset()
    says_so: bool = False
    heard: float = 0.0
    counted: frozenset[Key] = frozenset()

    def hear(self) -> None:
        self.heard = time.monotonic()

    @property
    def silent_seconds(self) -> float:
        return time.monotonic() - self.heard if self.says_so else 0.0

    @property
    def present(self) -> frozenset[Key]:
        """Whom it makes present now. A seat is taken by its player's page, not by one that only looks."""
        if self.silent_seconds > SECONDS_SILENT:
            return frozenset()
        seats = self.seats if self.says_so else frozenset()
        table = {TABLE} if self.has_custody else set()
        return frozenset((self.game_id, seat) for seat in seats | table)


@dataclass(slots=True)
class Seen:
    online: bool
    since_ms: int
    heard: float
    here: int = 0  # connections of this process

    def to_json(self) -> Json:
        return {"online": self.online, "since_ms": self.since_ms}


class Presence:
    def __init__(self) -> None:
        self._seen: dict[int, dict[str, Seen]] = {}

    def of(self, game_id: int) -> Json:
        """`table`, None where no tablet was seen, and `seats`, with those that were seen."""
        seen = self._seen.get(game_id, {})
        table = seen.get(TABLE)
        seats = {seat: each.to_json() for seat, each in seen.items() if seat != TABLE}
        return {"table": table.to_json() if table else None, "seats": seats}

    def _all(self) -> Iterator[tuple[Key, Seen]]:
        for game_id, seats in self._seen.items():
            for seat, seen in seats.items():
                yield (game_id, seat), seen

    @property
    def here(self) -> list[Key]:
        return [key for key, seen in self._all() if seen.here]

    def count(self, attendance: Attendance) -> dict[Key, bool]:
        """Count those whom a connection makes present now: who has come (True) or gone by that."""
        before, after = attendance.counted, attendance.present
        attendance.counted = after
        silent_ms = round(attendance.silent_seconds * 1_000)
        came = {key: True for key in after - before if self.arrive(key)}
        return came | {key: False for key in before - after if self.leave(key, silent_ms)}

    def arrive(self, key: Key) -> bool:
        """One more connection of theirs is here; whether that is news."""
        news = self.hear(key, online=True)
        self._seen[key[0]][key[1]].here += 1
        return news

    def leave(self, key: Key, silent_ms: int = 0) -> bool:
        """One less, last heard so long ago; whether that is news."""
        seen = self._seen[key[0]][key[1]]
        seen.here -= 1
        return not seen.here and self.hear(key, online=False, since_ms=stamp_ms() - silent_ms)

    def hear(self, key: Key, *, online: bool, since_ms: int | None = None) -> bool:
        """Here or from another process; whether it changes anything."""
        game_id, seat = key
        seen = self._seen.get(game_id, {}).get(seat)
        if seen is not None and seen.here and not online:
            return False  # another process lost it, because it came to us
        if seen is not None and seen.online == online:
            seen.heard = time.monotonic()
            return False
        here = seen.here if seen else 0
        since_ms = stamp_ms() if since_ms is None else since_ms
        self._seen.setdefault(game_id, {})[seat] = Seen(online, since_ms, time.monotonic(), here)
        return True

    def forget_the_silent(self) -> list[Key]:
        """Those of other processes that were not mentioned for too long, away from now on."""
        late = time.monotonic() - SECONDS_UNTIL_FORGOTTEN
        silent = [key for key, seen in self._all() if seen.online and not seen.here and seen.heard < late]
        for key in silent:
            self.hear(key, online=False)
        before_ms = stamp_ms() - MS_REMEMBERED
        for game_id, seat in [
            key for key, seen in self._all() if not seen.online and seen.since_ms < before_ms
        ]:
            del self._seen[game_id][seat]
        return silent


def _report_to_none(game_id: int, seat: str, online: bool) -> None:
    """Do nothing: no server runs in this process."""


@dataclass
class Devices:
    """Count the connections of this process that make a device present, and report who comes and goes."""

    presence: Presence = field(default_factory=Presence)
    attendances: set[Attendance] = field(default_factory=set)
    report: Callable[[int, str, bool], None] = _report_to_none

    def count(self, attendance: Attendance) -> None:
        """Count whom this connection makes present now."""
        for (game_id, seat), online in self.presence.count(attendance).items():
            self.report(game_id, seat, online)

    async def count_all(self) -> None:
        """Note which devices have fallen silent, and which are heard again."""
        for attendance in list(self.attendances):
            self.count(attendance)

    def add(self, attendance: Attendance) -> None:
        """Expect this connection to be heard: from now on its silence counts."""
        self.attendances.add(attendance)
        self.count(attendance)

    def remove(self, attendance: Attendance) -> None:
        self.attendances.discard(attendance)
        attendance.has_custody, attendance.seats = False, frozenset()
        self.count(attendance)

    def stop_reporting(self) -> None:
        self.report = _report_to_none


devices = Devices()


def attended(games: QuerySet[Game], now_ms: int | None = None) -> Iterable[Game]:
    """Return those of the games at which a player is, or was lately; rows are read as they are asked for."""
    now_ms = stamp_ms() if now_ms is None else now_ms
    last = Event.objects.filter(game=OuterRef("pk"), seq=OuterRef("seq")).values("received_ms")
    for game in games.annotate(touched_ms=Coalesce(Subquery(last[:1]), "created_ms")).iterator(50):
        if not is_swept(game, game.touched_ms, now_ms):
            yield game


def is_swept(game: Game, touched_ms: int, now_ms: int) -> bool:
    """Return whether no player has been at it for long. A board of a tournament that waits is expected."""
    if game.status == Status.OVER or (game.status == Status.WAITING and not game.casual):
        return False
    presence = devices.presence.of(game.pk)
    present = [each for each in (presence["table"], *presence["seats"].values()) if each]
    if any(device["online"] for device in present):
        return False
    heard_ms: int = max([touched_ms, *(device["since_ms"] for device in present)])
    return now_ms - heard_ms > SWEPT_AFTER_MS
