"""Lists as spreadsheets and people write them: rows of cells, the delimiter found out, a cell never formula.

Read line by line, so that every trouble has its line; a quoted cell ends on the line it began on.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.exchange.reading import BadFile, lines_of

DELIMITERS = ("\t", ";", ",", "|")
MOST_ROWS = 2000
MOST_CELLS = 60
# What a spreadsheet would take for the beginning of a formula.
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class CsvRow:
    line: int
    text: str  # as written
    cells: tuple[str, ...]
    closed: bool = True  # whether every quote that was opened was closed


def read(text: str) -> list[CsvRow]:
    """Rows that hold anything, in order, split at the delimiter that fits most of them."""
    lines = [(number, line) for number, line in enumerate(lines_of(text), 1) if line.strip()]
    if len(lines) > MOST_ROWS:
        raise BadFile("too-many-lines", most=MOST_ROWS)
    delimiter = delimiter_of([line for _, line in lines])
    return [_row(number, line, delimiter) for number, line in lines]


def delimiter_of(lines: Sequence[str]) -> str:
    """The one that splits most lines into equally many cells; a tab before a semicolon before a comma."""
    counts = {
        delimiter: [count for line in lines[:100] if (count := line.count(delimiter))]
        for delimiter in DELIMITERS
    }

    def fit(delimiter: str) -> tuple[int, int]:
        found = counts[delimiter]
        common = max((found.count(count) for count in set(found)), default=0)
        return common, -DELIMITERS.index(delimiter)

    return max(DELIMITERS, key=fit)


def _row(number: int, line: str, delimiter: str) -> CsvRow:
    try:
        cells = next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=True))
    except csv.Error:
        return CsvRow(number, line.strip(), tuple(line.split(delimiter)[:MOST_CELLS]), closed=False)
    return CsvRow(number, line.strip(), tuple(" ".join(cell.split()) for cell in cells[:MOST_CELLS]))


def write(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV with semicolons, as spreadsheets of half of Europe expect and all others ask about."""
    page = io.StringIO()
    writer = csv.writer(page, delimiter=";", lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows([[harmless(cell) for cell in row] for row in rows])
    return page.getvalue()


def harmless(cell: object) -> str:
    """A cell that no spreadsheet calculates: names may begin with anything."""
    text = "" if cell is None else str(cell)
    begins = text.lstrip(" ")
    if begins.startswith(_FORMULAS) and not _is_number(begins):
        return f"'{text}"
    return text


def _is_number(text: str) -> bool:
    digits = text.lstrip("+-").replace(".", "", 1)
    return digits.isascii() and digits.isdigit()
