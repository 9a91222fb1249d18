"""The one place that reads the wall clock: instants are UTC milliseconds and are handed on as `now_ms`."""

import time


def now_ms() -> int:
    return time.time_ns() // 1_000_000
