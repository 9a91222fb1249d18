"""Faults of disk, file permissions or database: one sentence that helps, and no half-made data."""

import gzip
import logging
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import psycopg_pool
import pytest
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection
from redis.exceptions import ConnectionError as RedisGone

from games.timekeeping import generation
from tests.postgres import free_port
from tests.server_process import ROOT
from tournament import environment
from tournament.server.problems import Problem, ProblemFilter, database_file, recognise
from tournament.services.backup import copies, restoring, updating
from tournament.views import pages

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="about the files of SQLite")

BACKUP = "20261116-111837-000-undo-t3.sqlite3.gz"
ON_A_FULL_DISK = """
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from tournament.command_line import main
main()
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory, django_db_blocker) -> Path:
    """Make a data folder with a database and a backup of it."""
    folder = tmp_path_factory.mktemp("made")
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        connection.close()
        patch.setitem(connection.settings_dict, "NAME", folder / "fiveline.sqlite3")
        call_command("migrate", verbosity=0)
        connection.close()
    (folder / "backups").mkdir()
    (folder / "backups" / BACKUP).write_bytes(gzip.compress((folder / "fiveline.sqlite3").read_bytes(), 1))
    return folder


@pytest.fixture
def folder(made, tmp_path, settings, monkeypatch, django_db_blocker):
    """Return a copy of the data folder for one test."""
    place = Path(shutil.copytree(made, tmp_path / "data"))
    settings.DATA_DIR = place
    with django_db_blocker.unblock():
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", place / "fiveline.sqlite3")
        yield place
        connection.close()


def test_a_disk_that_is_full_at_the_first_start_is_told_and_leaves_no_empty_key(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", ON_A_FULL_DISK, "serve"],
        cwd=ROOT,
        env={**os.environ, "FIVELINE_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Fiveline: The disk is full")
    assert done.stderr.count("\n") == 1, "one sentence, no traceback"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_key_is_no_key(tmp_path, monkeypatch):
    monkeypatch.delenv("FIVELINE_SECRET_KEY", raising=False)
    (tmp_path / "secret-key").touch()
    key = environment.secret_key(tmp_path)
    assert len(key) >= 50
    assert environment.secret_key(tmp_path) == key


def test_a_place_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("FIVELINE_DATA", str(tmp_path / "file" / "data"))
    with pytest.raises(Problem, match="FIVELINE_DATA") as told:
        environment.data_folder()
    assert str(tmp_path / "file") in str(told.value)


def fault_at_start(folder):
    """Return the problem as the command line prints it."""
    with pytest.raises((Problem, DatabaseError)) as stopped:
        updating.bring_up_to_date(now_ms=1)
    if isinstance(stopped.value, Problem):
        return stopped.value
    return recognise(stopped.value, folder=folder, database=database_file())


@pytest.mark.parametrize("content", [b"", b"no database at all" * 100, None])
def test_a_database_that_is_empty_broken_or_gone_leads_to_its_backup_and_back(folder, content):
    database = folder / "fiveline.sqlite3"
    database.unlink()
    if content is not None:
        database.write_bytes(content)
    fault = fault_at_start(folder)
    assert f"restore {folder / 'backups' / BACKUP}" in str(fault)
    content = restoring.read((folder / "backups" / BACKUP).read_bytes())
    kept = restoring.restore_installation(content, now_ms=1_800_000_000_000)
    assert kept.exists()
    assert updating.inspect_data().pending == ()
    assert generation() > 1_000_000, "later than any that was counted, whatever the lost one was"


def test_a_damaged_database_without_a_backup_is_not_promised_one(folder):
    shutil.rmtree(folder / "backups")
    (folder / "fiveline.sqlite3").write_bytes(b"no database at all" * 100)
    assert fault_at_start(folder).code == "damaged-alone"


def test_an_empty_folder_is_a_first_run(folder):
    shutil.rmtree(folder)
    folder.mkdir()
    assert updating.inspect_data().is_new


def test_data_of_a_newer_version_is_refused_and_stays(folder):
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, %s)",
            ["tournament", "9001_later", "2030-01-01"],
        )
    fault = fault_at_start(folder)
    assert fault.code == "newer"
    assert "tournament.9001_later" in str(fault)
    made = copies.copy_installation(reason="update", now_ms=1)
    newer = restoring.BackupContent(database=gzip.decompress(made.read_bytes()))
    with pytest.raises(restoring.BackupRefused, match="newer version"):
        restoring.restore_installation(newer, now_ms=1)


def test_before_data_is_migrated_it_is_copied_and_only_then(folder):
    assert updating.bring_up_to_date(now_ms=1) is None, "nothing to do, nothing copied"
    call_command("migrate", "sessions", "zero", verbosity=0)
    kept = updating.bring_up_to_date(now_ms=1_800_000_000_000)
    assert kept.name == "20270115-080000-000-update-t0.sqlite3.gz"
    assert updating.inspect_data().pending == ()
    copy = folder / "copy.sqlite3"
    copy.write_bytes(gzip.decompress(kept.read_bytes()))
    with closing(sqlite3.connect(copy)) as before:
        apps = {app for (app,) in before.execute("SELECT app FROM django_migrations")}
    assert "games" in apps
    assert "sessions" not in apps


def test_without_room_for_the_copy_nothing_is_migrated(folder, monkeypatch):
    call_command("migrate", "sessions", "zero", verbosity=0)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(copies.shutil, "copyfileobj", full)
    fault = fault_at_start(folder)
    assert fault.code == "no-copy"
    assert "No space left" in str(fault)
    assert updating.inspect_data().pending
    assert [file.name for file in (folder / "backups").iterdir()] == [BACKUP]


def test_a_full_database_is_a_full_disk(folder):
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA max_page_count=1")
    with pytest.raises(DatabaseError) as stopped:
        connection.cursor().execute("CREATE TABLE more AS SELECT zeroblob(9000000)")
    assert recognise(stopped.value, folder=folder, database=database_file()).code == "disk-full"


def test_a_database_server_that_is_away_is_told_without_its_password(tmp_path):
    with pytest.raises(psycopg.OperationalError) as stopped:
        psycopg.connect(f"postgres://fiveline:secret@127.0.0.1:{free_port()}/club", connect_timeout=2)
    fault = recognise(stopped.value, folder=tmp_path, database=None)
    assert fault.code == "database-away"
    assert "secret" not in str(fault)


def test_a_pool_that_gets_no_connection_is_a_database_server_that_is_away(tmp_path):
    """Wrap the fault as Django does: the traceback of each waiting thread once filled the terminal."""
    nowhere = f"postgres://fiveline:secret@127.0.0.1:{free_port()}/club"
    with (
        psycopg_pool.ConnectionPool(nowhere, min_size=0, max_size=1, timeout=0.1) as pool,
        pytest.raises(psycopg_pool.PoolTimeout) as stopped,
    ):
        pool.getconn()
    wrapped = OperationalError("couldn't get a connection after 0.10 sec")
    wrapped.__cause__ = stopped.value
    fault = recognise(wrapped, folder=tmp_path, database=None)
    assert fault.code == "database-away"
    assert "secret" not in str(fault)


def test_a_mistake_of_ours_is_no_problem_of_the_computer(tmp_path):
    with pytest.raises(sqlite3.OperationalError) as stopped:
        sqlite3.connect(":memory:").execute("SELECT * FROM nowhere")
    assert recognise(stopped.value, folder=tmp_path, database=tmp_path / "x") is None
    assert recognise(KeyError("x"), folder=tmp_path, database=None) is None


def disk_full_error():
    """Return the fault as Django raises it."""
    problem = OperationalError("database or disk is full")
    problem.__cause__ = sqlite3.OperationalError("database or disk is full")
    problem.__cause__.sqlite_errorcode = sqlite3.SQLITE_FULL
    return problem


def test_a_full_disk_fills_no_log_and_its_page_says_what_to_do(folder, rf):
    problem = disk_full_error()

    def record(caught):
        return logging.LogRecord(
            "games", logging.ERROR, "", 1, "A request failed.", (), (type(caught), caught, None)
        )

    one_sentence = ProblemFilter()
    first = record(problem)
    assert one_sentence.filter(first)
    assert first.getMessage().startswith("The disk is full")
    assert first.exc_info is None
    assert not one_sentence.filter(record(problem)), "not again for every move"
    assert one_sentence.filter(record(KeyError("ours"))), "a mistake of ours is told whole"
    away = record(RedisGone("Connection closed by server."))
    assert one_sentence.filter(away)
    assert away.getMessage().startswith("Redis cannot be reached (Connection closed by server.)")
    try:
        raise problem
    except OperationalError:
        answer = pages.server_error(rf.get("/"))
    assert answer.status_code == 503
    assert "Nothing can be saved just now" in answer.content.decode()
