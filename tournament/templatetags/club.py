"""Template tags of the club and the desk: scores, times, lists and names as text."""

import datetime
from collections.abc import Iterable, Sequence

from django import template
from django.template import Context
from django.utils.formats import get_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.access import permissions
from games.languages import LANGUAGES, SOURCE
from games.models import Game
from games.timekeeping import MINUTE_MS
from tournament.models import Player
from tournament.scores import halves_text

register = template.Library()
register.filter("halves", halves_text)


@register.simple_tag(takes_context=True)
def may(context: Context, verb: str) -> bool:
    """Return whether the reader may do this in the club: `{% may "import_data" as may_import %}`."""
    return permissions.may(context["request"].actor, verb)


@register.filter
def signed(number: int) -> str:
    """Write a number with its sign: `+12`, `−3`, `0`, with a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


@register.filter
def minutes(time_ms: int) -> str:
    """Write a time as minutes and seconds: `4:05`."""
    return f"{time_ms // MINUTE_MS}:{time_ms // 1000 % 60:02}"


@register.filter
def percent(number: int) -> str:
    """Write a percentage as the language does: `71%`, in German `71 %`."""
    return f"{number}{LANGUAGES[get_language() or SOURCE].percent}"


@register.filter
def seconds(time_ms: int) -> str:
    """Write a time in seconds with one decimal: `7.2 s`, in German `7,2 s`."""
    point = get_format("DECIMAL_SEPARATOR")
    return _("%(seconds)s s") % {"seconds": f"{time_ms // 1000}{point}{time_ms // 100 % 10}"}


@register.filter
def names(players: Iterable[Player]) -> str:
    return ", ".join(player.public_name for player in players)


@register.filter
def seated(game: Game) -> str:
    """Write the names of a game's players, in the order of the seats."""
    seats = ("X", "O") if game.seats == 2 else ("N", "E", "S", "W")
    return " – ".join(game.players.get(seat, {}).get("name") or seat for seat in seats)


@register.filter
def span(time_ms: int) -> str:
    """Write a duration in hours and whole minutes: `2 h 40 min`."""
    hours, minutes = divmod(round(time_ms / MINUTE_MS), 60)
    if not hours:
        return _("{minutes} min").format(minutes=minutes)
    if not minutes:
        return _("{hours} h").format(hours=hours)
    return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)


@register.filter
def listed(items: Sequence[object]) -> str:
    """Join items to a list in words: `2, 3 and 4`."""
    *others, last = map(str, items)
    if not others:
        return last
    return pgettext("a list", "{one} and {other}").format(one=", ".join(others), other=last)


@register.filter
def later(now_ms: int, by_ms: int) -> datetime.datetime:
    """Return the instant that much later, for the `date` filter."""
    return datetime.datetime.fromtimestamp((now_ms + by_ms) / 1000, datetime.UTC)
