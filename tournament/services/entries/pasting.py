"""Entries from a pasted list: one entrant a line. First what would happen is shown, then it is done.

`Mira Novak; 1612; Cube Club`, `Novak, Mira`, or lines of a spreadsheet, with headings or without; a team or
pair: `Rooks: Ada Birk, Ben Okafor, Cleo Lind`. A line that says too little is shown with the reason, and left
out.
"""

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from textwrap import dedent

from django.db import transaction

from games.access.permissions import Actor
from games.numbers import whole_number
from tournament.exchange.csv_headings import CsvColumn, columns_of, guess
from tournament.models import Club, EntryKind, Player, Tournament
from tournament.services.club import people
from tournament.services.entries import enrol, teams
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


@dataclass(frozen=True, slots=True)
class PastedEntry:
    """`fate`: new, known (on the club's list), entered (nothing to do), unclear (several such) or wrong."""

    line: PastedLine
    fate: str

    @property
    def enters(self) -> bool:
        return self.fate not in ("entered", "wrong")


def read_person(text: str) -> PastedPerson:
    """`Mira Novak`, or `Novak, Mira` where a comma says so; all but the last word are first names."""
    text = " ".join(text.split())
    family, comma, first = text.partition(",")
    if comma and first.strip():
        return PastedPerson(first.strip(), family.strip())
    *first_names, last = text.split(" ")
    return PastedPerson(" ".join(first_names), last) if first_names else PastedPerson(last)


def read(text: str, entry: str) -> list[PastedLine]:
    lines = [line for line in dedent(text).splitlines()[:MOST_LINES] if line.strip()]
    if entry != EntryKind.PLAYER:
        return [_read_team(line, entry) for line in lines if not _is_team_heading(line)]
    headings = _cells(lines[0]) if lines else []
    if columns := columns_of(headings):
        return [_read_player(_cells(line), columns, line) for line in lines[1:]]
    return [_read_player(_one_name(_cells(line), line), {}, line) for line in lines]


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
    person, club = _person(said), said.get(CsvColumn.CLUB, "")
    rating = said.get(CsvColumn.RATING, "")
    trouble = _name_trouble(person) or _rating_trouble(rating) or _too_long(club, LONGEST_TITLE)
    worth = int(rating) if rating and not trouble else 0
    return PastedLine((person,), rating=worth or None, club=club, written=line, trouble=trouble)


def _person(said: dict[CsvColumn, str]) -> PastedPerson:
    first, family = said.get(CsvColumn.FIRST_NAME, ""), said.get(CsvColumn.FAMILY_NAME, "")
    if first or CsvColumn.NAME not in said:
        return PastedPerson(first, family) if first else PastedPerson(family)
    return read_person(said[CsvColumn.NAME])


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


def _is_team_heading(line: str) -> bool:
    return CsvColumn.TEAM in columns_of(re.split(r"\s*[:,;\t]\s*", line))


def _read_team(line: str, entry: str) -> PastedLine:
    name, colon, members = line.partition(":")
    players = tuple(map(read_person, _names(members if colon else line)))
    made = team_line(players, name.strip().strip('"') if colon else "")
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


def propose(tournament: Tournament, lines: Iterable[PastedLine]) -> list[PastedEntry]:
    lines = list(lines)
    known = _players_by_name(lines)
    entered = {str(entrant).casefold() for entrant in tournament.entrants.with_names()}
    found = []
    for line in lines:
        if line.trouble:
            found.append(PastedEntry(line, "wrong"))
            continue
        if line.name.casefold() in entered:
            fate = "entered"
        elif any(len(known.get(person.key, ())) > 1 for person in line.people):
            fate = "unclear"
        else:
            fate = "known" if all(known.get(person.key) for person in line.people) else "new"
        entered.add(line.name.casefold())
        found.append(PastedEntry(line, fate))
    return found


@transaction.atomic
def enter(*, actor: Actor, tournament: Tournament, lines: Iterable[PastedLine], now_ms: int) -> int:
    """Enter everybody whose line is right and who is not entered, all or nobody; how many there were."""
    proposals = [each for each in propose(tournament, lines) if each.enters]
    known = _players_by_name([each.line for each in proposals])
    for each in proposals:
        players = [_player(actor, person, each.line, known) for person in each.line.people]
        if tournament.entry == EntryKind.PLAYER:
            enrol.enter_player(
                actor=actor,
                tournament=tournament,
                player=players[0],
                rating=each.line.rating,
                now_ms=now_ms,
            )
        else:
            # A pair has no bench: a third name is refused, not put aside.
            boards = len(players) if tournament.entry == EntryKind.PAIR else tournament.boards
            team = teams.make(
                actor=actor, name=each.line.team, players=players[:boards], substitutes=players[boards:]
            )
            enrol.enter_team(actor=actor, tournament=tournament, team=team, now_ms=now_ms)
    return len(proposals)


def _players_by_name(lines: Iterable[PastedLine]) -> dict[str, list[Player]]:
    """Listed players by name, oldest first: where two share a name, the first is taken and can be changed."""
    wanted = {person.key for line in lines for person in line.people}
    found: dict[str, list[Player]] = {}
    for player in Player.objects.listed().order_by("pk"):
        if (key := player.full_name.casefold()) in wanted:
            found.setdefault(key, []).append(player)
    return found


def _player(actor: Actor, person: PastedPerson, line: PastedLine, known: dict[str, list[Player]]) -> Player:
    if listed := known.get(person.key):
        return listed[0]
    club = Club.objects.filter(name__iexact=line.club).first() if line.club else None
    if line.club and club is None:
        club = Club.objects.create(name=line.club)
    player = people.add_player(
        actor=actor,
        first_name=person.first_name,
        family_name=person.family_name,
        rating=line.rating,
        club=club,
    )
    known[person.key] = [player]
    return player
