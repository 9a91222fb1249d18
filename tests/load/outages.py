"""Who pays when the server is away: phones play on sockets, it is stopped in many ways, a table is printed.

    python -m tests.load.outages [kill|stop|stall|lock ...]

In each game X has so much time left, moves a second after the server is gone, and sends the move again until
it is answered; O answers a second after being told. "Beyond" is what a clock lost beyond the player's device.
"""

# ruff: noqa: E402 -- the folder of the data has to be known before the settings are read.

import os
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path(tempfile.mkdtemp(prefix="fiveline-outages-"))
os.environ.update(FIVELINE_DATA=str(DATA), DJANGO_SETTINGS_MODULE="tournament.settings")

import django

django.setup()

from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from websockets.exceptions import WebSocketException

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import Event, Game
from games.services import open_game
from tests.live.client import Client
from tests.served import Served

THINKS_S = 1.0
RETRY_S = 0.5
PATIENCE_S = 60.0
LEFT_S = (2, 4, 6, 12)
EACH = 2


@dataclass
class Way:
    name: str
    away_s: float
    stop: Callable[[Served, float], "Served"]


def kill(server: Served, away_s: float) -> Served:
    server.stop(signal.SIGKILL)
    return back(server, away_s)


def stop(server: Served, away_s: float) -> Served:
    server.stop(signal.SIGINT)
    return back(server, away_s)


def back(server: Served, away_s: float) -> Served:
    time.sleep(away_s)
    server.__exit__()
    return Served(DATA, port=server.port, FIVELINE_SOCKETS="1000").__enter__()


def stall(server: Served, away_s: float) -> Served:
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(away_s)
    server.process.send_signal(signal.SIGCONT)
    return server


def lock(server: Served, away_s: float) -> Served:
    other = sqlite3.connect(DATA / "fiveline.sqlite3")
    other.execute("BEGIN IMMEDIATE")
    time.sleep(away_s)
    other.rollback()
    other.close()
    return server


WAYS = [
    Way("kill", 0, kill),
    Way("kill", 10, kill),
    Way("stop", 0, stop),
    Way("stall", 0.5, stall),
    Way("stall", 3, stall),
    Way("stall", 7, stall),
    Way("stall", 9, stall),
    Way("stall", 15, stall),
    Way("lock", 3, lock),
    Way("lock", 9, lock),
]


class Phone:
    """One player of one game: connects again and again, as the page does."""

    def __init__(self, server: Served, game: Game, seat: str) -> None:
        made = links.make(SYSTEM, role="player", scope=game.scope, seat=seat)
        store = SessionStore()
        store[SESSION_LINKS] = [made.link.pk]
        store.save()
        self.server, self.game, self.seat, self.key = server, game, seat, store.session_key or ""
        self.client: Client | None = None

    def connect(self) -> Client:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                self.client = Client(self.server, "game", self.game.code, self.key).__enter__()
                self.client.wait("state")
                self.client.send({"type": "here"})
                return self.client
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(RETRY_S)
        raise TimeoutError("the server did not come back")

    def asks(self, nonce: str, **message: Any) -> str:
        """The answer, or the code of the refusal; sent again after a cut and after `failed`."""
        while True:
            try:
                client = self.client or self.connect()
                client.send({**message, "nonce": nonce})
                answer = client.wait(lambda told: told.get("nonce") == nonce, patience=30)
                if answer.get("code") != "failed":
                    return str(answer.get("code") or "played")
                time.sleep(1)
            except (OSError, WebSocketException, TimeoutError):
                self.client = None
                time.sleep(RETRY_S)

    def waits_for(self, ply: int) -> str:
        """Until it is this player's turn; how the game stands."""
        while True:
            try:
                client = self.client or self.connect()
                if self.client is client:
                    for told in client.heard[-3:]:
                        if told.get("ply", -1) >= ply or told.get("status") in ("over", "paused"):
                            return str(told["status"])
                told = client.wait(lambda told: "ply" in told, patience=30)
            except (OSError, WebSocketException, TimeoutError):
                self.client = None


@dataclass
class Result:
    left_s: int
    answer: str = ""
    ending: str = ""
    frozen: bool = False
    beyond_ms: int = 0
    opponents_ms: int | None = None


def play(server: Served, left_s: int, begin: threading.Barrier, results: list[Result]) -> None:
    game = open_game(
        rules="", control=f"0:{left_s:02d}", seats=2, first="X", casual=True,
        players={seat: {"name": seat} for seat in "XO"},
    )  # fmt: skip
    x, o = Phone(server, game, "X"), Phone(server, game, "O")
    o.connect()
    x.connect().ask("start")
    begun = time.monotonic()
    begin.wait()
    time.sleep(max(0, THINKS_S - (time.monotonic() - begun)))
    own_ms = round((time.monotonic() - begun) * 1000)
    result = Result(left_s, x.asks("x", type="move", seat="X", ply=0, move="a1N", spent_ms=own_ms))
    if result.answer == "played" and o.waits_for(1) == "running":
        time.sleep(THINKS_S)
        o.asks("o", type="move", seat="O", ply=1, move="e5S", spent_ms=1000)
    game.refresh_from_db()
    clock = game.state["clock"]
    result.ending, result.frozen = game.ending, "server" in clock["pauses"]
    moved = {row.data["seat"]: row.data for row in Event.objects.filter(game=game, kind="moved")}
    if "X" in moved:
        result.beyond_ms = left_s * 1000 - moved["X"]["clock"]["accounts"][0][0] - own_ms
    elif result.frozen:
        result.beyond_ms = left_s * 1000 - clock["accounts"][0][0] - own_ms
    if "O" in moved:
        result.opponents_ms = left_s * 1000 - moved["O"]["clock"]["accounts"][1][0] - 1000
    results.append(result)
    for phone in (x, o):
        if phone.client:
            phone.client.__exit__()


@contextmanager
def served() -> Iterator[list[Served]]:
    holder = [Served(DATA, FIVELINE_SOCKETS="1000").__enter__()]
    try:
        yield holder
    finally:
        holder[0].__exit__()


def main(wanted: list[str]) -> None:
    try:
        play_all(wanted)
    finally:
        shutil.rmtree(DATA, ignore_errors=True)


def play_all(wanted: list[str]) -> None:
    call_command("migrate", verbosity=0, interactive=False)
    print("| how | away s | left s | flagged | frozen | beyond, X ms | beyond, O ms |")
    print("|---|---|---|---|---|---|---|")
    with served() as holder:
        for way in WAYS:
            if wanted and way.name not in wanted:
                continue
            results: list[Result] = []
            lefts = [left for left in LEFT_S for _ in range(EACH)]
            begin = threading.Barrier(len(lefts) + 1)
            players = [
                threading.Thread(target=play, args=(holder[0], left, begin, results)) for left in lefts
            ]
            for player in players:
                player.start()
            begin.wait()
            left_at = time.monotonic()
            holder[0] = way.stop(holder[0], way.away_s)
            away_s = time.monotonic() - left_at
            for player in players:
                player.join()
            for left in LEFT_S:
                these = [each for each in results if each.left_s == left]
                flagged = sum(each.ending == "flag" for each in these)
                frozen = sum(each.frozen for each in these)
                beyond = [each.beyond_ms for each in these if each.ending != "flag"]
                others = [each.opponents_ms for each in these if each.opponents_ms is not None]
                cells = [
                    way.name,
                    f"{away_s:.1f}",
                    left,
                    f"{flagged} of {len(these)}",
                    frozen,
                    beyond,
                    others,
                ]
                print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
