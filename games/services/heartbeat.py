"""Whether any server is alive: one shared row, written by every process; by one alone while a clock runs.

Time without a beat is time without a server, and belongs to nobody (`outages`).
"""

from collections.abc import Callable, Collection, Iterable
from secrets import token_hex
from typing import Any

from django.db import transaction

from games.models import Game, Server
from games.services.locked_game import queue_of_writers
from games.services.lost_time import lost_time
from games.services.outages import (
    LATE_MS,
    LONGEST_GIVEN_BACK_MS,
    UNTIL_CONNECTED_MS,
    Reachable,
    SeatKey,
    freeze,
    nobody,
    settle_all,
    wait_for,
)

BEAT_MS = 1_000  # how often every server process calls `beat`
STALE_MS = LONGEST_GIVEN_BACK_MS
# In the entry of a process that has said good-bye: who knows of it.
HEARD_BY = "heard_by"
# In that of one which has died: who came from it and got their time back.
CAME_OVER = "came_over"

Now = Callable[[], int]


class Process:
    """One server process among those that share the row. `now` is asked once the row is locked.

    `connected` are the players who are connected here: when it dies, the others give them their time back.
    One that may have others beside it (`of_several`) also beats while no clock runs: so each is known.
    """

    def __init__(
        self,
        now: Now,
        is_reachable: Reachable = nobody,
        connected: Callable[[], Iterable[SeatKey]] = tuple,
        *,
        of_several: bool = False,
    ) -> None:
        self._now, self._is_reachable, self._connected = now, is_reachable, connected
        self._of_several = of_several
        self.name = token_hex(4)
        self._started_ms: int | None = None
        self.has_left = False
        self._leaves_behind: set[SeatKey] = set()

    def arrive(self, *, unknown: bool = False) -> bool:
        """The first beat, before anybody is served. False while another process may be alive: ask again.

        If one is, this is no outage. Else all time since the last sign of life is given back, or, where
        nobody can know how long that was (`unknown`), the games pause.
        """
        if not Game.objects.on_the_clock().exists():
            return True
        if self._started_ms is None:  # not earlier: until now its clock may not have been the others'
            self._started_ms = self._now()
        lost_time.returned(self._now() + UNTIL_CONNECTED_MS, self.is_reachable)
        with queue_of_writers(), transaction.atomic():
            row, now_ms = _row(), self._now()
            if unknown:
                freeze(row.beat_ms, now_ms=now_ms)
            elif not any(each["beat_ms"] > self._started_ms for each in self._others(row).values()):
                if self._heard_lately(row, now_ms):
                    return False
                settle_all(row.beat_ms, now_ms=now_ms, is_reachable=nobody)
                row.alive = {}
            self._write(row, now_ms)
        lost_time.beaten(now_ms, self.name)
        return True

    def beat(self) -> list[int]:
        """One heartbeat. After an outage one process settles the games, as of the last beat; which.

        Whoever beats meanwhile waits until they are settled; else it would find the row fresh and mark flags.
        """
        if self.has_left:
            return []
        if not self._of_several and not Game.objects.on_the_clock().exists():
            lost_time.beaten(self._now(), self.name)
            return []
        with queue_of_writers(), transaction.atomic():
            row, now_ms = _row(), self._now()
            last_ms, settled = row.beat_ms, []
            if now_ms < last_ms - STALE_MS:
                settled = freeze(last_ms, now_ms=now_ms)  # the wall clock was set back: nobody knows how far
            elif now_ms - last_ms > LATE_MS:
                settled = settle_all(last_ms, now_ms=now_ms, is_reachable=self._is_reachable)
            else:
                settled = self._settle_for_the_dead(row, now_ms)
            self._write(row, now_ms)
        lost_time.beaten(now_ms, self.name)
        return settled

    def leave(self) -> bool:
        """An orderly stop begins, while everybody is still served. Whether others have to hear of it first.

        Alone, this is the last moment that anybody was served. Else the players who are connected here come
        to other processes: clocks wait for them, also those that somebody there starts by moving.
        """
        if self.has_left:
            return False
        self.has_left = True
        with queue_of_writers(), transaction.atomic():
            row = Server.objects.select_for_update().filter(pk=Server.THE_ONLY).first()
            if row is None or not Game.objects.on_the_clock().exists():
                return False
            now_ms = self._now()
            # Under another server than ours the sockets are closed already: who was there a moment ago.
            last = row.alive.pop(self.name, {"seats": []})["seats"]
            self._leaves_behind = {*self._connected(), *((game_id, seat) for game_id, seat in last)}
            goes_on = bool(self._heard_lately(row, now_ms))
            if goes_on:
                row.alive[self.name] = {"beat_ms": now_ms, "seats": [], HEARD_BY: []}
            row.beat_ms = max(row.beat_ms, now_ms)
            row.save(update_fields=["beat_ms", "alive"])
        if goes_on:
            lost_time.leave(now_ms + UNTIL_CONNECTED_MS, self.is_reachable)
            self.hand_over()
        return goes_on

    def is_goodbye_heard(self) -> bool:
        """Whether every other process knows that players come over."""
        row = Server.objects.filter(pk=Server.THE_ONLY).first()
        if row is None or self.name not in row.alive:
            return True
        return self._heard_lately(row, self._now()) <= set(row.alive[self.name][HEARD_BY])

    def hand_over(self) -> None:
        """Clocks of those who were connected here when it said good-bye wait until they are elsewhere."""
        wait_for(self._leaves_behind, self._now())

    def is_reachable(self, game_id: int, seat: str) -> bool:
        """Whether the player is connected here, or was at another process when that was last heard."""
        if not self.has_left and self._is_reachable(game_id, seat):
            return True
        row = Server.objects.filter(pk=Server.THE_ONLY).first()
        return row is not None and any(
            [game_id, seat] in each["seats"] for each in self._others(row).values()
        )

    def is_alone(self) -> bool:
        """Whether no other process was heard of a moment ago."""
        row = Server.objects.filter(pk=Server.THE_ONLY).first()
        return row is None or not self._heard_lately(row, self._now())

    def _others(self, row: Server) -> dict[str, dict[str, Any]]:
        """Without those that have said good-bye."""
        return {name: each for name, each in row.alive.items() if name != self.name and HEARD_BY not in each}

    def _heard_lately(self, row: Server, now_ms: int) -> set[str]:
        """Which others may be alive."""
        return {name for name, each in self._others(row).items() if now_ms - each["beat_ms"] <= LATE_MS}

    def _hear_goodbyes(self, row: Server, now_ms: int) -> None:
        """Players of a process that stops are on their way: whoever is not connected yet is waited for."""
        for each in row.alive.values():
            if HEARD_BY in each and self.name not in each[HEARD_BY]:
                each[HEARD_BY].append(self.name)
                lost_time.returned(now_ms + UNTIL_CONNECTED_MS, self.is_reachable)

    def _settle_for_the_dead(self, row: Server, now_ms: int) -> list[int]:
        """Players of a process that is heard no more come to another one: nobody else notices."""
        settled = []
        for name, each in self._others(row).items():
            if now_ms - each["beat_ms"] <= LATE_MS:
                continue
            seats = {(int(game_id), str(seat)) for game_id, seat in each["seats"]}
            settled += settle_all(
                each["beat_ms"], now_ms=now_ms, is_reachable=self._is_reachable, seats=seats
            )
            del row.alive[name]
        return settled

    def _write(self, row: Server, now_ms: int) -> None:
        self._hear_goodbyes(row, now_ms)
        row.beat_ms = now_ms
        row.alive = {
            name: each for name, each in row.alive.items() if abs(now_ms - each["beat_ms"]) <= STALE_MS
        }
        row.alive[self.name] = {"beat_ms": now_ms, "seats": sorted(self._connected())}
        row.save(update_fields=["beat_ms", "alive"])


def is_served(now_ms: int) -> bool:
    """Whether a server process was heard of a moment ago: else nobody could have moved."""
    row = Server.objects.filter(pk=Server.THE_ONLY).first()
    return row is not None and now_ms - row.beat_ms <= LATE_MS


def processes_of(game_id: int, seats: Collection[str]) -> set[str]:
    """The other processes at which these players may have been: where they were when that was last heard.

    All of them, if none has heard of the players: they may have come to one after its last beat.
    """
    row = Server.objects.filter(pk=Server.THE_ONLY).first()
    came = [[game_id, seat] for seat in seats]
    entries = {name: each for name, each in row.alive.items() if HEARD_BY not in each} if row else {}
    known = {name for name, each in entries.items() if any(key in each["seats"] for key in came)}
    return (known or entries.keys()) - {lost_time.beaten_by}


def come_over(
    game_id: int, seats: Collection[str], dead: Collection[str], *, came_ms: int, now_ms: int
) -> bool:
    """These players came here then, and were at processes that have died. Whether they lost time.

    They may move before the heartbeat tells (LATE_MS), so it is given back at once, and only once. If it
    has told meanwhile, the time that it took to find out is lost: the players have not been shown the game.
    """
    keys = {(game_id, seat) for seat in seats}
    came = [[game_id, seat] for seat in sorted(seats)]
    with queue_of_writers(), transaction.atomic():
        row = _row()
        settled: list[int] = []
        for each in (row.alive[name] for name in dead if name in row.alive):
            if came not in each.get(CAME_OVER, []):
                settled += settle_all(each["beat_ms"], now_ms=now_ms, is_reachable=nobody, seats=keys)
                each["seats"] = [key for key in each["seats"] if key not in came]
                each[CAME_OVER] = [*each.get(CAME_OVER, []), came]
        if not settled:
            settled = settle_all(came_ms, now_ms=now_ms, is_reachable=nobody, seats=keys)
        row.save(update_fields=["alive"])
    return bool(settled)


def may_have_lost_its_process(game_id: int, seat: str, deadline_ms: int) -> bool:
    """Whether the player was last seen at another process that was not heard since the flag was due.

    Perhaps it died before, and the player's time is given back as soon as that is known: within LATE_MS.
    """
    row = Server.objects.filter(pk=Server.THE_ONLY).first()
    others = {name: each for name, each in row.alive.items() if name != lost_time.beaten_by} if row else {}
    return any([game_id, seat] in each["seats"] and each["beat_ms"] < deadline_ms for each in others.values())


def _row() -> Server:
    return Server.objects.select_for_update().get_or_create(pk=Server.THE_ONLY)[0]
