"""A server that sends one event on each command: ours, or a bare `websockets` server for comparison.

    python -m tests.tools.load.fanout_server ours|bare PORT

It reads commands from its input: `tell` sends one event to all, `cpu` prints the processor time used so far
in microseconds. `ours` announces the event in a separate thread, as `record` does after its commit.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import websockets
from websockets.asyncio.server import ServerConnection, broadcast, serve

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

MARKER = '"kind":"adjusted"'
Tell = Callable[[], None]


def listen_to_commands(tell: Tell) -> None:
    for line in sys.stdin:
        if line.strip() == "tell":
            tell()
        elif line.strip() == "cpu":
            print(time.process_time_ns() // 1000, flush=True)


async def bare(port: int, game: Any) -> None:
    from games.protocol.downward import event_message

    text = json.dumps(event_message(**told(1, game.code, game.state_now())), separators=(",", ":"))
    everybody: set[ServerConnection] = set()
    loop = asyncio.get_running_loop()

    async def hold(connection: ServerConnection) -> None:
        everybody.add(connection)
        await connection.wait_closed()

    def tell() -> None:
        loop.call_soon_threadsafe(broadcast, everybody, text)

    async with serve(hold, "127.0.0.1", port, compression=None):
        print("ready", flush=True)
        await asyncio.to_thread(listen_to_commands, tell)


async def ours(port: int, game: Any) -> None:
    import uvicorn

    from games.signals import event_recorded
    from tournament.asgi import application
    from tournament.server.server import _config

    server = uvicorn.Server(_config(application, lifespan="on"))
    server.config.port = port
    serving = asyncio.ensure_future(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    seq, state = 0, await asyncio.to_thread(game.state_now)

    def tell() -> None:
        nonlocal seq
        seq += 1
        event_recorded.send(type(game), game_id=game.pk, topic="", **told(seq, game.code, state))

    print("ready", flush=True)
    await asyncio.to_thread(listen_to_commands, tell)
    server.should_exit = True
    await serving


def an_event() -> dict[str, Any]:
    """Return an event as it is stored, of a typical size."""
    clock = {
        "v": 1,
        "control": "10+5",
        "seats": "XO",
        "accounts": [[604698, 0, 0, 302], [600000, 0, 0, 0]],
        "turn": ["O", 0, 0, None],
        "game": None,
        "since": 1_794_803_375_731,
        "started": True,
        "over": False,
        "fell": None,
        "pauses": [],
    }
    return {"v": 1, "kind": "adjusted", "at_ms": 1_794_803_375_731, "clock": clock, "reason": "x" * 200}


def told(seq: int, code: str, state: Any) -> dict[str, Any]:
    """Return what the signal carries for one more event of the game."""
    return {
        "code": code,
        "event": an_event(),
        "state": replace(state, seq=seq),
        "last": None,
        "suspect": "",
        "now_ms": 1_794_803_375_731,
    }


def open_a_game() -> Any:
    import django

    django.setup()
    from django.core.management import call_command

    from games.models import Game
    from games.services.opening import open_game

    call_command("migrate", verbosity=0, interactive=False)
    return Game.objects.first() or open_game(rules="", control="10+5", first="X", seats=2, players={})


if __name__ == "__main__":
    kind, at = sys.argv[1], int(sys.argv[2])
    assert websockets.__version__
    game = open_a_game()
    if kind == "bare":
        asyncio.run(bare(at, game))
    else:
        print(game.code, flush=True)
        asyncio.run(ours(at, game))
