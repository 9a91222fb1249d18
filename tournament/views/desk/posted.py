"""Small things read from a pressed button's fields."""

import datetime

from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_time

from games.numbers import whole_number

# Of tables, rounds, minutes and ids nobody has more than that.
MOST = 999_999_999


def posted_number(request: HttpRequest, name: str, default: int = 0) -> int:
    number = whole_number(request.POST.get(name, ""), most=MOST)
    return default if number is None else number


def clock_time_ms(request: HttpRequest, name: str) -> int | None:
    """`18:30` as an instant of today in the hall's time zone; None for nothing."""
    try:
        time = parse_time(request.POST.get(name, "").strip())
    except ValueError:
        return None
    if time is None:
        return None
    today = timezone.localtime().date()
    instant = datetime.datetime.combine(today, time, timezone.get_current_timezone())
    return round(instant.timestamp()) * 1000


def seen_version(request: HttpRequest) -> int:
    """What the person saw. Without it nothing can match: better to look again than to do it blindly."""
    return posted_number(request, "version", default=-1)
