"""Copies of a PostgreSQL database by `pg_dump`; a stand-in for it records how it was called."""

import json
import sys
from types import SimpleNamespace

import pytest

from tournament.services.backup import copies, updating

DATABASE = {
    "HOST": "db.example",
    "PORT": 5433,
    "USER": "fiveline",
    "PASSWORD": "not for others",
    "NAME": "club",
    "OPTIONS": {"sslmode": "require"},
}
STAND_IN = """
import json, os, sys
file = sys.argv[-1].removeprefix("--file=")
given = {name: value for name, value in os.environ.items() if name.startswith("PG")}
with open(file, "w") as copy:
    json.dump([sys.argv[1:-1], given], copy)
"""
START_MS = 1_800_000_000_000


@pytest.fixture
def program(settings, tmp_path, monkeypatch):
    """Make `program(text)` the only program on the path: a pg_dump that runs this Python."""
    settings.DATA_DIR = tmp_path / "data"
    monkeypatch.setattr(updating, "connection", SimpleNamespace(settings_dict=DATABASE))
    monkeypatch.setenv("PATH", str(tmp_path))

    def put(text):
        file = tmp_path / "pg_dump"
        file.write_text(f"#!{sys.executable}\n{text}")
        file.chmod(0o700)

    return put


def test_a_copy_of_postgresql_is_made_and_its_password_is_no_argument(program):
    program(STAND_IN)
    path = updating.dump(now_ms=START_MS)
    assert path == copies.folder() / "20270115-080000-000-update.dump"
    assert json.loads(path.read_text()) == [
        ["--format=custom", "--no-owner"],
        {
            "PGHOST": "db.example",
            "PGPORT": "5433",
            "PGUSER": "fiveline",
            "PGPASSWORD": "not for others",
            "PGDATABASE": "club",
            "PGSSLMODE": "require",
        },
    ]


def test_only_the_last_copies_of_postgresql_are_kept(program):
    program(STAND_IN)
    made = [updating.dump(now_ms=START_MS + n) for n in range(updating.KEEP_DUMPS + 2)]
    assert sorted(copies.folder().iterdir()) == made[2:]


def test_a_copy_that_pg_dump_refuses_leaves_nothing_behind(program):
    program("import sys; sys.exit('pg_dump: error:\\n  no such database')")
    with pytest.raises(OSError, match="pg_dump: error: no such database"):
        updating.dump(now_ms=START_MS)
    assert list(copies.folder().iterdir()) == []


def test_where_pg_dump_is_missing_it_is_named(program):
    with pytest.raises(OSError, match="pg_dump is not installed"):
        updating.dump(now_ms=START_MS)
