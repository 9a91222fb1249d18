"""Loaded by the server of a soak: its wall clock is off by what a file says, and can be set while it runs."""

import os
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
