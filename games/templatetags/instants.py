"""Filters that show instants and ids to people."""

import datetime

from django import template

from games.audit_log import names

register = template.Library()
register.filter(names.role_words)
register.filter(names.place_words)


@register.filter
def instant(instant_ms: int | None) -> datetime.datetime | None:
    """Convert UTC milliseconds to a time that the `date` filter shows in the reader's zone."""
    if instant_ms is None:
        return None
    return datetime.datetime.fromtimestamp(instant_ms / 1000, datetime.UTC)
