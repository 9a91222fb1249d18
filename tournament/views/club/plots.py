"""Ratings over time, drawn on the server: an SVG that needs neither script nor style attribute."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone
from django.utils.translation import gettext as _

from tournament.services.club.ratings import Point, RatingShown

# One for laptops, one for phones, with letters of the same size.
WIDE, NARROW = (960, 260), (340, 220)
LEFT, RIGHT, TOP, BOTTOM = 48, 30, 14, 34
# Steps between labelled lines, the smallest that leaves at most five of them.
STEPS = (10, 20, 25, 50, 100, 200, 250, 500)
MOST_LINES = 5
MOST_ROOM = 120
DATE_ROOM = 110  # what a date needs along the foot


@dataclass(frozen=True, slots=True)
class _Scale:
    """Conversion of ratings and places in the history to points of the picture."""

    low: int
    high: int
    count: int
    width: int
    height: int

    def x(self, place: int) -> float:
        return round(LEFT + (self.width - LEFT - RIGHT) * place / max(self.count - 1, 1), 1)

    def y(self, value: int) -> float:
        return round(TOP + (self.height - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 1)


def both_sizes(points: Sequence[Point], now: RatingShown, label: str) -> SafeString:
    """Draw the picture for wide and for narrow pages; the style sheet shows one of them."""
    return format_html(
        "{}{}", history(points, now, label, WIDE, "wide"), history(points, now, label, NARROW, "narrow")
    )


def history(
    points: Sequence[Point], now: RatingShown, label: str, size: tuple[int, int] = WIDE, name: str = "wide"
) -> SafeString:
    """Draw a line through all ratings, a band of one deviation to each side, hollow marks while provisional.

    The line ends with the rating as it is now, because its deviation has grown since the last games.
    """
    if not points:
        return mark_safe("")
    ratings = [points[0].before, *(point.after for point in points[:-1]), now]
    step, low, high = _span([edge for each in ratings for edge in _reach(each)])
    scale = _Scale(low, high, len(ratings), *size)
    line = " ".join(f"{scale.x(place)},{scale.y(each.value)}" for place, each in enumerate(ratings))
    lines = format_html_join(
        "",
        '<line class="plot-grid" x1="{}" x2="{}" y1="{}" y2="{}"/>'
        '<text class="plot-label" x="{}" y="{}">{}</text>',
        (
            (LEFT, scale.width - RIGHT, scale.y(value), scale.y(value), LEFT - 8, scale.y(value) + 4, value)
            for value in range(low, high + 1, step)
        ),
    )
    dates = format_html_join(
        "",
        '<text class="plot-date" x="{}" y="{}">{}</text>',
        ((scale.x(place), scale.height - 10, text) for place, text in reversed([*_dates(points, scale)])),
    )
    marks = format_html_join(
        "",
        '<circle class="plot-mark{}" cx="{}" cy="{}" r="4"><title>{}</title></circle>',
        (
            (
                " plot-provisional" if each.provisional else "",
                scale.x(place),
                scale.y(each.value),
                _("%(rating)s, give or take %(deviation)s")
                % {"rating": each.value, "deviation": each.deviation},
            )
            for place, each in enumerate(ratings)
        ),
    )
    return format_html(
        '<svg class="plot plot-{}" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}'
        '<polygon class="plot-band" points="{}"/><polyline class="plot-line" points="{}"/>{}</svg>',
        name,
        *size,
        label,
        lines,
        dates,
        _band(ratings, scale),
        line,
        marks,
    )


def _dates(points: Sequence[Point], scale: _Scale) -> Iterator[tuple[int, str]]:
    """Yield when each rating was reached, the latest first, as many as have room, always with the last."""
    taken = scale.x(len(points)) + DATE_ROOM
    for place in range(len(points), 0, -1):
        if taken - scale.x(place) >= DATE_ROOM:
            taken = scale.x(place)
            day = datetime.fromtimestamp(points[place - 1].ended_ms / 1000, get_current_timezone())
            yield place, date_format(day, "SHORT_DATE_FORMAT")


def _reach(rating: RatingShown) -> tuple[int, int]:
    """Return the range to show around a rating, limited so that its uncertainty does not flatten the line."""
    room = min(rating.deviation, MOST_ROOM)
    return rating.value - room, rating.value + room


def _span(values: Sequence[int]) -> tuple[int, int, int]:
    """Choose a step and round bounds that leave room around the values."""
    lowest, highest = min(values), max(values)
    step = next((step for step in STEPS if (highest - lowest) / step <= MOST_LINES - 1), STEPS[-1])
    low, high = lowest // step * step, -(-highest // step) * step
    return (step, low, high) if low < high else (step, low - step, high + step)


def _band(ratings: Sequence[RatingShown], scale: _Scale) -> str:
    """Return the corners of the band of one deviation to each side, cut off at the picture's bounds."""

    def edge(place: int, value: int) -> str:
        return f"{scale.x(place)},{scale.y(min(max(value, scale.low), scale.high))}"

    upper = [edge(place, each.value + each.deviation) for place, each in enumerate(ratings)]
    lower = [edge(place, each.value - each.deviation) for place, each in enumerate(ratings)]
    return " ".join([*upper, *reversed(lower)])
