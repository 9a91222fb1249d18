"""Choose the database of each test: with bystanders for most tests, else empty.

A test that commits gets the empty one, because its tables are emptied after the test; so does a test with the
marker `empty_club`. On PostgreSQL there is one database, without bystanders.
"""

from pathlib import Path
from typing import Any, TypeVar

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model, QuerySet

from tests.database_files import create_database

# Bystanders have ids up to this one; rows that a test makes have higher ones.
LAST_ID = 10_000
SESSION_KEY = "bystander"

ModelT = TypeVar("ModelT", bound=Model)


class Databases:
    def __init__(self) -> None:
        self.files: dict[bool, Path] = {}
        self.bystanders = False

    def create(self, empty: Path) -> None:
        self.files = {False: empty, True: empty.with_name(f"{empty.name}-bystanders")}
        for bystanders, file in self.files.items():
            create_database(file, bystanders=bystanders)
        self._connect()

    def choose(self, *, bystanders: bool) -> None:
        """Use this database for the next test. Before the first one is made, only remember which."""
        self.bystanders = bystanders
        if self.files:
            self._connect()

    def _connect(self) -> None:
        file = str(self.files[self.bystanders])
        if connection.settings_dict["NAME"] != file:
            assert not connection.in_atomic_block, "a fixture of several tests still uses the other database"
            connection.close()
            connection.settings_dict["NAME"] = file


databases = Databases()


def own_rows(model: type[ModelT]) -> Any:
    """Return the rows that the test made, without bystanders: `own_rows(Game).get()`."""
    rows: QuerySet[ModelT] = model._default_manager.all()
    if not (databases.bystanders and databases.files):
        return rows
    return rows.exclude(pk=SESSION_KEY) if model is Session else rows.filter(pk__gt=LAST_ID)
