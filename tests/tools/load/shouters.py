"""Open hostile sockets from a separate process.

    python -m tests.tools.load.shouters PORT KIND SOCKETS CODE SESSION

They send until the process ends, come back when they are disconnected, and read all messages. At the end the
process prints what was sent and received.
"""

import asyncio
import itertools
import json
import os
import random
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.live.client import PROTOCOL

ADDRESS = "10.66.6.6"  # all of them are behind one router
AT_ONCE = 19
PAUSE_S = 0.02

Frames = Callable[[], Iterator[str]]


def requests() -> Iterator[str]:
    """Yield every message that costs a write, or a refusal, each under its own name."""
    me = random.getrandbits(60)
    for number in itertools.count():
        wish = random.choice([{"type": "pause", "reason": "a"}, {"type": "resume"}, {"type": "flag"}])
        yield json.dumps({**wish, "nonce": f"{me}-{number}"})


def everything_again() -> Iterator[str]:
    return itertools.repeat(json.dumps({"type": "since", "seq": 0}))


def odd() -> Iterator[str]:
    kinds = [
        '{"type": "move"}',
        "[" * 15_000,
        "{}",
        '{"type":"ping","t":"%s"}' % ("x" * 15_000),
        "\u0000",
        '"',
    ]
    while True:
        yield random.choice(kinds)


KINDS: dict[str, Frames] = {"quick": requests, "since": everything_again, "odd": odd}


async def shout(address: str, headers: dict[str, str], frames: Iterator[str], told: Counter[str]) -> None:
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with connect(
                address, additional_headers=headers, compression=None, max_size=None
            ) as socket:
                reader = asyncio.ensure_future(_hear(socket, told))
                try:
                    while True:
                        for frame in itertools.islice(frames, AT_ONCE):
                            await socket.send(frame)
                            told["sent"] += 1
                        await asyncio.sleep(PAUSE_S)
                finally:
                    reader.cancel()
        told["shown out"] += 1
        await asyncio.sleep(PAUSE_S)


async def _hear(socket: ClientConnection, told: Counter[str]) -> None:
    async for text in socket:
        told["refused" if '"too-fast"' in str(text)[:200] else "heard"] += 1


async def main(port: str, kind: str, sockets: str, code: str, session: str) -> None:
    address = f"ws://127.0.0.1:{port}/ws/game/{code}/?v={PROTOCOL}"
    headers = {"X-Forwarded-For": ADDRESS}
    if session:
        headers["Cookie"] = f"sessionid={session}"
    told: Counter[str] = Counter()
    crowd = [asyncio.ensure_future(shout(address, headers, KINDS[kind](), told)) for _ in range(int(sockets))]
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    for each in crowd:
        each.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    os.nice(15)  # they have their own machines, and take no time from the server
    asyncio.run(main(*sys.argv[1:], *[""] * (6 - len(sys.argv))))
