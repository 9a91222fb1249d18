"""A hundred live boards, each moving once a second, five watchers each, for a minute."""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.load import boards
from tests.load.boards import Board
from tests.served import ROOT, Served

BOARDS, WATCHERS, SECONDS = 100, 5, 60
EVENT_BYTES = 1_000  # an event is about that long

OPEN = """
import json
from django.contrib.sessions.backends.db import SessionStore
from games import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.services import open_game
opened = []
for _ in range(%d):
    game = open_game(rules="", control="60", first="X", seats=2, players={}, casual=True)
    session = SessionStore()
    session[SESSION_LINKS] = [links.make(SYSTEM, role="table", scope=game.scope).link.pk]
    session.save()
    opened.append([game.code, session.session_key])
print("#" + json.dumps(opened))
"""
LOGGED = """
import json
from games.models import Game
print("#" + json.dumps({game.code: game.events.count() for game in Game.objects.all()}))
"""


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as data, Served(Path(data), FIVELINE_SOCKETS="100000") as server:
        hall = [Board(code, session) for code, session in ask(server, OPEN % BOARDS)]
        asyncio.run(boards.run(server.port, hall, watchers=WATCHERS, seconds=SECONDS))
        logged = ask(server, LOGGED)
    moves, seen = sum(map(len, (b.answered for b in hall))), sum(len(s) for b in hall for s in b.seen)
    wrong = boards.faults(hall, logged)
    say(
        f"{BOARDS} boards for {SECONDS} s: {moves} answered, {sum(logged.values())} in the log, "
        f"{seen} seen by {WATCHERS} watchers each, {len(wrong)} differences"
    )
    for difference in wrong[:10]:
        say(difference)
    delays = [delay for board in hall for delay in board.delays_ms()]
    echoes = asyncio.run(boards.echo_ms(EVENT_BYTES, 2_000))
    say(
        f"p50 / p95 / p99 from sending to the last watcher {boards.percentiles(delays)}, "
        f"an echo of the same size {boards.percentiles(echoes)}"
    )
    assert not wrong


def ask(server: Served, script: str) -> list[list[str]] | dict[str, int]:
    """Run it beside the server, on the same data; what it prints."""
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        cwd=ROOT,
        env=server.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.rpartition("#")[2])
