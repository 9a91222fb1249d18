"""Channel layers: groups of channels in this process, and with Redis the same groups in other processes.

Both follow the channel layer specification of Channels (extensions `groups` and `flush`). Three points go
beyond it: all receivers share one message and must not change it; `remove_channel` forgets a channel at once;
a full channel loses what waits in it and gets OVERFLOWED instead, so that its consumer sends a fresh state.
"""

import asyncio
import itertools
import logging
import secrets
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer
from channels_redis.pubsub import RedisPubSubChannelLayer

from .connection_limits import MOST_WAITING

OVERFLOWED = {"type": "channel.overflowed"}
RELAY_GROUP = "relay"
MOST_RELAYED = 1_000  # messages that wait for Redis; more are dropped, and other processes read the database
SECONDS_UNTIL_RETRY = 1

Message = dict[str, Any]

logger = logging.getLogger(__name__)


class LocalChannelLayer(BaseChannelLayer):
    """Deliver messages inside this process, without serialising or copying them."""

    extensions = ["groups", "flush"]

    def __init__(self, capacity: int = MOST_WAITING) -> None:
        super().__init__(capacity=capacity)
        self._queues: dict[str, asyncio.Queue[Message]] = {}
        self._groups: dict[str, dict[str, asyncio.Queue[Message]]] = {}
        self._numbers = itertools.count(1)

    async def new_channel(self, prefix: str = "socket", capacity: int | None = None) -> str:
        name = f"{prefix}.{next(self._numbers)}"
        self._queues[name] = asyncio.Queue(capacity or self.capacity)
        return name

    async def receive(self, channel: str) -> Message:
        return await self._queues[channel].get()

    async def send(self, channel: str, message: Message) -> None:
        queue = self._queues.get(channel)
        if queue is None or not _put(queue, message):
            raise ChannelFull

    async def group_add(self, group: str, channel: str) -> None:
        self.require_valid_group_name(group)
        self._groups.setdefault(group, {})[channel] = self._queues[channel]

    async def group_discard(self, group: str, channel: str) -> None:
        members = self._groups.get(group, {})
        members.pop(channel, None)
        if not members:
            self._groups.pop(group, None)

    async def group_send(self, group: str, message: Message) -> None:
        for queue in self._groups.get(group, {}).values():
            _put(queue, message)

    async def flush(self) -> None:
        self._queues.clear()
        self._groups.clear()

    def remove_channel(self, channel: str) -> None:
        """Forget a channel that is not read any more; it must have left its groups."""
        self._queues.pop(channel, None)

    def count_waiting(self, channel: str) -> int:
        queue = self._queues.get(channel)
        return queue.qsize() if queue else 0


def _put(queue: asyncio.Queue[Message], message: Message) -> bool:
    """Queue the message. If there is no room, drop all that waits and leave OVERFLOWED."""
    if not queue.full():
        queue.put_nowait(message)
        return True
    while not queue.empty():
        queue.get_nowait()
    queue.put_nowait(OVERFLOWED)
    return False


class RelayedChannelLayer(LocalChannelLayer):
    """Deliver to this process at once, and to others through one Redis subscription per process.

    Nothing waits for Redis: while it is away this process works as before, and messages to others are lost.
    """

    def __init__(self, hosts: list[str], **config: Any) -> None:
        super().__init__(**config)
        self._redis = RedisPubSubChannelLayer(hosts=hosts)
        self._me = secrets.token_hex(8)
        self._outgoing: asyncio.Queue[Message] = asyncio.Queue(MOST_RELAYED)

    async def group_send(self, group: str, message: Message) -> None:
        await super().group_send(group, message)
        if not self._outgoing.full():
            relayed = {"type": "relay", "from": self._me, "group": group, "message": message}
            self._outgoing.put_nowait(relayed)

    async def run_sender(self) -> None:
        while True:
            relayed = await self._outgoing.get()
            try:
                await self._redis.group_send(RELAY_GROUP, relayed)
            except Exception:
                logger.exception("A message to the other processes was lost.")
                await asyncio.sleep(SECONDS_UNTIL_RETRY)

    async def run_receiver(self) -> None:
        while True:
            try:
                channel = await self._redis.new_channel()
                await self._redis.group_add(RELAY_GROUP, channel)
                while True:
                    relayed = await self._redis.receive(channel)
                    if relayed["from"] != self._me:
                        await super().group_send(relayed["group"], relayed["message"])
            except Exception:
                logger.exception("Messages of other processes are not received; trying again.")
                await asyncio.sleep(SECONDS_UNTIL_RETRY)
