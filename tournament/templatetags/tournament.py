"""Template tags of a tournament's pages: links that keep the query, names, texts of the pure packages."""

from functools import lru_cache
from typing import Protocol

from django import template
from django.http import QueryDict
from django.template.context import Context
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.light_text import light_text
from tournament.models import Picture
from tournament.ranking.tiebreaks import Working
from tournament.scores import halves_text, people_text, score_text

register = template.Library()
register.filter("halves", halves_text)
register.simple_tag(score_text, name="score")
register.filter("light_text", light_text)
register.filter("words", gettext)  # a name or explanation that a pure package has in English


@register.filter
def figure(working: Working) -> str:
    """Write the number that a working results in, with the decimal mark of the language."""
    return people_text(working.value, get_format("DECIMAL_SEPARATOR"))


@register.simple_tag(takes_context=True)
def query(context: Context, **changes: object) -> str:
    """Return the query of this page with some values changed; None removes a value."""
    changed: QueryDict = context["request"].GET.copy()
    for name, value in changes.items():
        changed.pop(name, None)
        if value is not None:
            changed[name] = str(value)
    return changed.urlencode()


class Named(Protocol):
    """An entrant, or a row about one."""

    @property
    def number(self) -> int: ...
    @property
    def public_name(self) -> str: ...


@register.simple_tag(takes_context=True)
def name(context: Context, entrant: Named) -> SafeString:
    """Link an entrant's public name to the card. A page has hundreds of these, so it is kept fast."""
    if context.get("plain"):
        return escape(entrant.public_name)
    cards = _cards_of(context["tournament"].code)
    return format_html(
        '<a class="entrant-link" href="{}{}/">{}</a>', cards, entrant.number, entrant.public_name
    )


@register.filter
def picture_url(picture: Picture) -> str:
    return reverse("picture", args=[picture.digest, picture.kind])


@lru_cache(maxsize=64)
def _cards_of(code: str) -> str:
    return reverse("tournament-entrants", args=[code])


@register.filter
def counting(count: int) -> range:
    """Return the numbers from 1 to `count`."""
    return range(1, count + 1)
