"""Choose data folder and database before the settings are loaded (`-p tests.plugins.services`).

`FIVELINE_TEST_DATABASE=postgres` starts a PostgreSQL server for the whole run. The workers of xdist inherit
it by the environment; the process that started it stops it.
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

# Each worker of xdist has its own folder, as it has its own database.
if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    os.environ["FIVELINE_DATA"] = os.path.join(os.environ["FIVELINE_TEST_RUN"], worker)
