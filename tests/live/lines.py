"""Run consumers without a server and a database: the test sends frames and sees what is sent back."""

import asyncio

from games.live.consumers import GameConsumer, TopicConsumer
from games.live.open_boards import game_group, topic_group
from games.live.reads import FoundGame

GAME, TOPIC = 7, "tournament:3"


def found(seq=0, topic="", **more):
    return FoundGame(
        **{
            "id": GAME,
            "code": "code",
            "topic": topic,
            "seq": seq,
            "epoch": 0,
            "voided": False,
            "closed_reason": None,
            "place": "",
            "live": True,
            **more,
        }
    )


class Line:
    """A consumer whose client reads only while `open`."""

    def __init__(self, kind, captured=None, session_key=None, **found_game):
        self.open = asyncio.Event()
        self.open.set()
        self.sent = []
        self.seq = 0  # of the state that is read
        self.found = found(**found_game)
        self.frames = asyncio.Queue()
        self.consumer = kind(self)
        self.scope = {
            "type": "websocket",
            "headers": [],
            "address": "192.0.2.9",
            "session": type("Session", (), {"session_key": session_key}),
            "url_route": {"kwargs": captured or {}},
            "query_string": b"v=2",
        }

    async def send(self, message):
        await self.open.wait()
        if "text" in message:
            self.sent.append(message["text"])
        elif message["type"] == "websocket.close":
            self.sent.append(message["code"])

    async def __aenter__(self):
        self.frames.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(self.consumer(self.scope, self.frames.get, self.send))
        await settle()
        self.sent.clear()
        return self

    async def __aexit__(self, *_):
        self.open.set()
        self.frames.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await self.task
        assert self.consumer.channel_name not in self.consumer.channel_layer._queues

    async def group_send(self, *seqs):
        for seq in seqs:
            await self.consumer.channel_layer.group_send(game_group(GAME), event(seq))

    async def ask(self, text='{"type": "start", "nonce": "n"}'):
        self.frames.put_nowait({"type": "websocket.receive", "text": text})
        await settle()


class Board(GameConsumer):
    """A game without rows: requests are answered from the queue `replies`."""

    def __init__(self, line):
        super().__init__()
        self.line, self.replies = line, asyncio.Queue()

    async def find(self, see, name):
        return self.line.found

    async def join(self):
        self.captured = {"code": "code"}
        await super().join()

    async def read_states(self):
        return [(GAME, self.line.seq, f"state {self.line.seq}")]

    async def _record(self, frame, stamp):
        return await self.replies.get()


class Wall(TopicConsumer):
    def __init__(self, line):
        super().__init__()
        self.line = line

    async def join(self):
        self.topic = self.captured["topic"]
        await self.join_group(topic_group(self.topic))

    async def read_states(self):
        return []


def event(seq):
    return {"type": "game.event", "game": GAME, "seq": seq, "text": f"event {seq}", "begun_ms": None}


async def settle():
    for _ in range(60):
        await asyncio.sleep(0)


async def until(wanted):
    for _ in range(500):
        if wanted():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("It did not come.")
