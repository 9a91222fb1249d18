"""The health checks, one list for terminal and desk: what is wrong, and what to do."""

import datetime
import io
import shutil
import socket
from collections import namedtuple

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import translation

from games import audit_log, timekeeping, wording
from games.access.permissions import SYSTEM
from games.live import metrics
from games.models import Grant
from tests.postgres import free_port
from tests.project.test_problems import disk_full_error
from tests.tournament.conftest import make_tournament
from tournament.server import health_checks, problems
from tournament.server.authority import Authority
from tournament.server.health_checks import Finding, find_urgent_problems
from tournament.server.problems import Level, Problem
from tournament.services.backup import copies

__all__ = ["make_tournament"]

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o700)
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_failed(monkeypatch):
    monkeypatch.setattr(metrics, "failed_writes", metrics.Occurrences())
    monkeypatch.setattr(metrics, "clock_jumps", metrics.Occurrences())


def left(monkeypatch, mib):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(0, 0, mib * health_checks.MIB))


def codes(check):
    return [finding.code for finding in check()]


@pytest.mark.parametrize(
    ("mib", "code"),
    [(50_000, "disk-fine"), (999, "disk-little"), (99, "disk-nearly-full"), (0, "disk-nearly-full")],
)
def test_the_disk(monkeypatch, mib, code):
    left(monkeypatch, mib)
    assert codes(health_checks.check_disk) == [code]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="an error of SQLite")
def test_what_could_not_be_saved_is_urgent_says_why_and_is_history_later(monkeypatch):
    assert codes(health_checks.check_failed_writes) == ["saving-fine"]
    metrics.failed_writes.add(disk_full_error())
    (finding,) = find_urgent_problems()
    assert "could not be saved: 1, the last one at" in wording.sentence(finding)
    assert "The disk is full" in wording.sentence(finding)
    with translation.override("de"):
        assert "Die Festplatte ist voll" in wording.sentence(finding)
    metrics.failed_writes.last_ms -= 10 * 60_000
    assert codes(health_checks.check_failed_writes) == ["saving-failed-before"]


def test_files_that_others_can_read(data_folder):
    (data_folder / "secret-key").touch(mode=0o600)
    assert codes(health_checks.check_file_modes) == ["folder-fine"]
    data_folder.chmod(0o755)
    (data_folder / "secret-key").chmod(0o644)
    assert codes(health_checks.check_file_modes) == ["folder-open", "key-open"]


def test_redis_that_is_away_and_one_that_nobody_asked_for(settings):
    assert codes(health_checks.check_redis) == ["redis-none"]
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert codes(health_checks.check_redis) == ["redis-away"]


def test_a_port_that_is_taken(monkeypatch):
    monkeypatch.setenv("HOST", "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        assert codes(health_checks.check_port) == ["port-taken"]


def test_the_database_answers(db):
    assert {"sqlite-fine", "postgres-fine"} & set(codes(health_checks.check_database))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks its own files")
def test_the_whole_database_is_read_once_an_hour_and_again_while_it_is_damaged(db, monkeypatch):
    readings = []
    monkeypatch.setattr(problems, "refuse_damaged", lambda *where: readings.append(where))
    with time_machine.travel("2026-11-18 19:00:00Z") as now:
        for _look in range(2):
            assert codes(health_checks.check_database) == ["sqlite-fine"]
        assert len(readings) == 1
        now.shift(3_601)
        assert codes(health_checks.check_database) == ["sqlite-fine"]
        assert len(readings) == 2

        def find_damage(database, folder):
            readings.append(database)
            raise Problem("damaged-alone", place=database)

        monkeypatch.setattr(problems, "refuse_damaged", find_damage)
        now.shift(3_601)
        for _look in range(2):
            assert codes(health_checks.check_database) == ["damaged-alone"]
        assert len(readings) == 4


@pytest.mark.skipif(connection.vendor != "sqlite", reason="about a file of SQLite")
def test_a_database_that_cannot_be_read_is_one_urgent_line_and_the_other_checks_go_on(
    data_folder, monkeypatch, django_db_blocker
):
    file = data_folder / "fiveline.sqlite3"
    file.write_bytes(b"no database at all" * 100)
    with django_db_blocker.unblock():
        connection.close()
        monkeypatch.setitem(connection.settings_dict, "NAME", file)
        found = health_checks.run_checks(health_checks.IN_TERMINAL)
        connection.close()
    assert [each.code for each in found if each.level is Level.URGENT] == ["damaged-alone"]
    assert "clock-fine" in [each.code for each in found]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere others make the backups")
def test_backups_that_are_missing_or_old(make_tournament, monkeypatch):
    e = make_tournament("A B")
    assert codes(health_checks.check_backups) == ["backup-none"]
    now = timekeeping.now_ms()
    copies.make(e.tournament, reason="manual", now_ms=now - 40 * 24 * 3_600_000)
    audit_log.write(SYSTEM, "set_up", "club")
    assert codes(health_checks.check_backups) == ["backup-old"]
    copies.make(e.tournament, reason="manual", now_ms=now)
    assert codes(health_checks.check_backups) == ["backup-fine"]


def test_a_clock_that_is_behind_what_is_stored_and_one_that_jumped(db, monkeypatch):
    assert codes(health_checks.check_clock) == ["clock-fine"]
    audit_log.write(SYSTEM, "set_up", "club")
    earlier = timekeeping.now_ms() - 3_600_000
    monkeypatch.setattr(health_checks, "now_ms", lambda: earlier)
    (finding,) = health_checks.check_clock()
    assert finding.code == "clock-behind"
    assert finding.params["minutes"] in (59, 60)
    monkeypatch.undo()
    metrics.clock_jumps.add(-7_000)
    assert "clock-jumped" in codes(health_checks.check_clock)


def test_certificates_that_end_soon(data_folder):
    assert codes(health_checks.check_certificates) == []
    authority, now = Authority(data_folder / "authority"), datetime.datetime.now(datetime.UTC)
    authority.ensure_certificate(["club.local"], now)
    assert codes(health_checks.check_certificates) == ["certificate-fine"]
    (data_folder / "authority" / "server.crt").unlink()
    authority.ensure_certificate(["club.local"], now - datetime.timedelta(days=350))
    assert codes(health_checks.check_certificates) == ["certificate-ends"]


def test_every_finding_has_one_sentence_and_one_level_and_a_problem_is_urgent():
    assert set(Finding.levels) == set(Finding.sentences)
    assert len(Finding.sentences) == sum(map(len, health_checks.FINDINGS.values())), "no code is used twice"
    assert set(health_checks.FINDINGS) == set(Level)
    assert Finding("port-fine", port=8000).level is Level.FINE
    assert Problem("held", place="var").level is Level.URGENT


def test_the_terminal_tells_the_gravest_first_and_fails_if_it_is_urgent(db, monkeypatch):
    left(monkeypatch, 10)
    said = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=said)
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("URGENT  Only 10 MB are left")
    assert any(line.startswith("fine") for line in lines)


def test_organisers_read_the_same_and_the_banner_of_the_desk_rings(make_tournament, client, monkeypatch):
    e = make_tournament("A B")
    sign_in(client)
    page = client.get(reverse("club-server")).content.decode()
    assert "Free on the disk" in page
    left(monkeypatch, 10)
    page = client.get(reverse("club-server")).content.decode()
    assert page.index("Only 10 MB are left") < page.index("What is well")
    calls = client.get(reverse("desk-calls", args=[e.tournament.pk])).content.decode()
    assert 'data-call="server-disk-nearly-full"' in calls
    assert reverse("club-server") in calls


def sign_in(client):
    user = User.objects.create_user("olga", password="cubes-of-beech")
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=1)
    client.force_login(user)
