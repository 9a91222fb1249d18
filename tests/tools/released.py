"""Make databases of released versions, so that tests can open them with today's version.

`python -m tests.tools.released`, once a release, makes `tests/data/released/<version>.sqlite3.xz` and
`.sql.xz` (PostgreSQL) from the demo, unless they exist: a released database is never replaced.
"""

import lzma
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.postgres import Postgres
from tests.server_process import ROOT
from tournament.installation import VERSION

FOLDER = ROOT / "tests" / "data" / "released"
# Settings of the server and of psql, which other versions may not know.
NOT_DATA = ("SET ", "SELECT pg_catalog.set_config", "\\", "--")


def content(file: Path) -> bytes:
    return lzma.decompress(file.read_bytes())


def fill(**environment: str) -> None:
    surroundings = {**os.environ, "DATABASE_URL": "", **environment}
    for command in (["migrate", "-v0"], ["demo"]):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=surroundings, check=True)


def make_sqlite(file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        fill(FIVELINE_DATA=folder)
        database = Path(folder) / "fiveline.sqlite3"
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("PRAGMA journal_mode=DELETE")
            opened.execute("VACUUM")
        file.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))


def make_postgres(file: Path) -> None:
    started = Postgres()
    with tempfile.TemporaryDirectory() as folder:
        fill(FIVELINE_DATA=folder, DATABASE_URL=started.url)
    dumped = subprocess.run(
        ["pg_dump", "--inserts", "--rows-per-insert=100", "--no-owner", "--no-privileges", started.url],
        check=True,
        capture_output=True,
        text=True,
    )
    kept = [line for line in dumped.stdout.splitlines() if not line.startswith(NOT_DATA)]
    file.write_bytes(lzma.compress("\n".join(kept).encode(), preset=9 | lzma.PRESET_EXTREME))


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ending, make in (("sqlite3", make_sqlite), ("sql", make_postgres)):
        file = FOLDER / f"{VERSION}.{ending}.xz"
        if file.exists():
            print(f"{file.name} is there already.")
        else:
            make(file)
            print(f"{file.name}: {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
