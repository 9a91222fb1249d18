"""Read lists of people: text in, one ParsedLine for each line out.

Lists come from spreadsheets, messages and word processors, with headings or without: `Mira Novak; 1612`,
`Novak, Mira`, `3. Mira Novak (1612)`; a team or pair: `Rooks: Ada Birk, Ben Okafor`.
Nothing is looked up or written here. A line that cannot be used carries the reasons.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from textwrap import dedent
from typing import Any, ClassVar

from games.faults import Counted, Fault
from games.numbers import whole_number
from tournament.models import PublicName
from tournament.people_lists.columns import ListColumn, find_headings, guess_columns
from tournament.people_lists.names import PersonName, read_listed_name, tidy_name
from tournament.people_lists.plain_lines import is_title, split_notes, strip_line

MOST_LINES = 2000
LONGEST_LINE = 2000
LONGEST_NAME, LONGEST_TITLE = 60, 80  # of a person; of a club or team
HIGHEST_RATING, HIGHEST_BOARD = 3999, 99
# A comma comes last: it also separates the family name from the first name.
DELIMITERS = ("\t", ";", "|", ",")
# Characters that messengers and word processors put between letters without showing them.
_INVISIBLE = {ord(character): None for character in "\u200b\u200e\u200f\u2060\ufeff\ufe0f"} | {0xA0: " "}
# An export of ours puts an apostrophe before a cell that a spreadsheet would calculate.
_FORMULA_GUARD = re.compile(r"^'(?=\s*[=+@-])")


class BadLine(Fault):
    """Why a line is left out, or a whole list is refused."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "too-many-lines": Counted(
            "There is more than {most} line.", "There are more than {most} lines.", by="most"
        ),
        "no-name": "A name is needed.",
        "heading": "This looks like a heading.",
        "too-long": Counted(
            "“{text}” has more than {most} letter.", "“{text}” has more than {most} letters.", by="most"
        ),
        "rating": "“{text}” is not a rating from 1 to 3999.",
        "birth-year": "“{text}” is not a year of birth.",
        "public-as": "“{text}” is none of full, short and initials.",
        "board": "“{text}” is not a board.",
        "quote": "A quotation mark is opened and never closed.",
        "pair-of-two": "A pair has exactly two players.",
        "several": Counted(
            "{count} player of this name is listed. Add a year of birth, or make them one first.",
            "{count} players of this name are listed. Add a year of birth, or make them one first.",
        ),
        "twice": "The same as line {line}.",
    }


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What a line says about a player, or about a team or pair and its `people` in board order.

    None and an empty text mean that the line says nothing about it.
    """

    name: str = ""
    people: tuple[PersonName, ...] = ()
    team: str = ""  # of a player
    club: str = ""
    rating: int | None = None
    birth_year: int | None = None
    public_as: str = ""
    board: int | None = None
    number: int = 0
    text: str = ""  # as written
    troubles: tuple[BadLine, ...] = ()


def read_players(text: str, *, most: int = MOST_LINES) -> list[ParsedLine]:
    """Read one player from each line."""
    lines = _split_lines(text, most)
    headings = lines[0].text[:LONGEST_LINE] if lines else ""
    delimiter = _find_delimiter(headings)
    columns = find_headings(_split_cells(headings, delimiter))
    if len(columns) > 1:
        return _read_all(lines[1:], partial(_read_row, columns=columns, delimiter=delimiter))
    # A single heading is a title: the lines below it may say more than a name.
    return _read_all(lines[1:] if columns else lines, _read_plain_line)


def read_teams(text: str, *, pairs: bool = False, most: int = MOST_LINES) -> list[ParsedLine]:
    """Read one team or pair from each line."""
    lines = _split_lines(text, most)
    headings = lines[0].text if lines else ""
    place = find_headings(re.split(r"\s*[:,;\t|]\s*", headings)).get(ListColumn.TEAM)
    if place is None or ":" in headings:
        return _read_all(lines if place is None else lines[1:], partial(_read_team, pairs=pairs))
    return _read_all(lines[1:], partial(_read_team_row, place=place, pairs=pairs))


def name_team(name: str, people: Iterable[PersonName]) -> str:
    """Name a team or pair; without a name, join the first names of its players."""
    return name.strip() or " / ".join(person.first_name for person in people)


def _split_lines(text: str, most: int) -> list[ParsedLine]:
    written = dedent(text.translate(_INVISIBLE)).splitlines()
    lines = [ParsedLine(number=number, text=line) for number, line in enumerate(written, 1) if line.strip()]
    if len(lines) > most:
        raise BadLine("too-many-lines", most=most)
    return lines


def _read_all(lines: Iterable[ParsedLine], read: Callable[[ParsedLine], ParsedLine]) -> list[ParsedLine]:
    def check_and_read(line: ParsedLine) -> ParsedLine:
        troubles = [*_check_length(line.text, LONGEST_LINE)]
        if line.text.count('"') % 2:
            troubles.append(BadLine("quote"))
        return replace(line, troubles=tuple(troubles)) if troubles else read(line)

    return [check_and_read(line) for line in lines]


def _find_delimiter(text: str, among: Iterable[str] = DELIMITERS, default: str = ",") -> str:
    return next((each for each in among if each in text), default)


def _split_cells(text: str, delimiter: str) -> list[str]:
    cells = next(csv.reader([text], delimiter=delimiter, skipinitialspace=True)) or [""]
    return [_FORMULA_GUARD.sub("", " ".join(cell.split())) for cell in cells]


def _read_row(line: ParsedLine, columns: Mapping[ListColumn, int], delimiter: str) -> ParsedLine:
    """Read a line under headings. Their delimiter counts, so that `Novak, Mira` may be one cell."""
    own = _find_delimiter(line.text, among=(delimiter, *DELIMITERS[:-1]), default=delimiter)
    return _read_cells(line, _split_cells(line.text, own), columns)


def _read_plain_line(line: ParsedLine) -> ParsedLine:
    """Read a line without headings: with a bullet, a number, a rating after the name, or plain."""
    if is_title(line.text):
        return replace(line, troubles=(BadLine("heading"),))
    text = strip_line(line.text)
    delimiter = _find_delimiter(text)
    cells = _split_cells(text, delimiter)
    # `Novak, Mira 1612`: the notes follow the first name, in the second cell.
    place = 1 if delimiter == "," and len(cells) == 2 and " " not in cells[0] else 0
    cells[place], rating, club = split_notes(cells[place])
    if delimiter == "," and (place or not (rating or club)):
        cells = _join_name(cells)
    cells += filter(None, (rating, club))
    # The name comes first: a line without one does not name a player after the club.
    return _read_cells(line, cells, guess_columns(cells) if cells[0] else {})


def _join_name(cells: list[str]) -> list[str]:
    """Join the name of `Novak, Mira, 1612`; in `Mira Novak, Cube Club, 1612` it is one cell already."""
    name, *rest = cells
    if not rest or "," in name or not _has_letter(name) or not _has_letter(rest[0]):
        return cells
    is_family_name = len(cells) == 2 or " " not in name or name[0].islower()
    return [f"{name}, {rest[0]}", *rest[1:]] if is_family_name else cells


def _read_year(text: str) -> int | None:
    """Read a year, also within a date."""
    found = re.search(r"\b(?:19|20)\d\d\b", text)
    return int(found[0]) if found else None


def _read_public_as(text: str) -> str | None:
    return text.casefold() if text.casefold() in PublicName.values else None


# A cell that its function cannot read is a trouble; its code is the name of the column.
_READERS: dict[ListColumn, Callable[[str], Any]] = {
    ListColumn.RATING: partial(whole_number, most=HIGHEST_RATING),
    ListColumn.BIRTH_YEAR: _read_year,
    ListColumn.PUBLIC_AS: _read_public_as,
    ListColumn.BOARD: partial(whole_number, most=HIGHEST_BOARD),
}


def _read_cells(line: ParsedLine, cells: list[str], columns: Mapping[ListColumn, int]) -> ParsedLine:
    said = dict.fromkeys(ListColumn, "")
    for column, place in columns.items():
        # A dash or a question mark says nothing.
        if place < len(cells) and any(character.isalnum() for character in cells[place]):
            said[column] = cells[place]
    values = {column: read(said[column]) for column, read in _READERS.items() if said[column]}
    name = _read_name(said)
    troubles = [
        *_check_name(name),
        *_check_length(said[ListColumn.CLUB], LONGEST_TITLE),
        *_check_length(said[ListColumn.TEAM], LONGEST_TITLE),
        *(BadLine(column, text=said[column][:20]) for column, value in values.items() if value is None),
    ]
    return replace(
        line,
        name=str(name),
        people=(name,),
        team=said[ListColumn.TEAM],
        club=said[ListColumn.CLUB],
        rating=values.get(ListColumn.RATING) or None,
        birth_year=values.get(ListColumn.BIRTH_YEAR),
        public_as=values.get(ListColumn.PUBLIC_AS) or "",
        board=values.get(ListColumn.BOARD) or None,
        troubles=tuple(troubles),
    )


def _read_name(said: Mapping[ListColumn, str]) -> PersonName:
    family = said[ListColumn.FAMILY_NAME]
    first = said[ListColumn.FIRST_NAME] or (family and said[ListColumn.NAME])
    if first or family:
        return tidy_name(PersonName(first, family) if first else PersonName(family))
    return read_listed_name(said[ListColumn.NAME])


def _read_team(line: ParsedLine, *, pairs: bool) -> ParsedLine:
    text = strip_line(line.text)
    name, _, members = text.partition(":") if ":" in text else ("", "", text)
    return _make_team(line, name.strip().strip('"'), _split_members(members), pairs)


def _read_team_row(line: ParsedLine, *, place: int, pairs: bool) -> ParsedLine:
    """Read a line under headings that say which cell is the name of the team; all others are players."""
    cells = _split_cells(line.text, _find_delimiter(line.text))
    name = cells.pop(place) if place < len(cells) else ""
    members = [cell for cell in cells if cell]
    return _make_team(line, name, _split_members(members[0]) if len(members) == 1 else members, pairs)


def _split_members(text: str) -> list[str]:
    """Split names; between semicolons, slashes or tabs `Novak, Mira` is one name."""
    cells = _split_cells(text.strip(), _find_delimiter(text, among="\t;/"))
    return [cell for cell in cells if cell]


def _make_team(line: ParsedLine, name: str, members: list[str], pairs: bool) -> ParsedLine:
    people = tuple(read_listed_name(split_notes(member)[0]) for member in members)
    name = name_team(name, people)
    troubles = [trouble for person in people for trouble in _check_name(person)]
    troubles += _check_length(name, LONGEST_TITLE)
    if not people:
        troubles = [BadLine("no-name")]
    elif pairs and len(people) != 2:
        troubles = [BadLine("pair-of-two")]
    return replace(line, name=name, people=people, troubles=tuple(troubles))


def _check_name(name: PersonName) -> Iterator[BadLine]:
    if not _has_letter(str(name)):
        yield BadLine("no-name")
    yield from _check_length(name.first_name, LONGEST_NAME)
    yield from _check_length(name.family_name, LONGEST_NAME)


def _check_length(text: str, most: int) -> Iterator[BadLine]:
    if len(text) > most:
        yield BadLine("too-long", text=f"{text[:20]}…", most=most)


def _has_letter(text: str) -> bool:
    return any(character.isalpha() for character in text)
