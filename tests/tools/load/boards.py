"""Play many boards at once and check that each answered move is in the log and reached every watcher."""

import asyncio
import itertools
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from games.protocol.downward import PROTOCOL
from games.rules import Position

SETTLE_S = 20.0  # for the last events to reach the last watcher on a busy machine

ONCE_MORE = (
    {"type": "reopen", "reason": "on we go"},
    {"type": "takeback", "to_ply": 0, "reason": "on we go"},
    {"type": "resume", "reason": None},
)


@dataclass
class Board:
    """The moves of one game as its players and its watchers saw them."""

    code: str
    session: str
    answered: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    seen: list[list[int]] = field(default_factory=list)


async def watch(port: int, board: Board, ready: asyncio.Semaphore) -> None:
    seqs: list[int] = []
    board.seen.append(seqs)
    async with connect(_address(port, board), compression=None) as socket:
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "state":
                ready.release()
            elif message["type"] == "event":
                seqs.append(message["seq"])


async def play(port: int, board: Board, until: float, every_s: float, chance: random.Random) -> None:
    """Play both seats, one move a second; a finished game is taken back to its start."""
    await asyncio.sleep(chance.random() * every_s)
    cookie = {"Cookie": f"sessionid={board.session}"}
    async with connect(_address(port, board), compression=None, additional_headers=cookie) as socket:
        stands = await _hear(socket, "state")
        stands = await _ask(socket, board, {"type": "start"}) or stands
        while time.monotonic() < until:
            began = time.monotonic()
            if stands["status"] == "over":
                for request in ONCE_MORE:
                    stands = await _ask(socket, board, request) or stands
            move = chance.choice(_moves(stands["position"]))
            request = {"type": "move", "seat": stands["seat"], "ply": stands["ply"], "move": move}
            stands = await _ask(socket, board, request) or stands
            await asyncio.sleep(max(0.0, every_s - (time.monotonic() - began)))


def _moves(position: str) -> list[str]:
    return [str(move) for move in Position.parse(position).moves()]


_numbers = itertools.count()


async def _ask(socket: ClientConnection, board: Board, request: dict[str, Any]) -> dict[str, Any] | None:
    nonce = f"load-{next(_numbers)}"
    await socket.send(json.dumps({**request, "nonce": nonce}))
    answer = await _hear(socket, "answer", "refused")
    if answer["type"] == "refused":
        board.refused.append(answer["code"])
        return None
    board.answered.append(answer["seq"])
    while True:
        event = await _hear(socket, "event")
        if event["seq"] == answer["seq"]:
            return event


async def _hear(socket: ClientConnection, *types: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] in types:
            return message


def _address(port: int, board: Board) -> str:
    return f"ws://127.0.0.1:{port}/ws/game/{board.code}/?v={PROTOCOL}"


async def run(port: int, boards: list[Board], *, watchers: int, seconds: float, every_s: float = 1.0) -> None:
    """Play, and wait until every watcher has the last answered event."""
    ready = asyncio.Semaphore(0)
    watching = [asyncio.ensure_future(watch(port, board, ready)) for board in boards for _ in range(watchers)]
    try:
        for _ in watching:
            await asyncio.wait_for(ready.acquire(), 60)
        until = time.monotonic() + seconds
        await asyncio.gather(
            *(play(port, board, until, every_s, random.Random(n)) for n, board in enumerate(boards))
        )
        give_up = time.monotonic() + SETTLE_S
        while time.monotonic() < give_up and any(
            seqs[-1:] != board.answered[-1:] for board in boards for seqs in board.seen
        ):
            await asyncio.sleep(0.05)
    finally:
        for each in watching:
            each.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def faults(boards: list[Board], logged: dict[str, list[str]]) -> list[str]:
    """List where answers, log and watchers differ: each must have every event once, in order.

    `logged`: the kinds of each game's events. Time that a busy server gives back is an event without a
    request.
    """
    found = []
    for board in boards:
        kinds = dict(enumerate(logged[board.code], start=1))
        whole = list(kinds)
        asked = [seq for seq, kind in kinds.items() if kind != "given-back"]
        if board.answered != asked:
            found.append(f"{board.code}: {len(board.answered)} answered, {len(asked)} in the log")
        if board.refused:
            found.append(f"{board.code}: refused {board.refused}")
        found += [f"{board.code}: a watcher saw {len(seen)}" for seen in board.seen if seen != whole]
    return found
