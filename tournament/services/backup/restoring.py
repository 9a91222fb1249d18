"""Restore a backup: the whole installation while no server runs, or one tournament while others are played.

The current state is backed up first, like before any other step, so that restoring can be undone.
"""

import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, connections, models, transaction

from games.access.permissions import Actor
from games.faults import Fault
from games.models import Action
from games.timekeeping import MINUTE_MS, begin_generation, generation
from tournament.files import tournament_json
from tournament.files.reading import BadFile
from tournament.files.tournament_json import Plain
from tournament.models import Club, MatchGame, Team, TeamMember, Tournament, TournamentStatus
from tournament.server.problems import Problem
from tournament.services import locking
from tournament.services.backup import copies, updating
from tournament.services.tables import live_games

SQLITE = b"SQLite format 3\0"
DUMP = b"PGDMP"
GZIP = b"\x1f\x8b"
MOST_BYTES = 200 * 1024 * 1024  # of an uploaded copy, unpacked: years of a club
_ALIAS = "backup"


class BackupRefused(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "unreadable": "This file cannot be read as a backup.",
        "too-big": "This file is too big for a backup.",
        "damaged": "This backup is damaged.",
        "not-sqlite": "This is a copy of a SQLite database, and the database here is another.",
        "not-in-it": "This event is not in that backup: it was made later, or elsewhere.",
        "newer": "This backup was made by a newer version of Fiveline. Install that version first.",
        "dump": "This is a copy of PostgreSQL. Stop Fiveline and give it to pg_restore.",
        "served": "A server runs on this data. Stop it first, or go back from the page Safety of an event.",
    }


@dataclass(frozen=True, slots=True)
class BackupContent:
    """A copy of the whole database, or one tournament as JSON."""

    database: bytes = b""
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class InstallationContent:
    """What restoring a copy of the whole database would bring back."""

    tournaments: tuple[str, ...]
    players: int
    lost: tuple[str, ...]  # tournaments that are here now and not in it
    steps: int  # how many entries of the log came after it


def read(data: bytes) -> BackupContent:
    """Read a backup, packed or not. Its kind is known by its content, not by its name."""
    if data.startswith(GZIP):
        data = _unpack(data)
    if data.startswith(DUMP):
        raise BackupRefused("dump")
    if data.startswith(SQLITE):
        return BackupContent(database=data)
    try:
        text = data.decode()
        tournament_json.read(text, backup=True)
    except (UnicodeDecodeError, BadFile):
        raise BackupRefused("unreadable") from None
    return BackupContent(tournament=text)


def _unpack(data: bytes) -> bytes:
    try:
        unpacking = zlib.decompressobj(wbits=31)
        content = unpacking.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise BackupRefused("unreadable") from None
    if len(content) > MOST_BYTES:
        raise BackupRefused("too-big")
    return content


def restore_installation(content: BackupContent, *, now_ms: int) -> Path:
    """Replace the whole database, and return where the former one is kept.

    Only while no server runs: the file is exchanged.
    """
    if connection.vendor != "sqlite":
        raise BackupRefused("not-sqlite")
    database = Path(connection.settings_dict["NAME"])
    with copies.atomic_file(database) as fresh:
        fresh.write_bytes(content.database)
        _check(fresh)
        lost, kept = _copy_current(database, now_ms)
        connection.close()
        # The log of the old database must not be read into the new one.
        for tail in ("-wal", "-shm"):
            Path(f"{database}{tail}").unlink(missing_ok=True)
    # An older copy may lack tables and columns that this version needs.
    call_command("migrate", verbosity=0, interactive=False)
    begin_generation(after=lost)
    return kept


def _copy_current(database: Path, now_ms: int) -> tuple[int, Path]:
    """Copy the database; return its generation and the path of the copy. An unreadable one is set aside."""
    try:
        return generation(), copies.copy_installation(reason="restore", now_ms=now_ms)
    except (DatabaseError, sqlite3.DatabaseError):
        connection.close()
        aside = copies.folder() / f"{copies.stamp(now_ms)}-unreadable.sqlite3"
        database.touch(mode=0o600)
        shutil.copyfile(database, aside)
        # Later than any generation that was counted up from 1.
        return now_ms // MINUTE_MS, aside


def extract_tournament(content: BackupContent, tournament: Tournament) -> str:
    """Return this one tournament as JSON from a backup of it or of the whole database."""
    if not content.database:
        row = tournament_json.read(content.tournament, backup=True)["tournament"]
        if (row["id"], row.get("code")) != (tournament.pk, tournament.code):
            raise BackupRefused("not-in-it")
        return content.tournament
    with _open_copy(content.database):
        found = Tournament.objects.using(_ALIAS).filter(pk=tournament.pk, code=tournament.code).first()
        if found is None:
            raise BackupRefused("not-in-it")
        return tournament_json.write(found, backup=True, using=_ALIAS)


def restore_tournament(*, actor: Actor, tournament: Tournament, text: str, now_ms: int) -> None:
    """Put one tournament back in place: its address, links and tables stay, and all others continue."""
    plain = tournament_json.read(text, backup=True)
    copies.make(tournament, reason="restore", now_ms=now_ms)
    with locking.changing(tournament.pk, archived=True) as held:
        games = dict(
            MatchGame.objects.filter(match__round__stage__tournament=held, game__isnull=False).values_list(
                "pk", "game_id"
            )
        )
        staying = {row["id"] for row in plain["games"]}
        gone = MatchGame.objects.filter(pk__in=games.keys() - staying)
        voided = live_games.void_all(gone)
        _replace_rows(plain, held)
        for pk in games.keys() & staying:
            MatchGame.objects.filter(pk=pk).update(game=games[pk])
        locking.note(actor, "restore_event", held, after={"voided": voided})


def _replace_rows(plain: Plain, tournament: Tournament) -> None:
    """Save the rows under the ids that they had, so that links to them stay valid."""
    for model, path in reversed(tournament_json.OWN.values()):
        model._base_manager.filter(**{path: tournament.pk}).delete()
    version = tournament.version
    _fill(tournament, plain)
    # The version only ever counts up: pages compare it with what they saw.
    tournament.version = version + 1
    tournament.save()
    tournament_json.save_rows(plain, tournament, _find_by_id(plain), backup=True, keep_ids=True)


def load_copy(text: str) -> Tournament:
    """Make a second tournament from a backup, and archive the first if it is one of this installation.

    Live games are not opened again: their results are in the matches.
    """
    plain = tournament_json.read(text, backup=True)
    with transaction.atomic():
        made = Tournament()
        _fill(made, plain)
        made.save()
        tournament_json.save_rows(plain, made, _find_by_id(plain), backup=True)
        row = plain["tournament"]
        original = Tournament.objects.filter(pk=row["id"], code=row.get("code")).exclude(pk=made.pk)
        # The same games are not rated twice.
        original.update(status=TournamentStatus.ARCHIVED, public=False, rated=False)
    return made


def _fill(tournament: Tournament, plain: Plain) -> None:
    """Set all fields except the code, which is the address of a tournament."""
    row = {name: value for name, value in plain["tournament"].items() if name != "code"}
    tournament_json.fill(tournament, row, {}, "tournament", backup=True)


def _find_by_id(plain: Plain) -> tournament_json.FindRow:
    """Find people, teams and clubs by their ids: they belong to the club and stay as they are now."""
    here = {
        (model, row.pk): row
        for name, model in tournament_json.SHARED.items()
        for row in model._base_manager.filter(pk__in=[row["id"] for row in plain[name]])
    }

    def find(made: Any, row: Plain) -> models.Model | None:
        if isinstance(made, TeamMember) and (Team, made.team_id) in here:
            return made
        found = here.get((type(made), row["id"]))
        if found is None and isinstance(made, Club):
            return Club.objects.filter(name__iexact=made.name).first()
        return found

    return find


def summarise_installation(content: BackupContent) -> InstallationContent:
    """Summarise a copy, to be read before everything is put back."""
    with _write_checked(content.database) as file, closing(sqlite3.connect(file)) as copy:
        tournaments = dict(copy.execute("SELECT id, name FROM tournament_tournament ORDER BY id").fetchall())
        (players,) = copy.execute("SELECT count(*) FROM tournament_player").fetchone()
        (last_ms,) = copy.execute("SELECT coalesce(max(at_ms), 0) FROM games_action").fetchone()
    lost = Tournament.objects.exclude(pk__in=tournaments).order_by("pk").values_list("name", flat=True)
    return InstallationContent(
        tuple(tournaments.values()), players, tuple(lost), Action.objects.filter(at_ms__gt=last_ms).count()
    )


@contextmanager
def _open_copy(database: bytes) -> Iterator[None]:
    """Open the copy as a second database, migrated to this version."""
    with _write_checked(database) as file:
        connections.settings[_ALIAS] = {**connection.settings_dict, "NAME": str(file)}
        try:
            call_command("migrate", database=_ALIAS, verbosity=0, interactive=False)
            yield
        finally:
            connections[_ALIAS].close()
            del connections[_ALIAS]
            del connections.settings[_ALIAS]


@contextmanager
def _write_checked(database: bytes) -> Iterator[Path]:
    """Write the copy to a checked temporary file that only its owner can read."""
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="restoring-") as folder:
        file = Path(folder) / "copy.sqlite3"
        file.write_bytes(database)
        _check(file)
        yield file


def _check(file: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as copy:
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise BackupRefused("damaged")
            copy.execute("SELECT 1 FROM tournament_tournament LIMIT 1")
            updating.refuse_newer(copy.execute("SELECT app, name FROM django_migrations").fetchall())
    except sqlite3.DatabaseError:
        raise BackupRefused("damaged") from None
    except Problem:
        raise BackupRefused("newer") from None
