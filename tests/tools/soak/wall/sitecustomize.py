"""Loaded by the server of a soak: its wall clock is off by what a file says, and can be set while it runs.

Two signals ask it what it waits for: each thread, and each task of the event loop.
"""

import asyncio
import faulthandler
import os
import signal
import sys
import time
from pathlib import Path

_file = Path(os.environ["FIVELINE_SOAK_CLOCK"])
_time_ns = time.time_ns


def _offset_ms() -> int:
    try:
        return int(_file.read_text() or 0)
    except (OSError, ValueError):
        return 0


time.time_ns = lambda: _time_ns() + _offset_ms() * 1_000_000
time.time = lambda: time.time_ns() / 1e9


def _tell_tasks(_number: int, _frame: object) -> None:
    try:
        tasks = asyncio.all_tasks()
    except RuntimeError:
        tasks = set()
    for task in tasks:
        task.print_stack(file=sys.stderr)


faulthandler.register(signal.SIGUSR1, all_threads=True)
signal.signal(signal.SIGUSR2, _tell_tasks)
