"""Measure an honest board while forty hostile sockets send: its median stays below twice its quiet one."""

import asyncio
import itertools
import json
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from games.protocol.downward import PROTOCOL
from games.rules import Position
from tests.server_process import ROOT, RunningServer
from tests.tools.load.boards import ONCE_MORE

SHOUTERS = 40
EVENTS = 505  # the length of a long game that was played
SECONDS = 12
EVERY_S = 0.2
SETTLE_S = 3  # the first burst is over; the steady load is measured
MOST = 2.0
SHOUTS = {
    "quick": "an anonymous quick game at full speed",
    "since": f"`since: 0` on a game of {EVENTS} events",
    "odd": "odd frames",
}

OPEN = """
import json
from django.contrib.sessions.backends.db import SessionStore
from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.referee import requests as r
from games.services import recording
from games.services.opening import open_game
from games.timekeeping import stamp_ms
from tournament.models import Tournament
tournament = Tournament.objects.create(name="Bench")
def opened(topic):
    agreed = dict(rules="", control="600", first="X", seats=2, players={}, casual=not topic, topic=topic)
    game = open_game(**agreed)
    session = SessionStore()
    roles = ["table", "arbiter"] if topic else ["table"]
    made = [links.make(SYSTEM, role=role, scope=game.scope, topic=topic) for role in roles]
    session[SESSION_LINKS] = [each.link.pk for each in made]
    session.save()
    return game, session.session_key
def record(game, request):
    recording.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
honest, quick, long = opened(tournament.scope), opened(""), opened("")
for game, _ in (honest, quick, long):
    record(game, r.Start())
for number in range(%d):
    record(long[0], r.Pause("a") if number %% 2 == 0 else r.Resume("a"))
print("#" + json.dumps([[game.code, session] for game, session in (honest, quick, long)]))
"""


def run(say: Callable[[str], None]) -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        RunningServer(Path(data), FIVELINE_PROXIES="127.0.0.1") as server,
    ):
        honest, quick, long = opened(server)
        played(server, *honest, 2)  # warms up
        for kind, words in SHOUTS.items():
            quiet = played(server, *honest)
            code, session = (quick[0], quick[1]) if kind == "quick" else (long[0], "")
            with shouting(server, kind, code, session) as told:
                loud = played(server, *honest, settle_s=SETTLE_S)
            if not loud:
                say(f"beside {SHOUTERS} sockets with {words}: not one move was answered; {_summed(told)}")
                continue
            ratio = statistics.median(loud) / statistics.median(quiet)
            verdict = "within" if ratio <= MOST else "ABOVE"
            say(
                f"beside {SHOUTERS} sockets with {words}: {ratio:.1f} times the quiet median "
                f"({verdict} {MOST:.0f}), "
                f"{len(loud)} moves {_figures(loud)} against {_figures(quiet)}; {_summed(told)}"
            )


def played(
    server: RunningServer, code: str, session: str, seconds: float = SECONDS, settle_s: float = 0
) -> list[float]:
    """Return the milliseconds from each move to its answer, for both seats of one board."""
    return asyncio.run(_play(server.port, code, session, seconds, settle_s))


async def _play(port: int, code: str, session: str, seconds: float, settle_s: float) -> list[float]:
    address, cookie = (
        f"ws://127.0.0.1:{port}/ws/game/{code}/?v={PROTOCOL}",
        {"Cookie": f"sessionid={session}"},
    )
    chance, taken = random.Random(1), []
    async with connect(address, compression=None, additional_headers=cookie, open_timeout=60) as socket:
        stands = await _hear(socket, "state")
        began = time.perf_counter()
        for number in itertools.count():
            if (sent := time.perf_counter()) - began > settle_s + seconds:
                return taken
            if stands["status"] == "over":
                requests = ONCE_MORE
            else:
                move = str(chance.choice(Position.parse(stands["position"]).moves()))
                requests = ({"type": "move", "seat": stands["seat"], "ply": stands["ply"], "move": move},)
            for request in requests:
                await socket.send(json.dumps({**request, "nonce": f"{began}-{number}-{request['type']}"}))
                if (answer := await _hear(socket, "answer", "refused"))["type"] == "refused":
                    assert answer["code"] in {"paused", "game-over"}, (
                        answer
                    )  # frozen while the server was stopped
                    requests = ({"type": "resume", "reason": None},)
                else:
                    if sent - began >= settle_s:
                        taken.append((time.perf_counter() - sent) * 1000)
                    stands = await _hear(socket, "event")
            await asyncio.sleep(max(0.0, EVERY_S - (time.perf_counter() - sent)))
    raise AssertionError("unreachable")


async def _hear(socket: ClientConnection, *types: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] in types:
            return message


def opened(server: RunningServer) -> list[list[str]]:
    """Return code and session of three games: one of a tournament, a quick one, a long one."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", OPEN % (EVENTS - 1)],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    games: list[list[str]] = json.loads(done.stdout.rpartition("#")[2])
    return games


@contextmanager
def shouting(server: RunningServer, kind: str, code: str, session: str) -> Iterator[dict[str, int]]:
    told: dict[str, int] = {}
    arguments = [str(server.port), kind, str(SHOUTERS), code, session]
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.tools.load.shouters", *arguments],
        cwd=ROOT,
        env=server.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield told
    finally:
        crowd.send_signal(signal.SIGTERM)
        said, _ = crowd.communicate(timeout=60)
        told.update(json.loads(said.splitlines()[-1]))


def _figures(delays: list[float]) -> str:
    return f"p50 {statistics.median(delays):.0f} max {max(delays):.0f} ms"


def _summed(told: dict[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(told.items()))
