"""Data of every released version opens: it is migrated, its games are folded again, its pages are shown."""

import os
import re

import pytest
from django.conf import settings as configured
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from games.models import Event, Game
from tests import postgres
from tests.server_process import ROOT
from tests.tools import released
from tournament.installation import VERSION
from tournament.models import Tournament
from tournament.services.backup import updating

ENDING = "sqlite3" if connection.vendor == "sqlite" else "sql"
FILES = sorted(released.FOLDER.glob(f"*.{ENDING}.xz"))


@pytest.fixture(params=FILES, ids=lambda file: file.name.removesuffix(f".{ENDING}.xz"))
def data_of(request, tmp_path, settings, monkeypatch, django_db_blocker, django_db_setup):
    """Use the data of that version as the default database."""
    settings.DATA_DIR = tmp_path
    content = released.content(request.param)
    with django_db_blocker.unblock():
        connection.close()
        if connection.vendor == "sqlite":
            (tmp_path / "fiveline.sqlite3").write_bytes(content)
            monkeypatch.setitem(connection.settings_dict, "NAME", tmp_path / "fiveline.sqlite3")
        else:
            name = f"released_{configured.DATABASES['default']['NAME']}"
            _execute(f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"')
            _leave()
            monkeypatch.setitem(connection.settings_dict, "NAME", name)
            with connection.cursor() as cursor:
                cursor.execute(content.decode())
        _leave()
        yield request.param
        _leave()


def _leave():
    """Close the connections, also those in the pool of PostgreSQL, which belong to the other database."""
    connection.close()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


def _execute(*statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def test_data_of_a_released_version_opens(data_of, client, monkeypatch):
    if connection.vendor != "sqlite":
        monkeypatch.setenv("PATH", str(postgres._programs()), prepend=os.pathsep)
    to_do = updating.inspect_data().pending
    kept = updating.bring_up_to_date(now_ms=1_800_000_000_000)
    assert (kept is not None) == bool(to_do), "a copy, if anything was migrated"
    assert updating.inspect_data().pending == ()
    assert Game.objects.count() > 20
    assert Event.objects.count() > 500
    call_command("verify", verbosity=0)
    assert client.get("/").status_code == 200
    for tournament in Tournament.objects.filter(public=True):
        assert client.get(reverse("tournament", args=[tournament.code])).status_code == 200, tournament


def test_every_version_in_the_list_of_changes_that_was_released_has_its_data():
    """Ignore the chapter that says “not yet released”."""
    chapters = re.findall(r"^## (\d+\.\d+\.\d+)(.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert chapters[0][0] == VERSION, "the newest chapter is that of this version"
    out = {version for version, rest in chapters if "not yet released" not in rest}
    for version in out | {"0.1.0"}:
        for ending in ("sqlite3", "sql"):
            file = released.FOLDER / f"{version}.{ending}.xz"
            assert file.exists(), "python -m tests.tools.released makes it, at the release"
