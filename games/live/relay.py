"""Hints between server processes, over the channel layer. Without Redis there is one process and no relay.

Every process is one member of one group. A hint may be lost or come late: the hub repairs by looking.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import Any

from channels.layers import BaseChannelLayer, get_channel_layer

GROUP = "hubs"
MOST_WAITING = 1_000  # hints not sent yet; more than that, and looking is quicker
SECONDS_UNTIL_AGAIN = 1

logger = logging.getLogger(__name__)


def _layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None, "The settings name one."
    return layer


class Relay:
    """`publish` never waits. `listener` is called in the event loop with every hint of another process."""

    def __init__(self, listener: Callable[[dict[str, Any]], None]) -> None:
        self._listener = listener
        self._me = secrets.token_hex(8)
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_WAITING)

    def publish(self, what: str, **facts: Any) -> None:
        if not self._waiting.full():
            self._waiting.put_nowait({"type": "hint", "from": self._me, "what": what, **facts})

    async def send(self) -> None:
        layer = _layer()
        while True:
            hint = await self._waiting.get()
            try:
                await layer.group_send(GROUP, hint)
            except Exception:
                logger.exception("A hint to the other processes was lost.")
                await asyncio.sleep(SECONDS_UNTIL_AGAIN)

    async def listen(self) -> None:
        layer = _layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    hint = await layer.receive(channel)
                    if hint.get("from") != self._me:
                        self._listener(hint)
            except Exception:
                logger.exception("Hints of other processes are not heard; trying again.")
                await asyncio.sleep(SECONDS_UNTIL_AGAIN)
