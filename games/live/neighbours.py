"""Whether another server process lives: asked over the channel layer, and answered within milliseconds.

Its heartbeat says so as well, a second or two later; by then a player who came from it may have moved.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import Any

from games.services.lost_time import lost_time

# A process that is busy answers late; longer than this a move should not wait for the answer.
SECONDS_TO_ANSWER = 0.3


class Neighbours:
    """In the event loop. `publish` brings a hint to all other processes, where there may be any."""

    def __init__(self) -> None:
        self.publish: Callable[..., None] | None = None
        self._calls: dict[str, asyncio.Future[None]] = {}

    async def silent(self, names: Iterable[str]) -> set[str]:
        """Those of them that do not answer: they have died, or stand still."""
        if self.publish is None:
            return set()
        calls = {name: asyncio.ensure_future(self._call(self.publish, name)) for name in names}  # all at once
        return {name for name, answered in calls.items() if not await answered}

    async def _call(self, publish: Callable[..., None], name: str) -> bool:
        call = secrets.token_hex(8)
        self._calls[call] = answer = asyncio.get_running_loop().create_future()
        publish("call", news={"name": name, "call": call})
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                await answer
        except TimeoutError:
            return False
        finally:
            del self._calls[call]
        return True

    def hear_call(self, news: dict[str, Any]) -> None:
        if self.publish is not None and news["name"] == lost_time.beaten_by:
            self.publish("answer", news={"call": news["call"]})

    def hear_answer(self, news: dict[str, Any]) -> None:
        answer = self._calls.get(news["call"])
        if answer is not None and not answer.done():
            answer.set_result(None)


neighbours = Neighbours()
