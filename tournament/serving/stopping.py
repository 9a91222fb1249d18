"""A stop has an end, whatever waits: a database that is away, a thread of a page, a client of Redis.

What every part waits for is bounded where it waits. This is for the sum of it, and for what libraries do when
a process ends: it joins their threads, however long those take.
"""

import asyncio
import faulthandler
import os
import sys
import threading
from collections.abc import Coroutine
from typing import Any

from games.live import background

# Less than systemd and containers grant (deploy/), which then kill without a word.
SECONDS_TO_STOP = 15.0
CALM = "Nothing that was answered is lost. What it waited for:"


class Deadline:
    """From `start` on the process has so many seconds to end. Until then it waits in a thread of its own."""

    def __init__(self, seconds: float = SECONDS_TO_STOP) -> None:
        self._seconds = seconds
        self._has_begun = False
        self._begun, self._called_off = threading.Event(), threading.Event()
        threading.Thread(target=self._wait, name="deadline", daemon=True).start()

    def start(self) -> None:
        """Called by a handler of signals, perhaps while it runs for an earlier one."""
        if not self._has_begun:
            self._has_begun = True
            self._begun.set()

    def call_off(self) -> None:
        """The server has stopped, and the process goes on with something else."""
        self._called_off.set()

    def _wait(self) -> None:
        self._begun.wait()
        if self._called_off.wait(self._seconds):
            return
        print(f"Fiveline has not stopped within {self._seconds:.0f} s and ends now. {CALM}", file=sys.stderr)
        faulthandler.dump_traceback(all_threads=True)
        sys.stderr.flush()
        os._exit(1)


def run(serving: Coroutine[Any, Any, None]) -> None:
    """`asyncio.run`, which would wait for ever for a task that swallows being cancelled."""

    async def whole() -> None:
        try:
            await serving
        finally:
            await background.end_the_rest()

    asyncio.run(whole())
