"""Ask `manage.py serve` to stop, restore a backup and start again.

Only one process may run, as on a club evening: another would keep the replaced data in memory.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from games.access.permissions import Actor


@dataclass(frozen=True, slots=True)
class RestoreOrder:
    file: Path
    actor: Actor


class _Restart:
    """The callback of the running server, and the order it has got."""

    stop: Callable[[], None] | None = None
    order: RestoreOrder | None = None


def offer(stop: Callable[[], None] | None) -> None:
    """Register the function that stops the server before a restore; None while no such server runs."""
    _Restart.stop = stop


def is_offered() -> bool:
    return _Restart.stop is not None


def request_restore(order: RestoreOrder) -> None:
    """Store the order and stop the server as soon as this request is answered."""
    assert _Restart.stop is not None
    _Restart.order = order
    _Restart.stop()


def current_order() -> RestoreOrder | None:
    return _Restart.order
