"""What server processes say to each other about themselves, over the channel layer: hints, as all of them.

The shared heartbeat says the same a second or two later (`services.heartbeat`): by then a player who came
from a process that has died may have moved.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import Any

from games.services.lost_time import lost_time

# A process that is busy answers late; longer than this a move should not wait for the answer.
SECONDS_TO_ANSWER = 0.3


def do_nothing() -> None:
    """Where no clockwork runs."""


class Neighbours:
    """In the event loop. `publish` brings a hint to all other processes, where there may be any."""

    def __init__(self) -> None:
        self.publish: Callable[..., None] | None = None
        self.on_goodbye: Callable[[], None] = do_nothing  # one of them stops: the heartbeat tells which
        self._calls: dict[str, asyncio.Future[None]] = {}
        self.words: dict[str, Callable[..., None]] = {
            "call": self._hear_call,
            "answer": self._hear_answer,
            "goodbye": self._hear_goodbye,
        }

    def hear(self, word: str, news: dict[str, Any]) -> None:
        self.words[word](**news)

    # ---- whether they live

    async def silent(self, names: Iterable[str]) -> set[str]:
        """Those of them that do not answer: they have died, or stand still."""
        if self.publish is None:
            return set()
        calls = {name: asyncio.ensure_future(self._call(name)) for name in names}  # all at once
        return {name for name, answered in calls.items() if not await answered}

    async def _call(self, name: str) -> bool:
        call = secrets.token_hex(8)
        self._calls[call] = answer = asyncio.get_running_loop().create_future()
        self._say("call", name=name, call=call)
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                await answer
        except TimeoutError:
            return False
        finally:
            del self._calls[call]
        return True

    def _hear_call(self, name: str, call: str) -> None:
        if name == lost_time.beaten_by:
            self._say("answer", call=call)

    def _hear_answer(self, call: str) -> None:
        answer = self._calls.get(call)
        if answer is not None and not answer.done():
            answer.set_result(None)

    # ---- that one of them stops

    def say_goodbye(self) -> None:
        self._say("goodbye")

    def _hear_goodbye(self) -> None:
        self.on_goodbye()

    def _say(self, word: str, **news: str) -> None:
        if self.publish is not None:
            self.publish(word, news=news)


neighbours = Neighbours()
