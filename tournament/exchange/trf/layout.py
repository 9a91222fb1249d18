"""Pieces of lines that several records have."""

from collections.abc import Mapping

from tournament.scores import report_points_text

from .columns import LineField


def put(line: list[str], field: LineField, text: str) -> None:
    """Into its columns, cut where it is too long."""
    width = field.last - field.first + 1
    line[field.first - 1 : field.last] = text.ljust(width)[:width]


def numbers_text(numbers: tuple[int, ...]) -> str:
    return " ".join(f"{number:4d}" for number in numbers)


def point_system(values: Mapping[str, int]) -> str:
    """`W 3.0    D 1.0` from column 6 on, as 162 and 362 have it; nothing of nothing."""
    told = "    ".join(f"{letter}{report_points_text(value):>4}" for letter, value in values.items())
    return f" {told}" if told else ""
