"""An empty database with every table, made once and copied from then on: to migrate takes seconds.

Kept beside pytest's cache under the digest of the migrations, so that a changed one makes a new one.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache"


def _digest() -> str:
    told = hashlib.sha256(django.get_version().encode())
    for file in sorted(ROOT.glob("*/migrations/*.py")):
        told.update(file.name.encode() + file.read_bytes())
    return told.hexdigest()[:16]


def _template() -> Path:
    made = KEPT / f"migrated-{_digest()}.sqlite3"
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the workers of a run begin together; one makes it for all
        if not made.exists():
            for older in KEPT.glob("migrated-*.sqlite3"):
                older.unlink()
            with tempfile.TemporaryDirectory(dir=KEPT) as folder:
                file = Path(folder) / "new.sqlite3"
                environment = {**os.environ, "DATABASE_URL": f"sqlite://{file}", "FIVELINE_DATA": folder}
                subprocess.run(
                    [sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True
                )
                file.replace(made)
    return made


def lay_database(file: Path) -> None:
    """Put a migrated database there; whatever was there before is gone."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    shutil.copyfile(_template(), file)
