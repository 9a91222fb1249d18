"""Pages that only look: every query of one page sees the same moment, whatever is written meanwhile.

Without it a page that reads the rounds and then their matches can meet a match of a round it has never heard
of, because somebody published one in between.
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
    """Queries in here see the database as it was at the first of them, and cannot write.

    Within a transaction it is left to that one what is seen.
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
    """A deferred transaction: readers neither wait for the writer nor hold it up."""
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
    """A view for GET and HEAD alone that shows one moment."""

    @wraps(view)
    def looks(request: RequestT, /, *args: Captured.args, **captured: Captured.kwargs) -> HttpResponse:
        with snapshot():
            return view(request, *args, **captured)

    return require_safe(looks)
