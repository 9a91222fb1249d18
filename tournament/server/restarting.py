"""A wish that the server stops, goes back to a backup and starts again: `manage.py serve` fulfils it.

Only one process may be there, as on a club evening: what it kept in memory belongs to the data that goes.
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
    """Filled by the server while it runs."""

    stop: Callable[[], None] | None = None
    order: RestoreOrder | None = None


def offer(stop: Callable[[], None] | None) -> None:
    """`stop` ends the server, which then asks for the `order`; None while there is no such server."""
    _Restart.stop = stop


def is_offered() -> bool:
    return _Restart.stop is not None


def ask(order: RestoreOrder) -> None:
    """Stop as soon as the answer to this request is out."""
    assert _Restart.stop is not None
    _Restart.order = order
    _Restart.stop()


def ordered() -> RestoreOrder | None:
    return _Restart.order
