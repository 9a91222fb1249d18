"""Restoring a backup: one tournament in its place, or everything, by an organiser without a terminal."""

import gzip
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games import timekeeping
from games.models import Game
from tests.database_files import create_database
from tests.databases import own_rows
from tests.server_process import ROOT, RunningServer, Visitor
from tests.tournament.conftest import ORGANISER
from tests.tournament.test_backup import data_folder, manage
from tournament.files import tournament_json
from tournament.files.reading import BadFile
from tournament.models import Match, MatchGame, Player, Team, TeamMember, Tournament
from tournament.services.backup import restoring
from tournament.services.entries import enrol

__all__ = ["data_folder"]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere a backup is one tournament")
def test_one_tournament_is_put_back_in_its_place_and_the_others_stay(make_tournament):
    one, other = make_tournament("A B C D", planned_rounds=3), make_tournament("E F", planned_rounds=1)
    one.play(one.publish())
    # In a test's transaction another connection sees nothing: the copy is made of the data of this one.
    before = tournament_json.write(one.tournament, backup=True)
    address, entrants = one.tournament.code, {each.pk for each in one.tournament.entrants.all()}
    table = one.table()
    one.play(one.publish())
    enrol.set_seed(actor=ORGANISER, entrant=one.entrants["A"], seed=4)
    other.play(other.publish())
    untouched = tournament_json.write(other.tournament, backup=True)
    now = timekeeping.generation()
    text = restoring.extract_tournament(restoring.read(before.encode()), one.tournament)
    restoring.restore_tournament(actor=ORGANISER, tournament=one.tournament, text=text, now_ms=1)
    one.tournament.refresh_from_db()
    assert one.tournament.code == address
    assert {each.pk for each in one.tournament.entrants.all()} == entrants, "so links and slips still fit"
    assert one.tournament.entrants.get(pk=one.entrants["A"].pk).seed is None
    assert one.stage.rounds.count() == 1
    assert one.table() == table
    assert tournament_json.write(other.tournament, backup=True) == untouched
    assert timekeeping.generation() == now, "what the tablets of the house play goes on"
    one.play(one.publish())


def test_a_round_that_was_published_since_takes_its_live_games_with_it(make_tournament):
    e = make_tournament("A B", planned_rounds=2, live=True)
    before = tournament_json.write(e.tournament, backup=True)
    e.publish()
    games = list(own_rows(MatchGame).exclude(game=None).values_list("game", flat=True))
    restoring.restore_tournament(actor=ORGANISER, tournament=e.tournament, text=before, now_ms=1)
    assert games
    assert all(Game.objects.get(pk=pk).voided for pk in games)
    assert not own_rows(Match).exists()


def test_a_team_that_has_changed_since_stays_as_it_is_now(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=1)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name}-player")
    e.publish()
    before = tournament_json.write(e.tournament, backup=True)
    member = own_rows(TeamMember).get(team__name="Reds")
    left = member.player
    member.delete()
    TeamMember.objects.create(team=member.team, player=Player.objects.create(first_name="New"), order=1)
    restoring.restore_tournament(actor=ORGANISER, tournament=e.tournament, text=before, now_ms=1)
    assert [str(player) for player in own_rows(Team).get(name="Reds").players.all()] == ["New"]
    (board,) = own_rows(MatchGame).all()
    assert left in (board.starter_player, board.second_player)


def spoil_outcome(plain):
    plain["matches"][0]["outcome"] = "lucky"


def spoil_reference(plain):
    plain["games"][0]["match"] = 99


def spoil_type(plain):
    plain["entrants"][0]["number"] = "one"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spoil", [spoil_outcome, spoil_reference, spoil_type])
def test_a_backup_with_a_wrong_row_is_refused_with_a_sentence_and_changes_nothing(
    make_tournament, tmp_path, spoil
):
    e = make_tournament("A B C", planned_rounds=2)
    e.play(e.publish())
    before = tournament_json.write(e.tournament, backup=True)
    plain = json.loads(before)
    spoil(plain)
    text = json.dumps(plain)
    with pytest.raises(BadFile):
        restoring.restore_tournament(actor=ORGANISER, tournament=e.tournament, text=text, now_ms=1)
    file = tmp_path / "event.json"
    file.write_text(text)
    with pytest.raises(CommandError, match=r"contradicts itself|games 1, match|entrants 1, number"):
        call_command("restore", file)
    assert tournament_json.write(e.tournament, backup=True) == before
    assert Tournament.objects.count() == 1


def test_another_tournament_is_not_put_in_its_place(make_tournament):
    one, other = make_tournament("A B"), make_tournament("C D")
    content = restoring.read(tournament_json.write(other.tournament, backup=True).encode())
    with pytest.raises(restoring.BackupRefused, match="not in that backup"):
        restoring.extract_tournament(content, one.tournament)


def test_an_export_is_no_backup(make_tournament):
    with pytest.raises(restoring.BackupRefused, match="cannot be read as a backup"):
        restoring.read(tournament_json.write(make_tournament("A B").tournament).encode())


NO_BACKUPS = [
    *(b"", b"hello", b"{}", b"[" * 100_000, b"\x1f\x8bnonsense", gzip.compress(b"[]", mtime=0)),
    b'{"fiveline": 1}',
    b'{"fiveline": 1, "tables": {"tournament": [{"id": 1}]}}',
    b'{"fiveline": 1, "tables": []}',
]


@pytest.mark.parametrize("data", NO_BACKUPS)
def test_what_is_no_backup_is_not_read(data):
    with pytest.raises(restoring.BackupRefused, match="cannot be read as a backup"):
        restoring.read(data)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite is restored as a file")
def test_a_damaged_copy_is_refused_and_the_database_stays(db, tmp_path):
    file = tmp_path / "copy.sqlite3"
    create_database(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE INDEX by_name ON django_migrations (name)")
    whole = file.read_bytes()
    # The index is the last thing in the file. One entry of it now differs from the row that it points to.
    before, name, after = whole.rpartition(b"0001_initial")
    damaged = restoring.BackupContent(database=before + b"0009" + name[4:] + after)
    there = Path(connection.settings_dict["NAME"])
    now = there.stat().st_ino
    with pytest.raises(restoring.BackupRefused, match="damaged"):
        restoring.summarise_installation(damaged)
    with pytest.raises(restoring.BackupRefused, match="damaged"):
        restoring.restore_installation(damaged, now_ms=1)
    assert there.stat().st_ino == now
    assert restoring.summarise_installation(restoring.BackupContent(database=whole)).tournaments == ()


def test_a_file_that_unpacks_to_more_than_the_limit_is_refused(monkeypatch):
    monkeypatch.setattr(restoring, "MOST_BYTES", 1000)
    as_long_as_allowed = restoring.SQLITE.ljust(1000, b"0")
    assert restoring.read(gzip.compress(as_long_as_allowed)).database == as_long_as_allowed
    with pytest.raises(restoring.BackupRefused, match="too big"):
        restoring.read(gzip.compress(as_long_as_allowed + b"0"))


def test_two_copies_that_are_opened_one_after_the_other_are_both_read(tmp_path):
    """Runs in its own process: Django lets a test open no database that its settings do not name."""
    create_database(tmp_path / "fiveline.sqlite3")
    look = """
import django; django.setup()
import json
from tournament.models import Tournament
from tournament.services.backup import copies, restoring
made = Tournament.objects.create(name="Before")
before = copies.make(made, reason="manual", now_ms=1_800_000_000_000)
Tournament.objects.update(name="After")
after = copies.make(made, reason="manual", now_ms=1_800_000_000_001)
for file in (before, after):
    text = restoring.extract_tournament(restoring.read(file.read_bytes()), made)
    print(json.loads(text)["tournament"]["name"])
"""
    assert manage(tmp_path, "-c", look).split() == ["Before", "After"]


def test_a_server_that_runs_is_noticed_and_goes_back_by_itself_when_asked(tmp_path):
    """An organiser without a terminal restores on the page Safety, while a command is refused."""
    create_database(tmp_path / "fiveline.sqlite3")
    prepare = """
import django; django.setup()
from django.contrib.auth import get_user_model
from games.models import Grant
from tournament.models import Club, ClubSettings, Tournament
from tournament.services.backup import copies
club = Club.objects.create(name="Five")
ClubSettings.objects.create(club=club, language="en", time_zone="UTC", set_up_ms=1)
olga = get_user_model().objects.create_user("olga", password="cubes-of-beech")
Grant.objects.create(subject=f"user:{olga.pk}", role="organiser", scope="club", created_ms=1)
made = Tournament.objects.create(name="Before")
print(made.pk, copies.make(made, reason="publish", now_ms=1_800_000_000_000))
Tournament.objects.update(name="After")
Tournament.objects.create(name="Newer")
"""
    pk, file = manage(tmp_path, "-c", prepare).split()
    with RunningServer(tmp_path, HTTPS_PORT="off") as server:
        refused = subprocess.run(
            [sys.executable, "manage.py", "restore", file],
            cwd=ROOT,
            env=server.environment,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert "A server runs on this data." in refused.stderr
        desk = Visitor(server.url)
        desk.post("/sign-in/", username="olga", password="cubes-of-beech")
        place = f"/desk/{pk}/safety/backups/{Path(file).name}/"
        page = desk.get(place)
        assert "Other events, players and accounts stay" in page
        assert "These events are not in it and would go: Newer" in page
        desk.post(f"{place}put-back/", at=place, what="event", password="cubes-of-beech")
        page = desk.get("/desk/")
        assert "Before" in page
        assert "Newer" in page
        wrong = desk.post(f"{place}put-back/", at=place, what="house", password="cubes-of-oak")
        assert "Going back to a backup" not in wrong
        waiting = desk.post(f"{place}put-back/", at=place, what="house", password="cubes-of-beech")
        assert "This page goes on by itself" in waiting
        server.started_again()
        # Sessions are as old as the rest, and this one is younger than the backup.
        desk.post("/sign-in/", username="olga", password="cubes-of-beech")
        page = desk.get("/desk/")
        assert "Before" in page
        assert "Newer" not in page
        assert "restored a backup" in desk.get("/log/club/")
        assert server.stop() == 0
