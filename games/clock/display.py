"""Time as written on a clock's face, when the writing changes next, and when time is low.

Times round up, so that `0:00` appears only when the time is gone; times that count up round down.
"""

from .terms import HOUR, MINUTE, SECOND

TENTH = 100
TENTHS_BELOW_MS = 10 * SECOND


def format_ms(time_ms: int, tenths_below_ms: int = TENTHS_BELOW_MS) -> str:
    """Write the time that is left: `1:30:00`, `9:59`, `0:09.9`, `0:00`.

    >>> format_ms(61_001), format_ms(9_900), format_ms(1), format_ms(0)
    ('1:02', '0:09.9', '0:00.1', '0:00')
    """
    if time_ms <= 0:
        return "0:00"
    if _in_tenths(time_ms, tenths_below_ms):
        tenths = -(-time_ms // TENTH)
        return f"0:{tenths // 10:02}.{tenths % 10}"
    return _format_seconds(-(-time_ms // SECOND))


def format_up_ms(time_ms: int) -> str:
    """Write the time that was used, without a limit."""
    return _format_seconds(time_ms // SECOND)


def until_change_ms(time_ms: int, tenths_below_ms: int = TENTHS_BELOW_MS) -> int | None:
    """Return how long until time that runs down is written differently; None once it is gone."""
    if time_ms <= 0:
        return None
    if _in_tenths(time_ms, tenths_below_ms):
        return (time_ms - 1) % TENTH + 1
    to_next_second_ms = (time_ms - 1) % SECOND + 1
    return min(to_next_second_ms, time_ms - (tenths_below_ms - TENTH))


def until_change_up_ms(time_ms: int) -> int:
    """Return how long until time that counts up is written differently."""
    return SECOND - time_ms % SECOND


def until_change_rising_ms(time_ms: int, tenths_below_ms: int = TENTHS_BELOW_MS) -> int:
    """Return how long until time that grows, in an hourglass, is written differently."""
    step_ms = TENTH if _in_tenths(time_ms, tenths_below_ms) else SECOND
    return -time_ms % step_ms + 1


def low_time_ms(initial_ms: int) -> int:
    """Return from when the time is low: an eighth of the initial time, at least 10 s and at most 60 s."""
    return min(MINUTE, max(10 * SECOND, initial_ms // 8))


def _in_tenths(time_ms: int, tenths_below_ms: int) -> bool:
    # The last tenth below the border would be written as the border itself, which is whole seconds.
    return time_ms <= tenths_below_ms - TENTH


def _format_seconds(seconds: int) -> str:
    hours, minutes = seconds * SECOND // HOUR, seconds // 60 % 60
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"
