"""Remove a person on request: from the list and from every game of a tournament, called-off ones too.

The name goes, games and results stay. On request the backups here are rewritten, too.
"""

import gzip
import json
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from games import audit_log
from games.access.permissions import Actor
from games.models import Game
from games.numbers import whole_number
from games.services.opening import rename_players
from tournament.files import tournament_json
from tournament.models import Entrant, MatchGame, Player, PublicName, TeamMember
from tournament.services.backup import copies
from tournament.services.tables import live_games

Seats = Mapping[str, Mapping[str, str]]  # as games keep them: seat to name and entrant

_EMPTIED = {"first_name": "", "family_name": "", "note": "", "birth_year": None}


@dataclass(frozen=True, slots=True)
class ErasedPerson:
    """The rows that belonged to an erased person, and the names in them."""

    pk: int
    ids: frozenset[int]
    called: frozenset[tuple[str, str]]  # first and family name
    shown: str  # instead of the name from now on

    @property
    def names(self) -> frozenset[str]:
        """Every form in which a board may have shown the name."""
        return frozenset(
            Player(first_name=first, family_name=family, public_as=form).public_name
            for first, family in self.called
            for form in PublicName
        )


def erase(*, actor: Actor, player: Player, now_ms: int) -> ErasedPerson:
    """Erase the name everywhere at once, called-off games included; games and results stay."""
    with transaction.atomic():
        gone = Player.objects.filter(Q(pk=player.pk) | Q(merged_into=player))
        rows = list(gone.values_list("pk", "first_name", "family_name"))
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                # Otherwise the text stays in the file between the rows, and in every copy of it.
                cursor.execute("PRAGMA secure_delete = ON")
        gone.update(first_name="", family_name="", note="", birth_year=None, club=None, erased_ms=now_ms)
        live_games.rename_all(player)
        person = ErasedPerson(
            player.pk,
            frozenset(pk for pk, _, _ in rows),
            frozenset((first, family) for _, first, family in rows if first or family),
            Player.objects.get(pk=player.pk).public_name,
        )
        _rename_on_former_boards(person)
        audit_log.write(actor, "erase_player", f"player:{player.pk}")
    return person


def _rename_on_former_boards(person: ErasedPerson) -> None:
    """Rename the person in games of rounds that were undone or drawn again: no board refers to those any
    more.
    """
    on_boards = MatchGame.objects.filter(game__isnull=False).values("game")
    former = Game.objects.filter(topic__startswith="tournament:").exclude(pk__in=on_boards)
    seated = dict(former.values_list("pk", "players"))
    refs = {held.get("ref", "") for seats in seated.values() for held in seats.values()}
    owners = _owners(whole_number(ref.removeprefix("entrant:")) or 0 for ref in refs)
    for game_id, seats in seated.items():
        if (fresh := replace_name(seats, person, owners)) != seats:
            rename_players(game_id, fresh)


def _owners(entrant_ids: Iterable[int]) -> dict[str, frozenset[int]]:
    entrants = list(Entrant.objects.filter(pk__in=list(entrant_ids)))
    members: dict[int, set[int]] = {}
    teams = [each.team_id for each in entrants if each.team_id]
    for team, player in TeamMember.objects.filter(team__in=teams).values_list("team", "player"):
        members.setdefault(team, set()).add(player)
    return {
        each.scope: frozenset({each.player_id} if each.player_id else members.get(each.team_id or 0, set()))
        for each in entrants
    }


def replace_name(
    seats: Seats, person: ErasedPerson, owners: Mapping[str, frozenset[int]]
) -> dict[str, dict[str, str]]:
    """Return the seats of a game without this person. `owners` are the players of each entrant that still
    exists.

    An entrant that is one player is identified by number, even if the name was another then. In a team, and
    where the entrant is gone, only the name can identify the person.
    """
    fresh = {}
    for seat, held in seats.items():
        own = owners.get(held.get("ref", ""))
        is_person = own is not None and bool(own) and own <= person.ids
        may_be = own is None or bool(own & person.ids)
        if is_person or (may_be and held.get("name") in person.names):
            fresh[seat] = {**held, "name": person.shown}
        else:
            fresh[seat] = dict(held)
    return fresh


@dataclass(frozen=True, slots=True)
class ErasedCopies:
    rewritten: int
    unreached: int  # files that cannot be read here: they may hold the name


def erase_in_copies(*, actor: Actor, person: ErasedPerson, now_ms: int) -> ErasedCopies:
    """Remove the name from the backups here: each is rewritten, or left as it was.

    Backups are not deleted for it, because an evening may need them. Copies that were taken away cannot be
    reached.
    """
    backups = copies.list_backups()
    known = {backup.path for backup in backups}
    # Copies of PostgreSQL, or a database that was set aside, are not opened here.
    foreign = [path for path in copies.folder().iterdir() if path not in known and path.name[0] != "."]
    rewritten, unreached = 0, len(foreign)
    for backup in backups:
        try:
            rewritten += _rewrite(backup.path, person, now_ms)
        except FileNotFoundError:
            continue  # a newer backup pushed it out meanwhile
        except (OSError, ValueError, KeyError, TypeError, EOFError, zlib.error, sqlite3.Error):
            unreached += 1
    counts = {"backups": rewritten, "unreached": unreached}
    audit_log.write(actor, "erase_player", f"player:{person.pk}", after=counts)
    return ErasedCopies(rewritten, unreached)


def _rewrite(path: Path, person: ErasedPerson, now_ms: int) -> bool:
    content = gzip.decompress(path.read_bytes())
    without = _erase_in_tournament if path.name.endswith(".json.gz") else _erase_in_database
    fresh = without(content, person, now_ms)
    if fresh is not None:
        with copies.atomic_file(path) as file:
            file.write_bytes(gzip.compress(fresh, compresslevel=1))
    return fresh is not None


def _erase_in_tournament(content: bytes, person: ErasedPerson, now_ms: int) -> bytes | None:
    plain = tournament_json.read(content.decode(), backup=True)
    found = [row for row in plain["players"] if _is_person(person, row)]
    for row in found:
        row.update({**_EMPTIED, "club": None, "erased_ms": now_ms, "removed": True})
    return json.dumps(plain).encode() if found else None


def _erase_in_database(content: bytes, person: ErasedPerson, now_ms: int) -> bytes | None:
    """Erase the person in a copy of the database; vacuuming leaves no deleted text between the rows."""
    with tempfile.TemporaryDirectory(dir=copies.folder(), prefix=".erasing-") as folder:
        file = Path(folder) / "copy.sqlite3"
        file.write_bytes(content)
        with closing(sqlite3.connect(file, isolation_level=None)) as copy:
            copy.row_factory = sqlite3.Row
            rows = copy.execute("SELECT id, first_name, family_name FROM tournament_player").fetchall()
            found = [row["id"] for row in rows if _is_person(person, row)]
            if not found:
                return None
            copy.execute("BEGIN")
            values = {**_EMPTIED, "club_id": None, "erased_ms": now_ms}
            sets = ", ".join(f"{name} = :{name}" for name in values)
            emptying = f"UPDATE tournament_player SET {sets} WHERE id = :id"  # noqa: S608 (names of ours)
            for pk in found:
                copy.execute(emptying, {**values, "id": pk})
            _clear_seats(copy, person)
            copy.execute("COMMIT")
            copy.execute("VACUUM")
            copy.execute("PRAGMA journal_mode = DELETE")
        return file.read_bytes()


def _clear_seats(copy: sqlite3.Connection, person: ErasedPerson) -> None:
    owners = {
        f"entrant:{pk}": frozenset(map(int, str(players).split(","))) if players else frozenset()
        for pk, players in copy.execute(
            """
            SELECT entrant.id, coalesce(entrant.player_id, group_concat(member.player_id))
            FROM tournament_entrant entrant
            LEFT JOIN tournament_teammember member ON member.team_id = entrant.team_id
            GROUP BY entrant.id
            """
        )
    }
    games = copy.execute("SELECT id, players FROM games_game WHERE topic LIKE 'tournament:%'").fetchall()
    for pk, text in games:
        seats = json.loads(text)
        if (fresh := replace_name(seats, person, owners)) != seats:
            copy.execute("UPDATE games_game SET players = ? WHERE id = ?", (json.dumps(fresh), pk))


def _is_person(person: ErasedPerson, row: Any) -> bool:
    """Return whether number and one of the two names match: a copy from elsewhere numbers other people."""
    first, family = row["first_name"].casefold(), row["family_name"].casefold()
    return row["id"] in person.ids and any(
        (first and first == one.casefold()) or (family and family == other.casefold())
        for one, other in person.called
    )
