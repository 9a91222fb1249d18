"""List the open consumers of this process by group, which a channel layer cannot tell.

Needed for comparing boards with the database, presence, rights that end, and metrics.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from channels.exceptions import ChannelFull

if TYPE_CHECKING:
    from .live_consumer import LiveConsumer


class OpenConsumers:
    """The consumers in each group, and the messages that are meant for this process alone."""

    def __init__(self) -> None:
        self._groups: defaultdict[str, set[LiveConsumer]] = defaultdict(set)

    async def join(self, group: str, consumer: "LiveConsumer") -> None:
        self._groups[group].add(consumer)
        await consumer.channel_layer.group_add(group, consumer.channel_name)

    async def leave(self, group: str, consumer: "LiveConsumer") -> None:
        self._groups[group].discard(consumer)
        if not self._groups[group]:
            del self._groups[group]
        await consumer.channel_layer.group_discard(group, consumer.channel_name)

    def in_group(self, group: str) -> list["LiveConsumer"]:
        return list(self._groups.get(group, ()))

    def __iter__(self) -> Iterator["LiveConsumer"]:
        for group in list(self._groups):
            yield from self.in_group(group)

    @property
    def topics(self) -> set[str]:
        return {consumer.topic for consumer in self if consumer.topic is not None}

    @property
    def places(self) -> set[str]:
        return {consumer.place for consumer in self if consumer.place is not None}

    async def send(self, consumers: Iterable["LiveConsumer"], message: dict[str, Any]) -> None:
        """Send to these consumers and not to other processes; a full channel is told so by the layer."""
        for consumer in consumers:
            try:
                await consumer.channel_layer.send(consumer.channel_name, message)
            except ChannelFull:
                continue


def game_group(game_id: int) -> str:
    return f"game.{game_id}"


def topic_group(topic: str) -> str:
    return f"topic.{topic.replace(':', '.')}"


def table_group(place: str) -> str:
    return f"table.{place.replace(':', '.')}"


open_consumers = OpenConsumers()
