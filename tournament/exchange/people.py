"""Players and teams from a list: first what every line would do and what is wrong with it, then it is done.

`Mira Novak; 1612; Cube Club`, with a line of headings or without; a column for the team makes teams.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import ClassVar

from django.db import transaction

from games.access.permissions import Actor
from games.faults import Counted, Fault
from games.numbers import whole_number
from tournament.exchange import csv_tables
from tournament.exchange.csv_headings import CsvColumn, columns_of, guess
from tournament.exchange.people_directory import Directory, PastedPerson, club_named, read_person
from tournament.models import Player, PublicName, Team
from tournament.services.club import people
from tournament.services.entries import teams

LONGEST_NAME, LONGEST_CLUB = 60, 80
HIGHEST_RATING = 3999


class BadLine(Fault):
    """Why a line is left out, or what is to be thought about it."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "no-name": "There is no name.",
        "too-long": Counted(
            "“{text}” has more than {most} letter.", "“{text}” has more than {most} letters.", by="most"
        ),
        "rating": "“{text}” is not a rating from 1 to 3999.",
        "birth-year": "“{text}” is not a year of birth.",
        "public-as": "“{text}” is none of full, short and initials.",
        "quote": "A quotation mark is opened and never closed.",
        "several": Counted(
            "{count} player of this name is listed. Add a year of birth, or make them one first.",
            "{count} players of this name are listed. Add a year of birth, or make them one first.",
        ),
        "twice": "The same as line {line}.",
        "board": "“{text}” is not a board.",
    }


class Fate(StrEnum):
    NEW = "new"
    CHANGE = "change"
    KNOWN = "known"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a line says about a player; None and empty: nothing is said."""

    person: PastedPerson
    club: str = ""
    rating: int | None = None
    birth_year: int | None = None
    public_as: str = ""
    team: str = ""
    board: int | None = None


@dataclass(frozen=True, slots=True)
class Planned:
    """One line and what becomes of it. `changes` names the fields that get another value."""

    line: int
    text: str
    fate: Fate
    wanted: Wanted | None = None
    player: Player | None = None
    changes: tuple[str, ...] = ()
    trouble: tuple[BadLine, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedTeam:
    name: str
    known: bool
    lines: tuple[int, ...]  # of its players, board 1 first


@dataclass(frozen=True, slots=True)
class ImportPlan:
    lines: tuple[Planned, ...]
    teams: tuple[PlannedTeam, ...] = ()

    def count(self, fate: str) -> int:
        return sum(line.fate == fate for line in self.lines)

    @property
    def does_something(self) -> bool:
        new_teams = any(not team.known for team in self.teams)
        return bool(self.count(Fate.NEW) or self.count(Fate.CHANGE) or new_teams)

    @property
    def mark(self) -> str:
        """What was shown: confirming something else shows it first."""
        told = [(line.line, line.fate, line.player and line.player.pk, line.changes) for line in self.lines]
        return sha256(repr((told, self.teams)).encode()).hexdigest()[:16]


def plan(text: str) -> ImportPlan:
    """What a list would do, line by line. Writes nothing."""
    rows = csv_tables.read(text)
    columns = columns_of(rows[0].cells)
    if columns:
        rows = rows[1:]
    read = [(row, *_wanted(row, columns or guess(row.cells))) for row in rows]
    directory = Directory.read(wanted.person for _, wanted, _ in read if wanted)
    first_lines: dict[tuple[str, int | None], int] = {}
    lines = tuple(_planned(row, wanted, trouble, directory, first_lines) for row, wanted, trouble in read)
    return ImportPlan(lines, _teams(lines))


@transaction.atomic
def carry_out(planned: ImportPlan, *, actor: Actor) -> ImportPlan:
    """Do what the plan says; lines that are wrong are left out."""
    players: dict[int, Player] = {}
    for line in planned.lines:
        if line.wanted is None or line.fate is Fate.WRONG:
            continue
        players[line.line] = _player(line, line.wanted, actor)
    for team in planned.teams:
        if not team.known:
            members = [players[number] for number in team.lines]
            teams.make(actor=actor, name=team.name, players=members)
    return planned


def _player(line: Planned, wanted: Wanted, actor: Actor) -> Player:
    if line.player is None:
        return people.add_player(
            actor=actor,
            first_name=wanted.person.first_name,
            family_name=wanted.person.family_name,
            club=club_named(wanted.club),
            rating=wanted.rating,
            birth_year=wanted.birth_year,
            public_as=wanted.public_as,
        )
    if line.changes:
        said = {name: getattr(wanted, name) for name in line.changes if name != "club"}
        if "club" in line.changes:
            said["club"] = club_named(wanted.club)
        people.change(actor=actor, player=line.player, **said)
    return line.player


def _planned(
    row: csv_tables.CsvRow,
    wanted: Wanted | None,
    trouble: tuple[BadLine, ...],
    directory: Directory,
    first_lines: dict[tuple[str, int | None], int],
) -> Planned:
    if wanted is None or trouble:
        return Planned(row.line, row.text, Fate.WRONG, trouble=trouble)
    key = (wanted.person.key, wanted.birth_year)
    if key in first_lines:
        return Planned(row.line, row.text, Fate.WRONG, trouble=(BadLine("twice", line=first_lines[key]),))
    first_lines[key] = row.line
    found = directory.candidates(wanted.person, wanted.birth_year)
    if len(found) > 1:
        return Planned(row.line, row.text, Fate.WRONG, trouble=(BadLine("several", count=len(found)),))
    if not found:
        return Planned(row.line, row.text, Fate.NEW, wanted)
    changes = tuple(_changes(found[0], wanted))
    return Planned(row.line, row.text, Fate.CHANGE if changes else Fate.KNOWN, wanted, found[0], changes)


def _changes(player: Player, wanted: Wanted) -> Iterable[str]:
    if wanted.club and (player.club is None or player.club.name.casefold() != wanted.club.casefold()):
        yield "club"
    for name in ("rating", "birth_year", "public_as"):
        said = getattr(wanted, name)
        if said and said != getattr(player, name):
            yield name


def _teams(lines: Sequence[Planned]) -> tuple[PlannedTeam, ...]:
    """Players of one team in the order of their boards, else of their lines."""
    grouped: dict[str, list[Planned]] = {}
    names: dict[str, str] = {}
    for line in lines:
        if line.wanted and line.wanted.team and line.fate is not Fate.WRONG:
            names.setdefault(line.wanted.team.casefold(), line.wanted.team)
            grouped.setdefault(line.wanted.team.casefold(), []).append(line)
    known = {name.casefold() for name in Team.objects.values_list("name", flat=True)} if grouped else set()
    return tuple(
        PlannedTeam(
            names[key],
            key in known,
            tuple(line.line for line in sorted(members, key=_by_board)),
        )
        for key, members in grouped.items()
    )


def _by_board(line: Planned) -> tuple[bool, int, int]:
    board = line.wanted.board if line.wanted else None
    return (board is None, board or 0, line.line)


def _wanted(
    row: csv_tables.CsvRow, columns: dict[CsvColumn, int]
) -> tuple[Wanted | None, tuple[BadLine, ...]]:
    """What a row says, or all that is wrong with it."""
    if not row.closed:
        return None, (BadLine("quote"),)
    said = {column: row.cells[index] for column, index in columns.items() if index < len(row.cells)}
    trouble: list[BadLine] = []
    person = _person(said, trouble)
    wanted = Wanted(
        person=person,
        club=_short(said.get(CsvColumn.CLUB, ""), LONGEST_CLUB, trouble),
        rating=_whole(said.get(CsvColumn.RATING, ""), range(1, HIGHEST_RATING + 1), "rating", trouble),
        birth_year=_year(said.get(CsvColumn.BIRTH_YEAR, ""), trouble),
        public_as=_public_as(said.get(CsvColumn.PUBLIC_AS, ""), trouble),
        team=_short(said.get(CsvColumn.TEAM, ""), LONGEST_CLUB, trouble),
        board=_whole(said.get(CsvColumn.BOARD, ""), range(1, 100), "board", trouble),
    )
    return (None if trouble else wanted), tuple(trouble)


def _person(said: dict[CsvColumn, str], trouble: list[BadLine]) -> PastedPerson:
    first, family = said.get(CsvColumn.FIRST_NAME, ""), said.get(CsvColumn.FAMILY_NAME, "")
    if CsvColumn.NAME in said and not first:
        written = said[CsvColumn.NAME].lstrip("'")
        person = PastedPerson(written, family) if family else read_person(written)
    else:
        person = PastedPerson(first, family) if first else PastedPerson(family)
    if not any(letter.isalpha() for letter in str(person)):
        trouble.append(BadLine("no-name"))
    for part in (person.first_name, person.family_name):
        _short(part, LONGEST_NAME, trouble)
    return person


def _short(text: str, most: int, trouble: list[BadLine]) -> str:
    if len(text) > most:
        trouble.append(BadLine("too-long", text=f"{text[:20]}…", most=most))
    return text


def _whole(text: str, allowed: range, code: str, trouble: list[BadLine]) -> int | None:
    if not text or text == "0":
        return None
    number = whole_number(text)
    if number in allowed:
        return number
    trouble.append(BadLine(code, text=text[:20]))
    return None


def _year(text: str, trouble: list[BadLine]) -> int | None:
    """A year, also as the end or beginning of a date."""
    found = re.fullmatch(r"(?:\d{1,2}[./-]\d{1,2}[./-])?((?:19|20)\d\d)(?:[./-]\d{1,2}[./-]\d{1,2})?", text)
    if text and not found:
        trouble.append(BadLine("birth-year", text=text[:20]))
    return int(found[1]) if found else None


def _public_as(text: str, trouble: list[BadLine]) -> str:
    if text and text.casefold() not in PublicName.values:
        trouble.append(BadLine("public-as", text=text[:20]))
    return text.casefold()
