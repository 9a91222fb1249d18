"""Loaded before the settings (`-p tests.plugins.services`): where the tests keep data, on which database.

`FIVELINE_TEST_DATABASE=postgres` starts a PostgreSQL of our own on a free port for the whole run. Set in the
environment here, inherited by the workers of xdist, stopped by the process that started it.
"""

import atexit
import os
import shutil
import tempfile

if "FIVELINE_TEST_RUN" not in os.environ:
    folder = tempfile.mkdtemp(prefix="fiveline-tests-")
    os.environ["FIVELINE_TEST_RUN"] = folder
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in ("DATABASE_URL", "REDIS_URL", "FIVELINE_PROFILE", "FIVELINE_DEBUG", "FIVELINE_SECRET_KEY"):
        os.environ.pop(name, None)
    os.environ["FIVELINE_DATA"] = folder
    if os.environ.get("FIVELINE_TEST_DATABASE") == "postgres":
        from tests.postgres import Postgres

        os.environ["DATABASE_URL"] = Postgres().url

# Each worker of xdist keeps files of its own, as each has a database of its own.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["FIVELINE_DATA"] = os.path.join(os.environ["FIVELINE_TEST_RUN"], worker)
