"""Faults with their place, and points as reports write them."""

import re

from tournament.files.reading import BadFile

from .values import MOST_POINTS, BadReport

_POINTS = re.compile(r"(\d{1,2})(?:[.,]([05]))?")


def fault(line: int, column: int, code: str, **params: object) -> BadFile:
    return BadFile("at", line=line, column=column, reason=BadReport(code, **params))


def doubled(at: int, column: int, text: str) -> int:
    found = _POINTS.fullmatch(text)
    points = 2 * int(found[1]) + (found[2] == "5") if found else MOST_POINTS + 1
    if points > MOST_POINTS:
        raise fault(at, column, "not-points", text=text[:20])
    return points
