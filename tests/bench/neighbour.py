"""An honest board while forty hostile sockets shout: its answers stay within twice its own quiet median."""

import asyncio
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.boards import ask
from tests.load import boards
from tests.load.boards import Board
from tests.served import ROOT, Served

SHOUTERS = 40
EVENTS = 505  # of the long game, as somebody once counted it
SECONDS = 12
EVERY_S = 0.2
SETTLE_S = 3  # the first shouts are over, and what goes on is measured
MOST = 2.0
SHOUTS = {
    "quick": "an anonymous quick game at full speed",
    "since": f"`since: 0` on a game of {EVENTS} events",
    "odd": "odd frames",
}

OPEN = """
import json
from django.contrib.sessions.backends.db import SessionStore
from games import services
from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.referee import requests as r
from games.timekeeping import stamp_ms
from tournament.models import Tournament
event = Tournament.objects.create(name="Bench")
def opened(topic):
    agreed = dict(rules="", control="600", first="X", seats=2, players={}, casual=not topic, topic=topic)
    game = services.open_game(**agreed)
    session = SessionStore()
    roles = ["table", "arbiter"] if topic else ["table"]
    made = [links.make(SYSTEM, role=role, scope=game.scope, topic=topic) for role in roles]
    session[SESSION_LINKS] = [each.link.pk for each in made]
    session.save()
    return game, session.session_key
def record(game, request):
    services.record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
honest, quick, long = opened(event.scope), opened(""), opened("")
for game, _ in (honest, quick, long):
    record(game, r.Start())
for number in range(%d):
    record(long[0], r.Pause("a") if number %% 2 == 0 else r.Resume("a"))
print("#" + json.dumps([[game.code, session] for game, session in (honest, quick, long)]))
"""


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as data, Served(Path(data), FIVELINE_PROXIES="127.0.0.1") as server:
        honest, quick, long = ask(server, OPEN % (EVENTS - 1))
        board = Board(*honest)
        played(server, board, 2)  # warms up
        for kind, words in SHOUTS.items():
            quiet = played(server, board)
            code, session = (quick[0], quick[1]) if kind == "quick" else (long[0], "")
            with shouting(server, kind, code, session) as told:
                loud = played(server, board, settle_s=SETTLE_S)
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
        assert {*board.refused} <= {"already-started"}, board.refused


def played(server: Served, board: Board, seconds: float = SECONDS, settle_s: float = 0) -> list[float]:
    """Milliseconds from a move to the one who watches it, each move of so many seconds."""
    board.sent_at.clear()
    from_then_on = time.perf_counter() + settle_s
    asyncio.run(boards.run(server.port, [board], watchers=1, seconds=settle_s + seconds, every_s=EVERY_S))
    return [
        (board.last_seen_at[seq] - sent) * 1000
        for seq, sent in board.sent_at.items()
        if sent >= from_then_on and seq in board.last_seen_at
    ]


@contextmanager
def shouting(server: Served, kind: str, code: str, session: str) -> Iterator[dict[str, int]]:
    told: dict[str, int] = {}
    crowd = subprocess.Popen(
        [sys.executable, "-m", "tests.load.shouters", str(server.port), kind, str(SHOUTERS), code, session],
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
