"""Make migrated SQLite databases once and copy them for each run, because migrating takes seconds.

One is empty, the other has bystanders (`tests/bystanders.py`). Both are in the folder of pytest's cache,
named by the digest of the migrations, so that a changed migration makes new ones.
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
CACHE = ROOT / ".pytest_cache"
MIGRATE = ("manage.py", "migrate", "-v0")
ADD_BYSTANDERS = (
    "-c",
    "import django; django.setup(); from tests.bystanders import make_bystanders; make_bystanders()",
)


def _digest(files: list[Path]) -> str:
    digest = hashlib.sha256(django.get_version().encode())
    for file in files:
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def _make_template(name: str, files: list[Path], command: tuple[str, ...], start: Path | None = None) -> Path:
    """Return the database that this command makes from `start`, or from nothing."""
    made = CACHE / f"{name}-{_digest(files)}.sqlite3"
    if not made.exists():
        for older in CACHE.glob(f"{name}-*.sqlite3"):
            older.unlink()
        with tempfile.TemporaryDirectory(dir=CACHE) as folder:
            file = Path(folder) / "new.sqlite3"
            if start:
                shutil.copyfile(start, file)
            environment = os.environ | {
                "DATABASE_URL": f"sqlite://{file}",
                "DJANGO_SETTINGS_MODULE": "tournament.settings",
                "FIVELINE_DATA": folder,
            }
            subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)
            file.replace(made)
    return made


def _template(bystanders: bool) -> Path:
    migrations = sorted(ROOT.glob("*/migrations/*.py"))
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "migrated.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the workers start at the same time; one of them makes it
        empty = _make_template("migrated", migrations, MIGRATE)
        if not bystanders:
            return empty
        made_by = ROOT / "tests" / "bystanders.py"
        return _make_template("bystanders", [*migrations, made_by], ADD_BYSTANDERS, empty)


def create_database(file: Path, *, bystanders: bool = False) -> None:
    """Write a migrated database to this file, in place of an older one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    for rest in ("-wal", "-shm"):
        file.with_name(file.name + rest).unlink(missing_ok=True)
    shutil.copyfile(_template(bystanders), file)
