"""Durations, instants and lists as the desk writes them."""

import datetime
from collections.abc import Sequence

from django import template
from django.utils.translation import gettext, pgettext

from games.timekeeping import MINUTE_MS

register = template.Library()


@register.filter
def span(time_ms: int) -> str:
    """`2 h 40 min`, to whole minutes."""
    hours, minutes = divmod(round(time_ms / MINUTE_MS), 60)
    if not hours:
        return gettext("{minutes} min").format(minutes=minutes)
    if not minutes:
        return gettext("{hours} h").format(hours=hours)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)


@register.filter
def listed(items: Sequence[object]) -> str:
    """`2, 3 and 4`."""
    *others, last = map(str, items)
    if not others:
        return last
    return pgettext("a list", "{one} and {other}").format(one=", ".join(others), other=last)


@register.filter
def later(now_ms: int, by_ms: int) -> datetime.datetime:
    """The instant so much later, for the `date` filter."""
    return datetime.datetime.fromtimestamp((now_ms + by_ms) / 1000, datetime.UTC)
