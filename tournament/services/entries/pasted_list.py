"""A pasted list, read: one entrant a line, as spreadsheets and people write it.

`Mira Novak; 1612; Cube Club`, `Novak, Mira`, `3. Mira Novak (1612)`, with headings or without;
a team or pair: `Rooks: Ada Birk, Ben Okafor, Cleo Lind`. A line that says too little keeps the reason.
"""

import csv
import re
from dataclasses import dataclass, replace
from textwrap import dedent

from games.numbers import whole_number
from tournament.exchange.csv_headings import CsvColumn, columns_of, guess
from tournament.models import EntryKind
from tournament.services.entries.tidying import bare_line, family_last, is_heading, name_and_notes, tidy_names
from tournament.services.faults import NotDone

MOST_LINES = 500
LONGEST_NAME, LONGEST_TITLE = 60, 80  # of a person; of a club or team
HIGHEST_RATING = 3999
# A comma comes last: it also stands between family and first name.
DELIMITERS = ("\t", ";", "|", ",")


@dataclass(frozen=True, slots=True)
class PastedPerson:
    first_name: str
    family_name: str = ""

    @property
    def key(self) -> str:
        return f"{self.first_name} {self.family_name}".strip().casefold()

    def __str__(self) -> str:
        return f"{self.first_name} {self.family_name}".strip()


@dataclass(frozen=True, slots=True)
class PastedLine:
    """One entrant to be. `people` are its players: one, or the members of a team or pair in board order."""

    people: tuple[PastedPerson, ...]
    team: str = ""
    rating: int | None = None
    club: str = ""
    written: str = ""
    trouble: NotDone | None = None  # why it cannot be entered

    @property
    def name(self) -> str:
        return self.team or (str(self.people[0]) if self.people else "")


def read_person(text: str) -> PastedPerson:
    """`Mira Novak`, or `Novak, Mira` where a comma says so; all but the last word are first names."""
    text = " ".join(text.split())
    family, comma, first = text.partition(",")
    if comma and first.strip():
        return PastedPerson(first.strip(), family.strip())
    *first_names, last = text.split(" ")
    return PastedPerson(" ".join(first_names), last) if first_names else PastedPerson(last)


def read(text: str, entry: str, *, most: int = MOST_LINES) -> list[PastedLine]:
    lines = [line for line in dedent(text).splitlines()[:most] if line.strip()]
    if entry != EntryKind.PLAYER:
        return _read_teams(lines, entry)
    headings = _cells(lines[0]) if lines else []
    if columns := columns_of(headings):
        return [_read_player(_cells(line), columns, line) for line in lines[1:]]
    return [_read_written_player(line) for line in lines]


def _read_written_player(line: str) -> PastedLine:
    """A line without headings over it: with a bullet, a number, a rating behind the name, or plain."""
    if is_heading(line):
        return PastedLine((), written=line.strip(), trouble=NotDone("heading"))
    bare = bare_line(line)
    cells = _cells(bare)
    # `Novak, Mira 1612`: what stands behind the name stands in the second cell.
    last = 1 if "," in bare and len(cells) == 2 and " " not in cells[0] else 0
    name, rating, club = name_and_notes(cells[last])
    noted = bool(rating or club)
    cells[last] = name
    if last or not noted:
        cells = _one_name(cells, bare)
    return _read_player([*cells, *filter(None, (rating, club))], {}, line)


def _cells(line: str) -> list[str]:
    delimiter = next((each for each in DELIMITERS if each in line), DELIMITERS[-1])
    row = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True))
    return [" ".join(cell.split()) for cell in row]


def _one_name(cells: list[str], line: str) -> list[str]:
    """`Novak, Mira, 1612` has its name in two cells, `Mira Novak, Cube Club, 1612` has not."""
    name, *rest = cells
    if not rest or any(each in line for each in DELIMITERS[:-1]):
        return cells
    if "," in name or not _is_word(name) or not _is_word(rest[0]):
        return cells
    is_family = len(cells) == 2 or " " not in name or name[0].islower()
    return [f"{name}, {rest[0]}", *rest[1:]] if is_family else cells


def _is_word(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell)


def _read_player(cells: list[str], columns: dict[CsvColumn, int], line: str) -> PastedLine:
    # Without headings the name comes first: nobody is called like a club because the name was left out.
    meant = columns or (guess(cells) if cells[0] else {})
    said = {column: cells[place] for column, place in meant.items() if place < len(cells)}
    person, club = _tidied(_person(said)), said.get(CsvColumn.CLUB, "")
    rating = said.get(CsvColumn.RATING, "")
    trouble = _name_trouble(person) or _rating_trouble(rating) or _too_long(club, LONGEST_TITLE)
    worth = int(rating) if rating and not trouble else 0
    return PastedLine((person,), rating=worth or None, club=club, written=line, trouble=trouble)


def _person(said: dict[CsvColumn, str]) -> PastedPerson:
    first, family = said.get(CsvColumn.FIRST_NAME, ""), said.get(CsvColumn.FAMILY_NAME, "")
    if first or CsvColumn.NAME not in said:
        return PastedPerson(first, family) if first else PastedPerson(family)
    return read_person(family_last(said[CsvColumn.NAME]))


def _tidied(person: PastedPerson) -> PastedPerson:
    return PastedPerson(*tidy_names(person.first_name, person.family_name))


def _name_trouble(person: PastedPerson) -> NotDone | None:
    if not _is_word(str(person)):
        return NotDone("no-name")
    return _too_long(person.first_name, LONGEST_NAME) or _too_long(person.family_name, LONGEST_NAME)


def _rating_trouble(text: str) -> NotDone | None:
    if not text or whole_number(text, most=HIGHEST_RATING) is not None:
        return None
    return NotDone("not-a-rating", text=text[:20])


def _too_long(text: str, most: int) -> NotDone | None:
    return NotDone("too-long", text=f"{text[:20]}…", most=most) if len(text) > most else None


def _read_teams(lines: list[str], entry: str) -> list[PastedLine]:
    headings = columns_of(_team_cells(lines[0])) if lines else {}
    if CsvColumn.TEAM not in headings:
        return [_read_team(line, entry) for line in lines]
    if ":" in lines[0]:
        return [_read_team(line, entry) for line in lines[1:]]
    return [_read_team_row(line, headings[CsvColumn.TEAM], entry) for line in lines[1:]]


def _team_cells(line: str) -> list[str]:
    return re.split(r"\s*[:,;\t|]\s*", line)


def _read_team(line: str, entry: str) -> PastedLine:
    bare = bare_line(line)
    name, colon, members = bare.partition(":")
    return _team(name.strip().strip('"') if colon else "", members if colon else bare, line, entry)


def _read_team_row(line: str, place: int, entry: str) -> PastedLine:
    """A row under a heading that says in which cell the team's name stands; all others are players."""
    cells = _cells(line)
    name = cells.pop(place) if place < len(cells) else ""
    return _team(name, cells[0] if len(cells) == 1 else ";".join(cells), line, entry)


def _team(name: str, members: str, line: str, entry: str) -> PastedLine:
    players = tuple(_tidied(read_person(family_last(name_and_notes(each)[0]))) for each in _names(members))
    made = team_line(players, name)
    trouble = next(filter(None, map(_name_trouble, players)), None) or _too_long(made.team, LONGEST_TITLE)
    if not players or not made.team:
        trouble = NotDone("no-name")
    elif entry == EntryKind.PAIR and len(players) != 2:
        trouble = NotDone("pair-of-two")
    return replace(made, written=line, trouble=trouble)


def team_line(players: tuple[PastedPerson, ...], name: str) -> PastedLine:
    """Without a name, a team or pair is called by its players."""
    return PastedLine(players, team=name.strip() or " / ".join(each.first_name for each in players))


def _names(text: str) -> list[str]:
    """Names apart from each other; between semicolons, strokes or tabs `Novak, Mira` is one."""
    delimiter = next((each for each in "\t;/" if each in text), ",")
    row = next(csv.reader([text.strip()], delimiter=delimiter, skipinitialspace=True), [])
    return [name.strip() for name in row if name.strip()]
