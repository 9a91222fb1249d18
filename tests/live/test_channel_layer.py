"""Test the channel layer: what Channels specifies, and the three points that go beyond it."""

import asyncio

import pytest
from channels.exceptions import ChannelFull

from games.live import channel_layer
from games.live.channel_layer import OVERFLOWED, LocalChannelLayer, RelayedChannelLayer
from tests.live.lines import settle, until


async def test_a_message_goes_to_its_channel_and_a_group_message_to_all_members():
    layer = LocalChannelLayer()
    one, other, third = [await layer.new_channel() for _ in range(3)]
    for channel in (one, other):
        await layer.group_add("group", channel)
    await layer.send(one, {"type": "alone"})
    await layer.group_send("group", {"type": "all"})
    assert [(await layer.receive(one))["type"] for _ in range(2)] == ["alone", "all"]
    assert (await layer.receive(other))["type"] == "all"
    assert layer.count_waiting(third) == 0


async def test_a_channel_that_left_the_group_gets_nothing_more():
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("group", channel)
    await layer.group_discard("group", channel)
    await layer.group_discard("group", channel)
    await layer.group_send("group", {"type": "all"})
    assert layer.count_waiting(channel) == 0
    assert not layer._groups


async def test_a_full_channel_learns_so_and_other_members_lose_nothing():
    layer = LocalChannelLayer(capacity=2)
    slow, quick = await layer.new_channel(), await layer.new_channel()
    for channel in (slow, quick):
        await layer.group_add("group", channel)
    for number in range(3):
        await layer.group_send("group", {"type": "x", "n": number})
        assert (await layer.receive(quick))["n"] == number
    assert await layer.receive(slow) == OVERFLOWED
    for _ in range(2):
        await layer.send(slow, {"type": "x"})
    with pytest.raises(ChannelFull):
        await layer.send(slow, {"type": "x"})


async def test_a_removed_channel_takes_no_message():
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    layer.remove_channel(channel)
    layer.remove_channel(channel)
    with pytest.raises(ChannelFull):
        await layer.send(channel, {"type": "x"})
    assert layer.count_waiting(channel) == 0


async def test_flushing_forgets_all():
    layer = LocalChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("group", channel)
    await layer.flush()
    await layer.group_send("group", {"type": "x"})
    assert not layer._queues


class Redis:
    """A replacement of the layer of channels_redis: all instances share one group."""

    members: list[asyncio.Queue] = []
    is_away = False

    def __init__(self, hosts):
        self.queue = None

    def check(self):
        if Redis.is_away:
            raise ConnectionError

    async def new_channel(self):
        self.check()
        self.queue = asyncio.Queue()
        return "channel"

    async def group_add(self, group, channel):
        self.members.append(self.queue)

    async def group_send(self, group, message):
        self.check()
        for queue in self.members:
            queue.put_nowait(message)

    async def receive(self, channel):
        return await self.queue.get()


@pytest.fixture
async def processes(monkeypatch):
    """Make two processes with one channel each in the same group."""
    monkeypatch.setattr(channel_layer, "RedisPubSubChannelLayer", Redis)
    monkeypatch.setattr(channel_layer, "SECONDS_UNTIL_RETRY", 0.01)
    monkeypatch.setattr(Redis, "members", [])
    monkeypatch.setattr(Redis, "is_away", False)
    layers = [RelayedChannelLayer(["redis://"]) for _ in range(2)]
    running = []
    for layer in layers:
        await layer.group_add("group", await layer.new_channel())
        running += [asyncio.ensure_future(work) for work in (layer.run_sender(), layer.run_receiver())]
    await settle()
    yield layers
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


def waiting(layer):
    return layer.count_waiting("socket.1")


async def test_a_group_message_reaches_each_process_once(processes):
    here, there = processes
    await here.group_send("group", {"type": "x"})
    assert (waiting(here), waiting(there)) == (1, 0)  # this process does not wait for Redis
    await settle()
    assert (waiting(here), waiting(there)) == (1, 1)


async def test_without_redis_this_process_goes_on_and_the_others_join_again_later(processes):
    here, there = processes
    Redis.is_away = True
    await here.group_send("group", {"type": "x"})
    await here.group_add("group", await here.new_channel())
    await settle()
    assert (waiting(here), waiting(there)) == (1, 0)
    Redis.is_away = False
    await asyncio.sleep(0.02)
    await here.group_send("group", {"type": "x"})
    await until(lambda: waiting(there) == 1)


async def test_what_waits_for_redis_is_bounded(processes):
    here, _there = processes
    for _ in range(channel_layer.MOST_RELAYED + 100):
        await here.group_send("group", {"type": "x"})
    assert here._outgoing.qsize() == channel_layer.MOST_RELAYED
