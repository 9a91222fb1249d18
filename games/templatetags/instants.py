"""Instants and ids as people read them."""

import datetime

from django import template

from games import wording

register = template.Library()
register.filter("role_words", wording.role)
register.filter("deed_words", wording.deed)
register.filter("place_words", wording.place)


@register.filter
def instant(instant_ms: int | None) -> datetime.datetime | None:
    """UTC milliseconds as a time that the `date` filter shows in the reader's zone."""
    if instant_ms is None:
        return None
    return datetime.datetime.fromtimestamp(instant_ms / 1000, datetime.UTC)
