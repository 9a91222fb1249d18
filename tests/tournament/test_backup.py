"""Backups before each step, and restoring one."""

import gzip
import io
import json
import os
import sqlite3
import stat
import subprocess
import sys
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import timekeeping
from games.access.permissions import Actor, Holding
from games.referee import requests as r
from games.rules import Move, Seat
from tests.database_files import create_database
from tests.databases import own_rows
from tests.games.conftest import at_table, opened
from tests.tournament.conftest import ORGANISER
from tournament.files import tournament_json
from tournament.models import Match, MatchGame, Player, TeamMember, Tournament
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.backup import copies, restoring
from tournament.services.entries import enrol
from tournament.services.results import corrections
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record

__all__ = ["at_table", "opened"]
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def test_there_is_a_backup_before_publishing_closing_and_undoing(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    round_ = e.publish()
    e.play(round_)
    lifecycle.undo(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    kept = copies.list_backups()
    assert [each.reason for each in kept] == ["undo", "close", "publish"]
    assert {each.tournament_id for each in kept} == {e.tournament.pk}
    assert stat.S_IMODE(kept[0].path.stat().st_mode) == 0o600
    assert copies.find(kept[0].path.name) == kept[0]
    assert copies.find("../secret-key") is None


def test_only_the_last_ones_are_kept(make_tournament, monkeypatch):
    e = make_tournament("A B")
    monkeypatch.setattr(copies, "KEEP", 2)
    monkeypatch.setattr(copies, "KEEP_EACH", 1)
    made = [copies.make(e.tournament, reason="publish", now_ms=e.now_ms) for _ in range(4)]
    assert [each.path for each in copies.list_backups()] == made[:1:-1]


def test_a_busy_tournament_does_not_push_out_the_last_ones_of_a_quiet_one(make_tournament, monkeypatch):
    monkeypatch.setattr(copies, "KEEP", 4)
    quiet, busy = make_tournament("A B", name="Quiet"), make_tournament("C D", name="Busy")
    for e, count in ((quiet, 5), (busy, 6)):
        for _ in range(count):
            copies.make(e.tournament, reason="publish", now_ms=next(quiet.ticks))
    owners = [each.tournament_id for each in copies.list_backups()]
    assert owners == [busy.tournament.pk] * 4 + [quiet.tournament.pk] * 3


def test_one_tournament_cannot_press_the_backups_of_the_house_away(make_tournament, monkeypatch):
    monkeypatch.setattr(copies, "KEEP", 12)
    e = make_tournament("A B")
    for _ in range(10):
        copies.copy_installation(reason="migrate", now_ms=next(e.ticks))
    for _ in range(20):
        copies.make(e.tournament, reason="manual", now_ms=next(e.ticks))
    owners = [each.tournament_id for each in copies.list_backups()]
    assert (owners.count(copies.NO_TOURNAMENT), owners.count(e.tournament.pk)) == (8, 4)


def test_there_is_a_backup_before_a_correction_that_reopens_matches(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    e.play(e.publish())
    e.play(e.publish())
    final, semi = (own_rows(Match).with_names().get(place=place) for place in ("W2.1", "W1.1"))
    made = len(copies.list_backups())
    organiser = Actor(holdings=frozenset({Holding("organiser", e.tournament.scope)}))
    for match, more in ((final, 0), (semi, 1)):
        corrections.correct(
            actor=organiser,
            match=match,
            outcome=Outcome(match.outcome).swapped,
            note="",
            now_ms=e.now_ms,
        )
        assert len(copies.list_backups()) == made + more
    assert copies.list_backups()[0].reason == "correct"


def test_a_new_one_stays_even_where_a_wrong_clock_stamped_the_others_later(make_tournament, monkeypatch):
    e = make_tournament("A B")
    monkeypatch.setattr(copies, "KEEP", 2)
    monkeypatch.setattr(copies, "KEEP_EACH", 1)
    for later in (3, 2, 1):
        copies.make(e.tournament, reason="publish", now_ms=e.now_ms + later * 86_400_000)
    made = copies.make(e.tournament, reason="publish", now_ms=e.now_ms)
    assert made in [each.path for each in copies.list_backups()]
    assert len(copies.list_backups()) == 2


def test_a_full_disk_does_not_stop_the_tournament(make_tournament, monkeypatch):
    e = make_tournament("A B", planned_rounds=1)
    monkeypatch.setattr(
        copies.shutil, "copyfileobj", lambda *_: (_ for _ in ()).throw(OSError("no space left"))
    )
    assert copies.make(e.tournament, reason="publish", now_ms=1) is None
    e.publish()


def test_a_disk_that_fills_up_while_the_database_is_copied_does_not_stop_it_either(
    make_tournament, monkeypatch
):
    connect = sqlite3.connect

    def connect_small(file, *given, **named):
        made = connect(file, *given, **named)
        if ".copying-" in str(file):
            made.execute("PRAGMA max_page_count = 2")
        return made

    e = make_tournament("A B", planned_rounds=1)
    monkeypatch.setattr(sqlite3, "connect", connect_small)
    assert copies.make(e.tournament, reason="publish", now_ms=1) is None
    assert list(copies.folder().iterdir()) == []
    with pytest.raises(OSError, match="No space left"):
        copies.copy_installation(reason="update", now_ms=1)


def test_a_large_database_is_copied_in_little_memory(make_tournament, monkeypatch, tmp_path):
    e = make_tournament("A B")
    large = tmp_path / "large.sqlite3"
    with closing(sqlite3.connect(large)) as database:
        database.execute("CREATE TABLE random AS SELECT randomblob(20000000) AS bytes")
        database.commit()
    monkeypatch.setitem(connection.settings_dict, "NAME", str(large))
    tracemalloc.start()
    try:
        made = copies.make(e.tournament, reason="publish", now_ms=e.now_ms)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5_000_000
    assert gzip.decompress(made.read_bytes()).startswith(b"SQLite format 3")


def test_what_a_killed_process_left_of_a_copy_is_deleted_by_a_later_one(make_tournament):
    e = make_tournament("A B")
    now_ms = e.now_ms
    for name, minutes in (("killed", 61), ("at-work", 1)):
        left = copies.folder() / f".copying-{name}"
        left.mkdir()
        (left / "copy.sqlite3").write_bytes(b"SQLite")
        os.utime(left, (now_ms / 1000 - minutes * 60,) * 2)
    copies.make(e.tournament, reason="publish", now_ms=now_ms)
    assert [each.name for each in copies.folder().glob(".*")] == [".copying-at-work"]


def test_a_tournament_as_json_comes_back_as_an_equal_copy_and_the_old_is_archived(make_tournament, tmp_path):
    e = make_tournament("A B C D", planned_rounds=3, city="Berlin")
    enrol.forbid(actor=ORGANISER, one=e.entrants["A"], other=e.entrants["D"])
    e.play(e.publish())
    e.draft()
    table = e.table()
    file = tmp_path / "event.json.gz"
    original = tournament_json.write(e.tournament, backup=True)
    file.write_bytes(gzip.compress(original.encode()))
    call_command("restore", file, stdout=io.StringIO())
    copy = own_rows(Tournament).exclude(pk=e.tournament.pk).get()
    e.tournament.refresh_from_db()
    assert (e.tournament.status, copy.status, copy.city) == ("archived", "running", "Berlin")
    e.stage = copy.stages.get()
    assert e.table() == table
    assert standings.table(stage_record.read(e.stage)).rows[0].entrant.tournament_id == copy.pk
    assert without_ids(tournament_json.write(copy, backup=True)) == without_ids(original)


def test_who_played_for_a_team_and_left_it_is_in_a_copy(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=1)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}-player")
    e.publish()
    left = Player.objects.get(first_name="Reds-player")
    TeamMember.objects.filter(player=left).delete()
    text = tournament_json.write(e.tournament, backup=True)
    assert left.pk in [row["id"] for row in json.loads(text)["players"]]
    (board,) = MatchGame.objects.filter(match__round__stage__tournament=restoring.load_copy(text))
    assert left in (board.starter_player, board.second_player)


def test_restoring_one_tournament_leaves_the_tablets_of_the_house_alone(make_tournament, at_table, tmp_path):
    e = make_tournament("A B", planned_rounds=1)
    now = timekeeping.begin_generation()
    tablet = at_table()
    body = tablet.frame(r.MakeMove(Seat.X, 0, Move.parse("c1E")), 1_000, generation=now)
    file = tmp_path / "event.json.gz"
    file.write_bytes(gzip.compress(tournament_json.write(e.tournament, backup=True).encode()))
    call_command("restore", file, stdout=io.StringIO())
    assert own_rows(Tournament).count() == 2
    assert tablet.send(body).refused is None


def without_ids(text):
    """Return a backup without ids and without the values in which a copy differs."""
    plain = json.loads(text)
    hidden = ("id", "code", "status", "public", "version")
    for row in (plain["tournament"], *(row for name in tournament_json.TABLES for row in plain[name])):
        for name in hidden:
            row.pop(name, None)
    return plain


@pytest.mark.parametrize(
    ("name", "content"), [("x.json.gz", b"{}"), ("x.txt", gzip.compress(b"{}", mtime=0))]
)
def test_what_is_no_backup_is_refused_with_a_reason(db, tmp_path, name, content):
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(CommandError, match="backup"):
        call_command("restore", file)


def manage(folder, *arguments):
    environment = {
        name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "FIVELINE_TEST_RUN")
    }
    environment |= {"FIVELINE_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_sqlite_copy_is_restored_and_what_was_there_is_archived(tmp_path):
    """Runs in its own folder: the database file is exchanged under a running installation."""
    create_database(tmp_path / "fiveline.sqlite3")
    prepare = """
import django; django.setup()
from tournament.models import Club, ClubSettings, Tournament
from tournament.services.backup import copies
club = Club.objects.create(name="Five")
ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
made = Tournament.objects.create(name="Before")
print(copies.make(made, reason="publish", now_ms=1_800_000_000_000))
Tournament.objects.update(name="After")
"""
    file = manage(tmp_path, "-c", prepare).strip()
    said = manage(tmp_path, "manage.py", "restore", file)
    look = """
import django; django.setup()
from games.timekeeping import generation
from tournament.models import Tournament
print(Tournament.objects.get().name, generation())
"""
    assert manage(tmp_path, "-c", look).strip() == "Before 2"
    (kept,) = (tmp_path / "backups").glob("*-restore-t0.sqlite3.gz")
    assert str(kept) in said
    manage(tmp_path, "manage.py", "restore", str(kept))
    assert manage(tmp_path, "-c", look).strip() == "After 3", "what was replaced is a backup like any other"
    old_name = tmp_path / "archived-1.sqlite3"
    old_name.write_bytes(gzip.decompress(kept.read_bytes()))
    Path(file).unlink()
    assert "Restored." in manage(tmp_path, "manage.py", "restore", str(old_name)), "unpacked ones as well"
