"""Statements that are made once from a model and run many times: for the few that every move or page takes.

What Django's managers and cursors cost is not the database but the making of the statement, anew each time:
most of a move. These go straight to the driver, which keeps them prepared, because their text is always the
same. Signals of a row that is saved are not sent; nobody listens to those of a game.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, connections, models

ModelT = TypeVar("ModelT", bound=models.Model)

# A value that was read, its column and the database give what it is in Python.
Convert = Callable[[Any, Any, Any], Any]

# Their values are the same in Python and in the database.
_PLAIN = (models.CharField, models.IntegerField, models.BooleanField, models.ForeignKey)


class Statement:
    """An SQL text with `%s` for each value; gives a cursor."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._sql_of_sqlite = sql.replace("%s", "?")

    def run(self, values: Sequence[Any]) -> Any:
        database: Any = connections[DEFAULT_DB_ALIAS]
        if database.connection is None or database.needs_rollback or _is_watched(database):
            cursor = database.cursor()
            cursor.execute(self._sql, values)
            return cursor
        with database.wrap_database_errors:
            if database.vendor == "sqlite":
                return database.connection.execute(self._sql_of_sqlite, values)
            # The driver's own cursor: Django's puts the values into the text, and nothing can be prepared.
            return database.Database.Cursor(database.connection).execute(self._sql, values, prepare=True)


def _is_watched(database: Any) -> bool:
    """Whether somebody counts or logs statements, or stands between them and the database."""
    return bool(database.execute_wrappers) or database.queries_logged


class _OfModel(Generic[ModelT]):
    def __init__(self, model: type[ModelT], names: Sequence[str] = ()) -> None:
        self._model, self._names = model, names

    @property
    def _table(self) -> str:
        return f'"{self._model._meta.db_table}"'

    @cached_property
    def _fields(self) -> list[Any]:
        """Those that are written: the named ones, or all but the number, which the database gives."""
        if self._names:
            return [self._model._meta.get_field(name) for name in self._names]
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _adapted(self) -> list[tuple[int, Any]]:
        return [(at, field) for at, field in enumerate(self._fields) if not isinstance(field, _PLAIN)]

    def _adapt(self, values: list[Any]) -> list[Any]:
        """As the database takes them: JSON as text, for one."""
        database = connections[DEFAULT_DB_ALIAS]
        for place, field in self._adapted:
            values[place] = field.get_db_prep_save(values[place], database)
        return values


class Insertion(_OfModel[ModelT]):
    """`INSERT` of whole rows, whose number the database gives."""

    @cached_property
    def _statement(self) -> Statement:
        columns = [field.column for field in self._fields]
        places = ", ".join(["%s"] * len(columns))
        return Statement(f"INSERT INTO {self._table} ({_quoted(columns)}) VALUES ({places})")

    def run(self, **values: Any) -> None:
        """What is not named has its default. A foreign key is named by its number (`game_id`)."""
        row = [
            values.pop(field.attname) if field.attname in values else field.get_default()
            for field in self._fields
        ]
        assert not values, values
        self._statement.run(self._adapt(row))


class Update(_OfModel[ModelT]):
    """`UPDATE` of the same columns of one row."""

    @cached_property
    def _statement(self) -> Statement:
        changes = ", ".join(f'"{field.column}" = %s' for field in self._fields)
        return Statement(f'UPDATE {self._table} SET {changes} WHERE "id" = %s')

    def run(self, row: ModelT) -> None:
        values = self._adapt([getattr(row, field.attname) for field in self._fields])
        self._statement.run([*values, row.pk])


class Lookup(Generic[ModelT]):
    """`SELECT` of the one row whose columns `by` have these values; `lock` keeps it until the commit.

    `beside` names foreign keys whose rows come along, each with the columns of it that are left unread.
    """

    def __init__(
        self,
        model: type[ModelT],
        by: Sequence[str],
        *,
        lock: bool = False,
        beside: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        assert not (lock and beside), "a lock is for one row"
        self._model, self._by, self._lock, self._beside = model, by, lock, beside or {}
        self._prepared: dict[str, tuple[Statement, list[tuple[int, Convert, Any]]]] = {}

    @cached_property
    def _fields(self) -> list[Any]:
        return list(self._model._meta.concrete_fields)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._fields]

    @cached_property
    def _joined(self) -> list[tuple[Any, list[Any]]]:
        """Each foreign key with the fields that are read of its row."""
        keys: list[tuple[Any, Sequence[str]]]
        keys = [(self._model._meta.get_field(name), unread) for name, unread in self._beside.items()]
        return [
            (key, [field for field in key.related_model._meta.concrete_fields if field.name not in unread])
            for key, unread in keys
        ]

    def find(self, *values: Any) -> ModelT | None:
        database: Any = connections[DEFAULT_DB_ALIAS]
        if database.vendor not in self._prepared:
            self._prepared[database.vendor] = self._statement(database), self._conversions(database)
        statement, conversions = self._prepared[database.vendor]
        row = statement.run(values).fetchone()
        if row is None:
            return None
        read = list(row)
        for place, convert, column in conversions:
            read[place] = convert(read[place], column, database)
        found = self._model.from_db(database.alias, self._names, read[: len(self._names)])
        begin = len(self._names)
        for key, fields in self._joined:
            part = read[begin : begin + len(fields)]
            begin += len(fields)
            names = [field.attname for field in fields]
            is_there = getattr(found, key.attname) is not None
            key.set_cached_value(
                found, key.related_model.from_db(database.alias, names, part) if is_there else None
            )
        return found

    def get(self, *values: Any) -> ModelT:
        found = self.find(*values)
        if found is None:
            raise ObjectDoesNotExist(f"There is no {self._model.__name__} {values}.")
        return found

    @property
    def _columns(self) -> list[tuple[str, Any]]:
        """Table and field, in the order in which they are read."""
        own = [(self._model._meta.db_table, field) for field in self._fields]
        return own + [
            (key.related_model._meta.db_table, field) for key, fields in self._joined for field in fields
        ]

    def _statement(self, database: Any) -> Statement:
        table = self._model._meta.db_table
        columns = ", ".join(f'"{of}"."{field.column}"' for of, field in self._columns)
        joins = "".join(
            f' LEFT JOIN "{to._meta.db_table}" ON "{to._meta.db_table}"."{to._meta.pk.column}"'
            f' = "{table}"."{key.column}"'
            for key, to in ((key, key.related_model) for key, _ in self._joined)
        )
        where = " AND ".join(f'"{table}"."{name}" = %s' for name in self._by)
        # SQLite has locked the whole file with the transaction.
        lock = " FOR UPDATE" if self._lock and database.features.has_select_for_update else ""
        return Statement(f'SELECT {columns} FROM "{table}"{joins} WHERE {where}{lock}')

    def _conversions(self, database: Any) -> list[tuple[int, Convert, Any]]:
        columns = [field.get_col(table) for table, field in self._columns]
        return [
            (place, convert, column)
            for place, column in enumerate(columns)
            for convert in _conversions_of(column, database)
        ]


def _conversions_of(column: Any, database: Any) -> list[Convert]:
    """What the database and the field make of a value that was read."""
    field = column.target
    if type(field) is models.JSONField and field.decoder is None:
        return [_json]
    return [*database.ops.get_db_converters(column), *column.get_db_converters(database)]


def _json(text: str | None, column: Any, database: Any) -> Any:
    return None if text is None else json.loads(text)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)
