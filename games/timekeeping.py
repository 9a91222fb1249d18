"""The one place that reads the wall clock: instants are UTC milliseconds and are handed on as `now_ms`."""

import time


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def generation() -> int:
    """Which life of the data this is: one more after every restored backup."""
    from games.models import Server

    found = Server.objects.filter(pk=Server.THE_ONLY).values_list("generation", flat=True).first()
    return 1 if found is None else found
