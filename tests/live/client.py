"""Connect as a client: a socket, what it received, and waiting for what must come. No sleeps."""

import itertools
import json
import time
from collections.abc import Callable
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 15.0  # seconds until a test gives up; a busy machine takes its time
PROTOCOL = 2  # of docs/protocol.md
_numbers = itertools.count(1)

Json = dict[str, Any]


class Client:
    """`with Client(server, "game", code, session) as client: client.ask("start")`."""

    def __init__(self, server: Any, kind: str, name: str, session: str = "", **headers: str) -> None:
        self.address = f"ws://127.0.0.1:{server.port}/ws/{kind}/{name}/?v={PROTOCOL}"
        cookie = {"Cookie": f"sessionid={session}"} if session else {}
        self.headers = {**cookie, **headers}
        self.received: list[Json] = []

    def __enter__(self) -> "Client":
        self._opening = connect(
            self.address, additional_headers=self.headers, compression=None, max_size=2**24
        )
        self.socket: ClientConnection = self._opening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._opening.__exit__(None, None, None)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def receive(self, patience: float = PATIENCE) -> Json:
        """Receive the next message."""
        message: Json = json.loads(self.socket.recv(timeout=patience))
        self.received.append(message)
        return message

    def wait(self, wanted: str | Callable[[Json], bool], patience: float = PATIENCE) -> Json:
        """Wait for a message of that type (or for which `wanted` holds); those before are in `received`."""
        until = time.monotonic() + patience
        while True:
            message = self.receive(max(0.01, until - time.monotonic()))
            if message["type"] == wanted if isinstance(wanted, str) else wanted(message):
                return message

    def ask(self, type: str, **fields: Any) -> Json:
        """Send a request and wait for its answer or refusal."""
        nonce = fields.pop("nonce", None) or f"n{next(_numbers)}"
        self.send({"type": type, "nonce": nonce, **fields})
        return self.wait(lambda message: message.get("nonce") == nonce)

    def does(self, type: str, **fields: Any) -> Json:
        """Send a request that is granted; return its event, with the state after it."""
        seq = self.ask(type, **fields)["seq"]
        return self.wait(lambda message: message["type"] == "event" and message["seq"] == seq)

    def closed_with(self) -> int:
        """Receive until the server closes; return its code, or 0 if it does not."""
        until = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < until:
                self.receive()
            return 0
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else 1006

    @property
    def seqs(self) -> list[int]:
        """Return the seqs of the events that were received."""
        return [message["seq"] for message in self.received if message["type"] == "event"]
