"""The databases of a test run: an empty one, and one with bystanders, which most tests use.

Whoever commits uses the empty one, since its tables are emptied after each test; the marker `empty_club`
asks for it. On PostgreSQL there is one database, without bystanders.
"""

from pathlib import Path
from typing import Any, TypeVar

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model, QuerySet

from tests.migrated import lay_database

# The ids of bystanders end before this one, those of rows that a test makes beside them begin after it.
LAST_ID = 10_000
SESSION_KEY = "bystander"

ModelT = TypeVar("ModelT", bound=Model)


class Databases:
    def __init__(self) -> None:
        self.files: dict[bool, Path] = {}
        self.bystanders = False

    def lay(self, empty: Path) -> None:
        self.files = {False: empty, True: empty.with_name(f"{empty.name}-bystanders")}
        for bystanders, file in self.files.items():
            lay_database(file, bystanders=bystanders)
        self._connect()

    def choose(self, *, bystanders: bool) -> None:
        """Let the next test use this one; before the first test that uses any, only remember which."""
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
    """Return the rows that the test itself made: `own_rows(Game).get()`."""
    rows: QuerySet[ModelT] = model._default_manager.all()
    if not (databases.bystanders and databases.files):
        return rows
    return rows.exclude(pk=SESSION_KEY) if model is Session else rows.filter(pk__gt=LAST_ID)
