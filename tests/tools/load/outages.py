"""Stop the server in many ways while phones play on sockets, and print a table of what each clock lost.

    python -m tests.tools.load.outages [kill|stop|stall|lock|full ...]
    python -m tests.tools.load.outages away        (PostgreSQL is killed; the others are on SQLite)

In each game X has two seconds, moves a second after the server is gone, and sends the move again until it is
answered; O answers a second after the move arrives. "Beyond" is what a clock lost beyond the player's device.
"""

# ruff: noqa: E402 -- the data folder has to be known before the settings are read.

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.postgres import Postgres

DATA = Path(tempfile.mkdtemp(prefix="fiveline-outages-"))
# A small disk to be filled; without the right to mount one the rows of `full` are left out.
MOUNT = ["mount", "-t", "tmpfs", "-o", "size=64m,mode=700", "tmpfs", str(DATA)]
HAS_OWN_DISK = subprocess.run(MOUNT, check=False, capture_output=True).returncode == 0
POSTGRES = Postgres(durable=True) if "away" in sys.argv else None
if POSTGRES:
    os.environ["DATABASE_URL"] = POSTGRES.url
os.environ.update(FIVELINE_DATA=str(DATA), DJANGO_SETTINGS_MODULE="tournament.settings")

import django

django.setup()

# `RunningServer` takes no database from the environment.
SHARED = {name: os.environ[name] for name in ("DATABASE_URL",) if name in os.environ}

from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command
from django.db import DatabaseError, connection
from websockets.exceptions import WebSocketException

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import Event, Game
from games.services.opening import open_game
from tests.live.client import Client
from tests.server_process import RunningServer

THINKS_S = 1.0
RETRY_S = 0.5
PATIENCE_S = 150.0
LEFT_S = 2
GAMES = 4
AWAY_S = (0.5, 3, 7, 9, 15, 60)


def kill(server: RunningServer, away_s: float) -> RunningServer:
    server.stop(signal.SIGKILL)
    return back(server, away_s)


def stop(server: RunningServer, away_s: float) -> RunningServer:
    server.stop(signal.SIGINT)
    return back(server, away_s)


def back(server: RunningServer, away_s: float) -> RunningServer:
    time.sleep(away_s)
    server.__exit__()
    return RunningServer(DATA, port=server.port, FIVELINE_SOCKETS="1000", **SHARED).__enter__()


def stall(server: RunningServer, away_s: float) -> RunningServer:
    server.process.send_signal(signal.SIGSTOP)
    time.sleep(away_s)
    server.process.send_signal(signal.SIGCONT)
    return server


def lock(server: RunningServer, away_s: float) -> RunningServer:
    other = sqlite3.connect(DATA / "fiveline.sqlite3")
    other.execute("BEGIN IMMEDIATE")
    time.sleep(away_s)
    other.rollback()
    other.close()
    return server


def full(server: RunningServer, away_s: float) -> RunningServer:
    ballast = DATA / "ballast"
    with suppress(OSError), ballast.open("wb") as file:
        while True:
            file.write(b"\0" * 65_536)
    time.sleep(away_s)
    ballast.unlink()
    return server


def away(server: RunningServer, away_s: float) -> RunningServer:
    assert POSTGRES
    POSTGRES.kill()
    time.sleep(away_s)
    POSTGRES.begin()
    return server


ON_SQLITE = {each.__name__: each for each in (kill, stop, stall, lock, *([full] if HAS_OWN_DISK else []))}
WAYS: dict[str, Callable[[RunningServer, float], RunningServer]] = {"away": away} if POSTGRES else ON_SQLITE


class Phone:
    """A player of one game that connects again and again, as the page does."""

    def __init__(self, server: RunningServer, game: Game, seat: str) -> None:
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
        """Return the answer or the code of the refusal; send again after a disconnect and after `failed`."""
        while True:
            try:
                client = self.client or self.connect()
                client.send({**message, "nonce": nonce})
                answer = client.wait(lambda message: message.get("nonce") == nonce, patience=30)
                if answer.get("code") != "failed":
                    return str(answer.get("code") or "played")
                time.sleep(1)
            except (OSError, WebSocketException, TimeoutError):
                self.client = None
                time.sleep(RETRY_S)

    def waits_for(self, ply: int) -> str:
        """Wait for this player's turn and return the state of the game."""
        while True:
            try:
                client = self.client or self.connect()
                if self.client is client:
                    for message in client.received[-3:]:
                        if message.get("ply", -1) >= ply or message.get("status") in ("over", "paused"):
                            return str(message["status"])
                client.wait(lambda message: "ply" in message, patience=30)
            except (OSError, WebSocketException, TimeoutError):
                self.client = None


@dataclass
class Result:
    ending: str = ""
    frozen: bool = False
    beyond_ms: int = 0
    opponents_ms: int | None = None


def ms_since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _stored(game: Game) -> dict[str, Any]:
    """Return the game in the database, which may still be away, and its moves by seat."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            game.refresh_from_db()
            return {row.data["seat"]: row.data for row in Event.objects.filter(game=game, kind="moved")}
        except DatabaseError:
            connection.close()
            if time.monotonic() > until:
                raise
            time.sleep(RETRY_S)


def play(server: RunningServer, begin: threading.Barrier, results: list[Result]) -> None:
    game = open_game(
        rules="", control=f"0:{LEFT_S:02d}", seats=2, first="X", casual=True,
        players={seat: {"name": seat} for seat in "XO"},
    )  # fmt: skip
    x, o = Phone(server, game, "X"), Phone(server, game, "O")
    o.connect()
    x.connect()
    connection.close()  # PostgreSQL may have been killed, and with it the connection of this thread
    begin.wait()
    x.asks("start", type="start")  # a database that has just started may refuse the first connection
    begun = time.monotonic()
    time.sleep(THINKS_S)
    own_ms, others_ms = ms_since(begun), 0
    answer = x.asks("x", type="move", seat="X", ply=0, move="a1N", spent_ms=own_ms)
    if answer == "played" and o.waits_for(1) == "running":
        heard = time.monotonic()
        time.sleep(THINKS_S)
        others_ms = ms_since(heard)
        o.asks("o", type="move", seat="O", ply=1, move="e5S", spent_ms=others_ms)
    moved = _stored(game)
    clock = game.state["clock"]
    result = Result(game.ending, "server" in clock["pauses"])
    left_ms = (moved["X"]["clock"] if "X" in moved else clock)["accounts"][0][0]
    result.beyond_ms = LEFT_S * 1000 - left_ms - own_ms
    if "O" in moved:
        result.opponents_ms = LEFT_S * 1000 - moved["O"]["clock"]["accounts"][1][0] - others_ms
    results.append(result)
    connection.close()  # the thread ends, and only it can give the connection back to the pool
    for phone in (x, o):
        if phone.client:
            phone.client.__exit__()


@contextmanager
def served() -> Iterator[list[RunningServer]]:
    holder = [RunningServer(DATA, FIVELINE_SOCKETS="1000", **SHARED).__enter__()]
    try:
        yield holder
    finally:
        holder[0].__exit__()


def main(wanted: list[str]) -> None:
    try:
        play_all(wanted)
    finally:
        if HAS_OWN_DISK:
            subprocess.run(["umount", "--lazy", str(DATA)], check=False)
        shutil.rmtree(DATA, ignore_errors=True)


def play_all(wanted: list[str]) -> None:
    call_command("migrate", verbosity=0, interactive=False)
    print("| how | away s | flagged | frozen | beyond, X ms | beyond, O ms |")
    print("|---|---|---|---|---|---|")
    with served() as holder:
        for name, way in WAYS.items():
            if wanted and name not in wanted:
                continue
            for away_s in AWAY_S:
                print_row(name, *play_one(holder, way, away_s))


def play_one(
    holder: list[RunningServer], way: Callable[[RunningServer, float], RunningServer], away_s: float
):
    """Play and return how long the server was away, and what the games show."""
    results: list[Result] = []
    begin = threading.Barrier(GAMES + 1)
    players = [threading.Thread(target=play, args=(holder[0], begin, results)) for _ in range(GAMES)]
    for player in players:
        player.start()
    begin.wait()
    time.sleep(THINKS_S / 2)  # the clocks run
    left_at = time.monotonic()
    holder[0] = way(holder[0], away_s)
    took_s = time.monotonic() - left_at
    for player in players:
        player.join()
    return took_s, results


def print_row(name: str, took_s: float, results: list[Result]) -> None:
    flagged = sum(each.ending == "flag" for each in results)
    frozen = sum(each.frozen for each in results)
    beyond = sorted(each.beyond_ms for each in results if each.ending != "flag")
    others = sorted(each.opponents_ms for each in results if each.opponents_ms is not None)
    cells = [name, f"{took_s:.1f}", f"{flagged} of {len(results)}", frozen, beyond, others]
    print("|", " | ".join(map(str, cells)), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
