"""Days of tournaments as iCalendar (RFC 5545), for the calendars of players. Pure."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST_LINE = 75  # octets, after which a line is folded (3.1)


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A tournament or a club evening, of one day or several."""

    uid: str
    name: str
    first: date
    last: date
    made_ms: int
    version: int = 0
    place: str = ""
    text: str = ""
    address: str = ""


def write_calendar(name: str, days: Iterable[CalendarDay]) -> str:
    """Write a calendar with an entry for each tournament or club evening."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Fiveline//Events//EN",
        f"X-WR-CALNAME:{_escaped(name)}",
        *(line for day in days for line in _vevent(day)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _vevent(day: CalendarDay) -> Iterator[str]:
    made = datetime.fromtimestamp(day.made_ms / 1000, UTC)
    yield "BEGIN:VEVENT"
    yield f"UID:{day.uid}"
    yield f"DTSTAMP:{made:%Y%m%dT%H%M%SZ}"
    yield f"SEQUENCE:{day.version}"
    yield f"DTSTART;VALUE=DATE:{day.first:%Y%m%d}"
    # The end is the first day on which it is over (3.6.1).
    yield f"DTEND;VALUE=DATE:{max(day.first, day.last) + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{_escaped(day.name)}"
    for key, value in (("LOCATION", day.place), ("DESCRIPTION", day.text)):
        if value:
            yield f"{key}:{_escaped(value)}"
    if day.address:
        yield f"URL:{day.address}"
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return text.replace("\r\n", "\n").replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a long line between characters, never within one."""
    parts: list[str] = []
    part = ""
    for character in line:
        if len((part + character).encode()) > LONGEST_LINE - bool(parts):
            parts.append(part)
            part = ""
        part += character
    return "\r\n ".join([*parts, part])
