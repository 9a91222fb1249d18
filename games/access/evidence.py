"""What the rights of a socket rest on, read in one statement for each message instead of four or more.

A revoked right has to end with the next message, whoever revoked it in whichever process, by whatever way. So
the rows themselves are looked at each time: the session, its account, its links, where this device was signed
out of them, their grants. As long as
they are the same, letter for letter, the actor that was made of them is the same, too.

Whatever else an actor comes to depend on has to be looked at here.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Generic, Protocol, TypeVar

from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.utils import timezone

from games.access import session_age
from games.models import Grant, Link, LinkDevice, SessionInfo
from games.models.statements import Statement
from games.timekeeping import now_ms

SESSION_LINKS = "links"  # ids of the links this device has opened
SESSION_DEVICE = "device"  # the short id by which lists and logs tell this device from others
SESSION_PINS = "pins"  # scope -> until when the arbiter's PIN unlocks it, in ms
KEPT = "actor"  # in the scope of a socket
NEVER_MS = 2**62

Rows = tuple[tuple[Any, ...], ...]


class Speaking(Protocol):
    @property
    def subjects(self) -> frozenset[str]: ...


ActorT = TypeVar("ActorT", bound=Speaking)


def kept(scope: Mapping[str, Any], session: SessionBase, make: Callable[[], ActorT]) -> ActorT:
    """The actor that was made for this socket before; a new one where what it rests on has changed."""
    now = now_ms()
    known: Known[ActorT] | None = scope.get(KEPT)
    if known is not None and now < known.until_ms and known.evidence.still_holds(now):
        return known.actor
    with one_moment() as is_one_moment:
        made = make()
        seen = _of_session(session, made.subjects)
        seen = replace(seen, rows=seen.read(now))
    if is_one_moment and isinstance(scope, dict):
        ends_ms = [until for until in session.get(SESSION_PINS, {}).values() if until > now]
        if seen.account:
            used = SessionInfo.objects.filter(session_key=seen.session_key)
            ends_ms += [session_age.ends_ms(*pair) for pair in used.values_list("created_ms", "seen_ms")]
        scope[KEPT] = Known(made, seen, min(ends_ms, default=NEVER_MS))
    return made


@dataclass(frozen=True, slots=True)
class Evidence:
    """Which rows to look at, and what stood there."""

    session_key: str
    account: int
    links: tuple[int, ...]
    device: str
    subjects: tuple[str, ...]
    rows: Rows = ()

    def still_holds(self, now_ms: int) -> bool:
        return self.rows == self.read(now_ms)

    def read(self, now_ms: int) -> Rows:
        """The rows as they are now, those that have expired left out."""
        soon = connection.ops.adapt_datetimefield_value(timezone.now())
        session = (self.session_key, soon, self.session_key, self.account)
        values = [*session, *self.links, now_ms, self.device, *self.subjects]
        return tuple(sorted(_statement(len(self.links), len(self.subjects)).run(values).fetchall()))


@dataclass(frozen=True, slots=True)
class Known(Generic[ActorT]):
    """Who was behind a socket, why, and when the arbiter's PIN locks again or the session ends."""

    actor: ActorT
    evidence: Evidence
    until_ms: int


def _of_session(session: SessionBase, subjects: frozenset[str]) -> Evidence:
    account = session.get(SESSION_KEY)
    return Evidence(
        session.session_key or "",
        int(account) if account else 0,
        tuple(session.get(SESSION_LINKS, [])),
        session.get(SESSION_DEVICE, ""),
        tuple(sorted(subjects)),
    )


@cache
def _statement(links: int, subjects: int) -> Statement:
    """The names of our own tables, and places for the values."""
    parts = [
        f"SELECT 'session', session_data, '', '' FROM {_table(Session)} "
        "WHERE session_key = %s AND expire_date > %s",
        "SELECT 'signed in', CASE WHEN lacks_factor THEN 'lacks' ELSE '' END, '', '' "
        f"FROM {_table(SessionInfo)} WHERE session_key = %s",
        f"SELECT 'account', password, CASE WHEN is_active THEN 'active' ELSE '' END, '' "
        f"FROM {_table(get_user_model())} WHERE id = %s",
    ]
    if links:
        parts.append(
            f"SELECT 'link', CAST(id AS varchar), stands_for, '' FROM {_table(Link)} "
            f"WHERE id IN ({_places(links)}) "
            "AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > %s)"
        )
    else:
        parts.append("SELECT '', '', '', '' WHERE %s < 0")
    parts.append(
        f"SELECT 'signed out', CAST(link_id AS varchar), '', '' FROM {_table(LinkDevice)} "
        "WHERE device = %s AND ended_ms IS NOT NULL"
    )
    if subjects:
        parts.append(
            f"SELECT role, scope, seat, '' FROM {_table(Grant)} WHERE subject IN ({_places(subjects)})"
        )
    return Statement(" UNION ALL ".join(parts))


def _places(count: int) -> str:
    return ", ".join(["%s"] * count)


def _table(model: Any) -> str:
    return f'"{model._meta.db_table}"'


@contextmanager
def one_moment() -> Iterator[bool]:
    """Whether everything that is read within the block is of one moment."""
    if connection.in_atomic_block:
        # SQLite keeps all other writers out; PostgreSQL would show what they do meanwhile.
        yield connection.vendor == "sqlite"
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")  # `atomic` would wait for whoever writes
            try:
                yield True
            finally:
                cursor.execute("COMMIT")
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield True
