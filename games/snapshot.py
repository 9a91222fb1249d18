"""Read-only pages: all queries of one page see the same moment of the database.

Without it a page that reads the rounds and then their matches can find a match of a round that it has not
read, because that round was published in between.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

RequestT = TypeVar("RequestT", bound=HttpRequest)
Captured = ParamSpec("Captured")


@contextmanager
def snapshot() -> Iterator[None]:
    """Let all queries in the block see the database as it was at the first of them, and refuse writes.

    Within a transaction it does nothing.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _sqlite_snapshot():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _sqlite_snapshot() -> Iterator[None]:
    """Open a deferred transaction: readers neither wait for the writer nor delay it."""
    connection.ensure_connection()
    sqlite: Any = connection  # its `transaction_mode` is no attribute of other databases
    for_writers = sqlite.transaction_mode
    sqlite.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic():
            connection.connection.execute("PRAGMA query_only = ON")
            try:
                yield
            finally:
                connection.connection.execute("PRAGMA query_only = OFF")
    finally:
        sqlite.transaction_mode = for_writers


def read_only_page(
    view: Callable[Concatenate[RequestT, Captured], HttpResponse],
) -> Callable[Concatenate[RequestT, Captured], HttpResponse]:
    """Make a view for GET and HEAD alone that reads one moment of the database."""

    @wraps(view)
    def reader(request: RequestT, /, *args: Captured.args, **captured: Captured.kwargs) -> HttpResponse:
        with snapshot():
            return view(request, *args, **captured)

    return require_safe(reader)
