"""Write a clock as plain JSON values and read it back: every event carries one, so it is short and versioned.

Keys never change their meaning within a version; a new version keeps a reader for the old one.
"""

from typing import Any

from .account import Account, Turn
from .clock import Clock
from .control import TimeControl

VERSION = 1


def to_json(clock: Clock) -> dict[str, Any]:
    """Write the clock: `accounts` hold main, periods, over and spent, `turn` seat, spent, delay, move."""
    return {
        "v": VERSION,
        "control": clock.control.text,
        "seats": "".join(clock.seats),
        "accounts": [[each.main_ms, each.periods, each.over_ms, each.spent_ms] for each in clock.accounts],
        "turn": [clock.turn.seat, clock.turn.spent_ms, clock.turn.delay_ms, clock.turn.move_ms],
        "game": clock.game_ms,
        "since": clock.since_ms,
        "started": clock.started,
        "over": clock.over,
        "fell": clock.fell,
        "pauses": sorted(clock.pauses),
    }


def from_json(data: dict[str, Any]) -> Clock:
    """Read the clock that `to_json` wrote. Raises `ValueError` for a version this code does not know."""
    if data["v"] != VERSION:
        raise ValueError(f"clock snapshot version {data['v']} is not known")
    return Clock(
        control=TimeControl.parse(data["control"]),
        seats=tuple(data["seats"]),
        accounts=tuple(Account(*numbers) for numbers in data["accounts"]),
        turn=Turn(*data["turn"]),
        game_ms=data["game"],
        since_ms=data["since"],
        started=data["started"],
        over=data["over"],
        fell=data["fell"],
        pauses=frozenset(data["pauses"]),
    )
