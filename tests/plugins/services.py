"""Choose data folder and database before the settings are loaded (`-p tests.plugins.services`).

`FIVELINE_TEST_DATABASE=postgres` starts a PostgreSQL server for the whole run. The workers of xdist inherit
it by the environment; the process that started it stops it.
"""

import atexit
import os
import shutil
import tempfile

# A disk that has to write each commit makes the tests wait; what they write need not outlive them.
MEMORY = "/dev/shm"
NEEDED_BYTES = 1 << 30


def folder_in_memory() -> str | None:
    """Return where this machine keeps files in memory, if there is room; None means its disk."""
    has_room = os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > NEEDED_BYTES
    return MEMORY if has_room else None


if "FIVELINE_TEST_RUN" not in os.environ:
    folder = tempfile.mkdtemp(prefix="fiveline-tests-", dir=folder_in_memory())
    os.environ["FIVELINE_TEST_RUN"] = os.environ["PYTEST_DEBUG_TEMPROOT"] = folder  # for tmp_path, too
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in ("DATABASE_URL", "REDIS_URL", "FIVELINE_PROFILE", "FIVELINE_DEBUG", "FIVELINE_SECRET_KEY"):
        os.environ.pop(name, None)
    os.environ["FIVELINE_DATA"] = folder
    if os.environ.get("FIVELINE_TEST_DATABASE") == "postgres":
        from tests.postgres import Postgres

        os.environ["DATABASE_URL"] = Postgres().url

# Each worker of xdist has its own folder, as it has its own database.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["FIVELINE_DATA"] = os.path.join(os.environ["FIVELINE_TEST_RUN"], worker)
