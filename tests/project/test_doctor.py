"""One list of checks, told by the terminal and by the desk: what is wrong around Fiveline and what to do."""

import datetime
import io
import shutil
import socket
import sqlite3
from collections import namedtuple

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import translation

from games import timekeeping, wording
from games.access import audit_log
from games.access.permissions import SYSTEM
from games.live import metrics
from games.models import Grant
from tests.postgres import free_port
from tests.tournament.conftest import event
from tournament.services.backup import copies
from tournament.serving import doctor
from tournament.serving.authority import Authority
from tournament.serving.doctor import Level, checks, house_checks
from tournament.serving.doctor.findings import Finding

__all__ = ["event"]

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    tmp_path.chmod(0o700)
    return tmp_path


@pytest.fixture(autouse=True)
def nothing_failed(monkeypatch):
    monkeypatch.setattr(metrics, "failed_writes", metrics.FailedWrites())
    monkeypatch.setattr(metrics, "jumps", metrics.Jumps())


def left(monkeypatch, mib):
    monkeypatch.setattr(shutil, "disk_usage", lambda place: Usage(0, 0, mib * checks.MIB))


def codes(check):
    return [finding.code for finding in check()]


@pytest.mark.parametrize(
    ("mib", "code"),
    [(50_000, "disk-fine"), (999, "disk-little"), (99, "disk-nearly-full"), (0, "disk-nearly-full")],
)
def test_the_disk(monkeypatch, mib, code):
    left(monkeypatch, mib)
    assert codes(checks.disk) == [code]


def disk_full():
    problem = sqlite3.OperationalError("database or disk is full")
    problem.sqlite_errorcode = sqlite3.SQLITE_FULL
    wrapped = OperationalError("database or disk is full")
    wrapped.__cause__ = problem
    return wrapped


@pytest.mark.skipif(connection.vendor != "sqlite", reason="an error of SQLite")
def test_what_could_not_be_saved_is_urgent_says_why_and_is_history_later(monkeypatch):
    assert codes(checks.failed_writes) == ["saving-fine"]
    metrics.failed_writes.add(disk_full())
    (finding,) = doctor.urgent()
    assert "could not be saved: 1, the last one at" in wording.sentence(finding)
    assert "The disk is full" in wording.sentence(finding)
    with translation.override("de"):
        assert "Die Festplatte ist voll" in wording.sentence(finding)
    metrics.failed_writes.last_ms -= 10 * 60_000
    assert codes(checks.failed_writes) == ["saving-failed-before"]


def test_files_that_others_can_read(data_folder):
    (data_folder / "secret-key").touch(mode=0o600)
    assert codes(checks.rights_of_files) == ["folder-fine"]
    data_folder.chmod(0o755)
    (data_folder / "secret-key").chmod(0o644)
    assert codes(checks.rights_of_files) == ["folder-open", "key-open"]


def test_redis_that_is_away_and_one_that_nobody_asked_for(settings):
    assert codes(checks.redis) == ["redis-none"]
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert codes(checks.redis) == ["redis-away"]


def test_a_port_that_is_taken(monkeypatch):
    monkeypatch.setenv("HOST", "127.0.0.1")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("PORT", str(taken.getsockname()[1]))
        assert codes(checks.port) == ["port-taken"]


def test_the_database_answers(db):
    assert {"sqlite-fine", "postgres-fine"} & set(codes(checks.database))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="elsewhere others make the backups")
def test_backups_that_are_missing_or_old(event, monkeypatch):
    e = event("A B")
    assert codes(house_checks.backups) == ["backup-none"]
    now = timekeeping.now_ms()
    copies.make(e.tournament, reason="manual", now_ms=now - 40 * 24 * 3_600_000)
    audit_log.write(SYSTEM, "set_up", "club")
    assert codes(house_checks.backups) == ["backup-old"]
    copies.make(e.tournament, reason="manual", now_ms=now)
    assert codes(house_checks.backups) == ["backup-fine"]


def test_a_clock_that_is_behind_what_is_stored_and_one_that_jumped(db, monkeypatch):
    assert codes(house_checks.clock) == ["clock-fine"]
    audit_log.write(SYSTEM, "set_up", "club")
    earlier = timekeeping.now_ms() - 3_600_000
    monkeypatch.setattr(house_checks, "now_ms", lambda: earlier)
    (finding,) = house_checks.clock()
    assert finding.code == "clock-behind"
    assert finding.params["minutes"] in (59, 60)
    monkeypatch.undo()
    monkeypatch.setattr(metrics, "jumps", metrics.Jumps(1, timekeeping.now_ms(), -7_000))
    assert "clock-jumped" in codes(house_checks.clock)


def test_certificates_that_end_soon(data_folder):
    assert codes(house_checks.certificates) == []
    authority, now = Authority(data_folder / "authority"), datetime.datetime.now(datetime.UTC)
    authority.vouch(["club.local"], now)
    assert codes(house_checks.certificates) == ["certificate-fine"]
    (data_folder / "authority" / "server.crt").unlink()
    authority.vouch(["club.local"], now - datetime.timedelta(days=350))
    assert codes(house_checks.certificates) == ["certificate-ends"]


def test_every_finding_has_a_level_and_is_one_of_the_list():
    assert set(Finding.levels) <= set(Finding.sentences)
    assert {Finding.levels.get(code, Level.FINE) for code in Finding.sentences} == set(Level)


def test_the_terminal_tells_the_gravest_first_and_fails_if_it_is_urgent(db, monkeypatch):
    left(monkeypatch, 10)
    said = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=said)
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("URGENT  Only 10 MB are left")
    assert any(line.startswith("fine") for line in lines)


def test_organisers_read_the_same_and_the_banner_of_the_desk_rings(event, client, monkeypatch):
    e = event("A B")
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
