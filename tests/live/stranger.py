"""Play as a client written from docs/protocol.md alone: it imports nothing of this project."""

import json
import random

from websockets.sync.client import connect

EDGES = "NESW"


class Stranger:
    """A client that plays the seats it is given until the game is over."""

    def __init__(self, address, cookie, seed):
        self.address, self.cookie = address, cookie
        self.chance = random.Random(seed)
        self.nonce = 0
        self.events = []

    def play(self):
        """Play the game; return its outcome."""
        with connect(self.address, additional_headers={"Cookie": self.cookie}) as self.socket:
            stands = self.receive("state")
            assert {"X", "O"} <= set(stands["mine"]["seats"])
            stands = self.event_of(self.ask({"type": "start"}))
            while stands["status"] != "over":
                stands = self.move(stands) or stands
            return stands["outcome"]

    def move(self, stands):
        """Push any cube of the edge that is blank or one's own in anywhere; refusals are expected."""
        cell = self.chance.choice(self.takeable(stands["position"], stands["seat"]))
        request = {
            "type": "move",
            "seat": stands["seat"],
            "ply": stands["ply"],
            "move": cell + self.chance.choice(EDGES),
            "spent_ms": 0,
        }
        answer = self.ask(request)
        if answer["type"] == "refused":
            assert answer["code"] == "same-place", answer
            return None
        return self.event_of(answer)

    def takeable(self, position, seat):
        ranks, to_move = position.split(" ")
        assert to_move == seat
        return [
            file + str(rank)
            for rank, cubes in zip(range(5, 0, -1), ranks.split("/"), strict=True)
            for file, cube in zip("abcde", cubes, strict=True)
            if (file in "ae" or rank in (1, 5)) and cube in (".", seat)
        ]

    def ask(self, request):
        self.nonce += 1
        nonce = f"stranger-{self.nonce}"
        self.socket.send(json.dumps({**request, "nonce": nonce}))
        while True:
            message = self.receive("answer", "refused")
            if message["nonce"] == nonce:
                return message

    def event_of(self, answer):
        """Wait for the event of the answer; events of the server, such as credited time, may come before."""
        while not self.events or self.events[-1]["seq"] < answer["seq"]:
            self.receive("event")
        return self.events[-1]

    def receive(self, *types):
        while True:
            message = json.loads(self.socket.recv(timeout=15))
            if message["type"] == "event":
                self.events.append(message)
            if message["type"] in types:
                return message
