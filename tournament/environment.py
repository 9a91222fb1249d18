"""Read the environment for the settings: data folder, secret key, database, email server, address.

Everything has a default that needs no service and no configuration.
"""

import contextlib
import os
import secrets
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from tournament.installation import default_data_folder
from tournament.server.problems import recognise

# Connections to PostgreSQL of one process, at any load: eight for live boards, which keep theirs
# (games/live/database_threads.py), the others for pages. Four processes fit into PostgreSQL's usual hundred.
# The pool doubles its pause after each failed attempt to connect. It gives up after four seconds, and the
# next request for a connection, at the latest after the timeout, begins with short pauses.
POOL = {"min_size": 1, "max_size": 20, "timeout": 10, "reconnect_timeout": 4}

YES = {"1", "true", "yes", "on"}


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in YES


def names(name: str, default: str = "") -> list[str]:
    """Read a comma-separated list."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def data_folder() -> Path:
    """Return the data folder. A new one is readable by its owner only, because it has keys and names."""
    folder = Path(os.environ.get("FIVELINE_DATA") or default_data_folder()).absolute()
    with _explain_os_errors(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def secret_key(folder: Path) -> str:
    """Return the key of the environment, or else that of the data folder, made at the first start."""
    if key := os.environ.get("FIVELINE_SECRET_KEY"):
        return key
    file = folder / "secret-key"
    with _explain_os_errors(folder):
        return _read_key(file) or _make_key(file)


def _read_key(file: Path) -> str:
    """Read the key; empty if there is no file, or if a power cut or a full disk left it empty."""
    try:
        return file.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""


def _make_key(file: Path) -> str:
    """Make a key file, whole or not at all, readable by its owner only; concurrent starts get the same."""
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=".secret-key-")  # with mode 0600
    fresh = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(secrets.token_urlsafe(50) + "\n")
            out.flush()
            os.fsync(out.fileno())
        if file.exists():  # an empty one
            fresh.replace(file)
        else:
            _put_in_place(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)
    return _read_key(file)


def _put_in_place(fresh: Path, file: Path) -> None:
    """Put the file in place unless another process was first; a link never replaces a file."""
    try:
        os.link(fresh, file)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links, such as a USB stick
        fresh.replace(file)


@contextlib.contextmanager
def _explain_os_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        recognised = recognise(problem, folder=folder, database=None)
        if recognised is None:
            raise
        raise recognised from problem


def database(folder: Path) -> dict[str, object]:
    """Use SQLite in the data folder, or the DATABASE_URL (postgres://user:password@host:port/name)."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        return sqlite(folder / "fiveline.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return sqlite(Path(unquote(parts.path)))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            f"DATABASE_URL starts with {parts.scheme!r}; Fiveline knows postgres://… and sqlite:///path."
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": parts.port or "",
        "CONN_HEALTH_CHECKS": True,
        # Pages give their connection back to the pool, and wait for one while all are in use.
        "CONN_MAX_AGE": 0,
        "OPTIONS": {**dict(parse_qsl(parts.query)), "pool": dict(POOL)},
    }


@dataclass(frozen=True, slots=True)
class Mail:
    """The mail server of FIVELINE_MAIL_URL: smtp+tls://user:password@host:587?from=club@example.org."""

    host: str
    port: int
    user: str
    password: str
    starttls: bool
    tls: bool
    sender: str
    links_to: str
    """Where the links of our emails lead: never taken from a request, whose host a stranger may invent."""


def mail(profile: str, hosts: list[str]) -> Mail | None:
    """Read the mail server; None by default, since a hall needs no email."""
    url = os.environ.get("FIVELINE_MAIL_URL")
    if not url:
        return None
    parts = urlsplit(url)
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    sender = dict(parse_qsl(parts.query)).get("from")
    if parts.scheme not in ports or not parts.hostname or not sender:
        raise ImproperlyConfigured(
            "FIVELINE_MAIL_URL has the form smtp+tls://user:password@host:587?from=club@example.org "
            "(smtp:// without encryption, smtps:// with it from the start)."
        )
    links_to = address(profile, hosts)
    if not links_to:
        raise ImproperlyConfigured(
            "Emails hold links, so they need to know where Fiveline is reached: "
            "set FIVELINE_ADDRESS=https://club.example.org beside FIVELINE_MAIL_URL."
        )
    return Mail(
        host=parts.hostname,
        port=parts.port or ports[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp+tls",
        tls=parts.scheme == "smtps",
        sender=sender,
        links_to=links_to,
    )


def address(profile: str, hosts: list[str]) -> str:
    """Return FIVELINE_ADDRESS, or that of the first host if its scheme is certain; otherwise empty."""
    if given := os.environ.get("FIVELINE_ADDRESS", ""):
        parts = urlsplit(given)
        if (
            parts.scheme not in {"http", "https"}
            or not parts.hostname
            or parts.path.strip("/")
            or parts.query
        ):
            raise ImproperlyConfigured("FIVELINE_ADDRESS has the form https://club.example.org")
        return given.rstrip("/")
    if profile == "tls" and hosts and not hosts[0].startswith(("*", ".")):
        return f"https://{hosts[0]}"
    return ""


def sqlite(file: Path) -> dict[str, object]:
    """Configure SQLite with a write-ahead log, writers that queue, and commits that survive a power cut."""
    # For its owner alone, wherever it lies; SQLite gives its log the same mode. Where that fails, with the
    # file of another user or on a disk without modes, `fiveline doctor` says so.
    with contextlib.suppress(OSError):
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": file,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
        # A file, so that several threads of a test share it as they share the real one.
        "TEST": {"NAME": str(file.with_name("test.sqlite3"))},
    }
