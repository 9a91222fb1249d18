"""Taking the name of an erased person out of the backups here: each is rewritten, or left as it was.

Backups are not deleted for it: what an evening may need stays. Copies that were taken away cannot be reached.
"""

import gzip
import json
import sqlite3
import tempfile
import zlib
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import audit_log
from games.access.permissions import Actor
from tournament.files import tournament_json
from tournament.services.backup import copies
from tournament.services.club.erasing import ErasedPerson, without_name

_EMPTIED = {"first_name": "", "family_name": "", "note": "", "birth_year": None}


@dataclass(frozen=True, slots=True)
class ErasedCopies:
    rewritten: int
    unreached: int  # files that cannot be read here: they may hold the name


def erase_in_copies(*, actor: Actor, person: ErasedPerson, now_ms: int) -> ErasedCopies:
    rewritten, unreached = 0, len(_foreign_files())
    for backup in copies.listed():
        try:
            rewritten += _rewrite(backup.path, person, now_ms)
        except FileNotFoundError:
            continue  # made room for a newer one meanwhile
        except (OSError, ValueError, KeyError, TypeError, EOFError, zlib.error, sqlite3.Error):
            unreached += 1
    told = {"backups": rewritten, "unreached": unreached}
    audit_log.write(actor, "erase_player", f"player:{person.pk}", after=told)
    return ErasedCopies(rewritten, unreached)


def _foreign_files() -> list[Path]:
    """What lies in the folder and is none of ours to open: copies of PostgreSQL, a database put aside."""
    known = {backup.path for backup in copies.listed()}
    return [path for path in copies.folder().iterdir() if path not in known and path.name[0] != "."]


def _rewrite(path: Path, person: ErasedPerson, now_ms: int) -> bool:
    content = gzip.decompress(path.read_bytes())
    without = _event_without if path.name.endswith(".json.gz") else _database_without
    fresh = without(content, person, now_ms)
    if fresh is not None:
        with copies.unfinished(path) as file:
            file.write_bytes(gzip.compress(fresh, compresslevel=1))
    return fresh is not None


def _event_without(content: bytes, person: ErasedPerson, now_ms: int) -> bytes | None:
    plain = tournament_json.read(content.decode(), backup=True)
    found = [row for row in plain["players"] if _is_person(person, row)]
    for row in found:
        row.update({**_EMPTIED, "club": None, "erased_ms": now_ms, "removed": True})
    return json.dumps(plain).encode() if found else None


def _database_without(content: bytes, person: ErasedPerson, now_ms: int) -> bytes | None:
    """Through a file, which can be vacuumed: what was deleted is not left between the rows."""
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
        if (fresh := without_name(seats, person, owners)) != seats:
            copy.execute("UPDATE games_game SET players = ? WHERE id = ?", (json.dumps(fresh), pk))


def _is_person(person: ErasedPerson, row: Any) -> bool:
    """By number, and by one of the two names: a copy that came from elsewhere numbers other people."""
    first, family = row["first_name"].casefold(), row["family_name"].casefold()
    return row["id"] in person.ids and any(
        (first and first == one.casefold()) or (family and family == other.casefold())
        for one, other in person.called
    )
