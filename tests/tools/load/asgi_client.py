"""Run the ASGI application in this process as a server would: its lifespan, and sockets of games."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

PATIENCE_S = 30


class Protocol:
    """One run of an ASGI application, which gets messages as from a server."""

    def __init__(self, application: Any, scope: dict[str, Any]) -> None:
        self._application, self._scope = application, scope
        self._up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._down: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def __aenter__(self) -> Any:
        self._task = asyncio.ensure_future(self._application(self._scope, self._up.get, self._down.put))
        return self

    async def __aexit__(self, failed: object, *_: object) -> None:
        if failed:
            self._task.cancel()
        else:
            await self.tell("websocket.disconnect", code=1000)
            await self._task

    async def tell(self, type: str, **fields: object) -> None:
        await self._up.put({"type": type, **fields})

    async def hear(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not wanted(message := await asyncio.wait_for(self._down.get(), PATIENCE_S)):
            pass
        return message


class Socket(Protocol):
    def __init__(self, application: Any, code: str, session: str = "") -> None:
        cookie = [(b"cookie", f"sessionid={session}".encode())] if session else []
        super().__init__(
            application,
            {
                "type": "websocket",
                "path": f"/ws/game/{code}/",
                "query_string": b"v=2",
                "headers": [(b"host", b"127.0.0.1"), *cookie],
                "client": ("127.0.0.1", 50000),
                "subprotocols": [],
            },
        )
        self._asked = 0

    async def __aenter__(self) -> Any:
        await super().__aenter__()
        await self.tell("websocket.connect")
        await self.hear(lambda message: message["type"] == "websocket.accept")
        return self

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        nonce = f"n{self._asked}"
        await self.tell("websocket.receive", text=json.dumps({**request, "nonce": nonce}))
        return await self._receive(lambda body: body.get("nonce") == nonce)

    async def sees(self, seq: int) -> None:
        """Wait for the event, or for a state that includes it."""
        await self._receive(lambda body: body["type"] in ("event", "state") and body["seq"] >= seq)

    async def receive(self, type: str) -> dict[str, Any]:
        return await self._receive(lambda body: body["type"] == type)

    async def _receive(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        heard = await self.hear(lambda message: "text" in message and wanted(json.loads(message["text"])))
        body: dict[str, Any] = json.loads(heard["text"])
        return body
