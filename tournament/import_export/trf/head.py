"""The lines of a report that are not about one player: the meaning of each code, in one table."""

import contextlib
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any

from games.numbers import whole_number
from tournament.files.reading import BadFile
from tournament.scores import InvalidScoring, RoundResult, Scoring

from . import columns
from .values import MOST_PLAYERS, MOST_POINTS, MOST_ROUNDS, BadReport, Forbidden, RequestedBye

# More than the limits, so that a number beyond a limit is reported as too high and not as no number.
_MOST_ROUNDS_READ, _MOST_PLAYERS_READ = 999, 99_999
_POINTS = re.compile(r"(\d{1,2})(?:[.,]([05]))?")
_BYES = {"H": RoundResult.HALF_BYE, "F": RoundResult.FULL_BYE, "Z": RoundResult.ABSENT}


def fault(line: int, column: int, code: str, **params: object) -> BadFile:
    """Make a fault with its place in the file."""
    return BadFile("at", line=line, column=column, reason=BadReport(code, **params))


def read_points(at: int, column: int, text: str) -> int:
    """Parse points of a report as a doubled integer."""
    found = _POINTS.fullmatch(text)
    points = 2 * int(found[1]) + (found[2] == "5") if found else MOST_POINTS + 1
    if points > MOST_POINTS:
        raise fault(at, column, "not-points", text=text[:20])
    return points


@dataclass(slots=True)
class Head:
    """What has been read so far; byes, forbidden pairs and annulled players with the number of their line."""

    facts: dict[str, Any] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    byes: list[tuple[int, RequestedBye]] = field(default_factory=list)
    forbidden: list[tuple[int, Forbidden]] = field(default_factory=list)
    annulled: list[tuple[int, int]] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)

    def read(self, at: int, line: str) -> None:
        """Read one line; count lines with an unknown code."""
        code = line[:3]
        if reader := READERS.get(code):
            reader(self, at, line[4:].strip())
        elif code == "132":
            _round_dates(self, line)
        elif code.strip() and code not in DERIVED_CODES:
            self.unread[code] += 1

    def scoring(self) -> Scoring:
        given = {"W": 2, "D": 1, "L": 0, **self.values}
        try:
            return Scoring.of(given["W"], given["D"], given["L"], bye=given.get("P", given["W"]))
        except InvalidScoring as reason:
            raise BadFile("contradiction", reason=reason) from reason


def _text(name: str, head: Head, at: int, text: str) -> None:
    head.facts.setdefault(name, " ".join(text.split())[:120])


def _day(name: str, head: Head, at: int, text: str) -> None:
    if text:
        # Many programs write dates as they like; a report is not refused for that.
        head.facts.pop(name, None)
        if day := _find_date(r"(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})", text):
            head.facts[name] = day


def _round_dates(head: Head, line: str) -> None:
    """Read a date from the columns of each round; a text that is no date gives None."""
    days = (columns.DAY.in_round(index).of(line) for index in range(columns.rounds_on(line)))
    found = [_find_date(r"(\d\d)[/.-](\d{1,2})[/.-](\d{1,2})", day.strip(), 2000) for day in days]
    head.facts.setdefault("round_dates", tuple(found[:MOST_ROUNDS]))


def _find_date(pattern: str, text: str, century: int = 0) -> date | None:
    if found := re.fullmatch(pattern, text):
        year, month, day = map(int, found.groups())
        with contextlib.suppress(ValueError):
            return date(century + year, month, day)
    return None


def _rounds(head: Head, at: int, text: str) -> None:
    first = text.split()[0] if text.split() else ""
    rounds = whole_number(first, most=_MOST_ROUNDS_READ)
    if rounds is None:
        raise fault(at, 5, "not-a-number", text=first[:20])
    head.facts.setdefault("rounds", rounds)


def _initial_colour(head: Head, at: int, text: str) -> None:
    letter = text[:1].lower()
    if letter in ("w", "b"):
        head.facts.setdefault("odd_seeds_start", letter == "w")


def _scoring(head: Head, at: int, text: str) -> None:
    words = text.split()
    for letter, value in zip(words[::2], words[1::2], strict=False):
        if letter in ("W", "D", "L", "P"):
            head.values[letter] = read_points(at, 5, value)


def _engine_value(letter: str, head: Head, at: int, text: str) -> None:
    head.values[letter] = read_points(at, 5, text)


def _tiebreaks(head: Head, at: int, text: str) -> None:
    codes = [code.strip() for code in text.split(",") if code.strip() and code.strip() != "PTS"]
    head.facts["tiebreaks"] = tuple(codes[:20])


def _byes(head: Head, at: int, text: str) -> None:
    kind, *numbers = text.split() or [""]
    if kind not in _BYES:
        raise fault(at, 5, "not-a-result", text=kind[:20])
    number, *named = _numbers(at, numbers) or [0]
    if 1 <= number <= MOST_ROUNDS and named:
        head.byes.append((at, RequestedBye(_BYES[kind], number, tuple(named))))


def _forbidden(head: Head, at: int, text: str) -> None:
    first, last, *named = [*_numbers(at, text.split()), 0, 0][: MOST_PLAYERS + 2]
    named = [number for number in named if number]
    if len(named) > 1:
        head.forbidden.append((at, Forbidden(first, last, tuple(named))))


def _forbidden_always(head: Head, at: int, text: str) -> None:
    named = _numbers(at, text.split())
    if len(named) > 1:
        head.forbidden.append((at, Forbidden(1, MOST_ROUNDS, tuple(named))))


def _annulled(head: Head, at: int, text: str) -> None:
    head.annulled += [(at, number) for number in _numbers(at, text.split())]


def _numbers(at: int, words: list[str]) -> list[int]:
    numbers = []
    for word in words:
        number = whole_number(word, most=_MOST_PLAYERS_READ)
        if number is None:
            raise fault(at, 5, "not-a-number", text=word[:20])
        numbers.append(number)
    return numbers


READERS: dict[str, Callable[[Head, int, str], None]] = {
    "012": partial(_text, "name"),
    "022": partial(_text, "city"),
    "032": partial(_text, "federation"),
    "042": partial(_day, "starts_on"),
    "052": partial(_day, "ends_on"),
    "092": partial(_text, "kind"),
    "102": partial(_text, "arbiter"),
    "122": partial(_text, "control"),
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial_colour,
    "XXC": _initial_colour,
    "162": _scoring,
    "BBW": partial(_engine_value, "W"),
    "BBD": partial(_engine_value, "D"),
    "BBL": partial(_engine_value, "L"),
    "BBU": partial(_engine_value, "P"),
    "182": partial(_text, "program"),
    "192": partial(_text, "system"),
    "202": _tiebreaks,
    "212": _tiebreaks,
    "222": partial(_text, "coded_control"),
    "240": _byes,
    "260": _forbidden,
    "XXP": _forbidden_always,
    # A code of Fiveline: the format has none for games that are reported but do not count.
    "XXA": _annulled,
}
# These numbers follow from the other lines; ### begins a comment.
DERIVED_CODES = frozenset({"062", "072", "082", "###"})
