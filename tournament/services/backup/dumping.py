"""A copy of a whole PostgreSQL database, by PostgreSQL's own program. `pg_restore` brings it back."""

import os
import shutil
import subprocess
from pathlib import Path

from django.db import connection

from tournament.services.backup import copies

KEEP = 3
MINUTES = 30
# As PostgreSQL's programs read them: a password given as an argument could be seen by others.
VARIABLES = {
    "PGHOST": "HOST",
    "PGPORT": "PORT",
    "PGUSER": "USER",
    "PGPASSWORD": "PASSWORD",
    "PGDATABASE": "NAME",
}


class NoDump(Exception):
    """Says why."""


def dump(*, now_ms: int) -> Path:
    program = shutil.which("pg_dump")
    if program is None:
        raise NoDump("pg_dump is not installed here")
    settings = connection.settings_dict
    path = copies.folder() / f"{copies.stamp(now_ms)}-update.dump"
    given = {name: str(settings[key]) for name, key in VARIABLES.items() if settings.get(key)}
    if mode := settings.get("OPTIONS", {}).get("sslmode"):
        given["PGSSLMODE"] = str(mode)
    with copies.unfinished(path) as fresh:
        try:
            done = subprocess.run(  # noqa: S603 (found in the PATH by its own name)
                [program, "--format=custom", "--no-owner", f"--file={fresh}"],
                env={**os.environ, **given},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=MINUTES * 60,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise NoDump(f"pg_dump took more than {MINUTES} minutes") from None
        if done.returncode:
            raise NoDump(" ".join(done.stderr.split())[:300] or f"pg_dump ended with {done.returncode}")
    for old in sorted(copies.folder().glob("*-update.dump"))[:-KEEP]:
        old.unlink(missing_ok=True)
    return path
