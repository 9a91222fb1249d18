"""Statements that are made once from a model and run many times: for the few that every move takes.

What Django's managers cost is not the database but the making of the statement, anew each time: half of a
move. The database keeps these prepared, because their text is always the same. Signals of a row that is saved
are not sent; nobody listens to those of a game.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, models

ModelT = TypeVar("ModelT", bound=models.Model)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


class Insertion(Generic[ModelT]):
    """`INSERT` of whole rows, whose number the database gives."""

    def __init__(self, model: type[ModelT]) -> None:
        self._model = model

    @cached_property
    def _fields(self) -> list[Any]:
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _sql(self) -> str:
        columns = [field.column for field in self._fields]
        places = ", ".join(["%s"] * len(columns))
        return f'INSERT INTO "{self._model._meta.db_table}" ({_quoted(columns)}) VALUES ({places})'

    def run(self, **values: Any) -> None:
        """What is not named has its default. A foreign key is named by its number (`game_id`)."""
        row = []
        for field in self._fields:
            value = values.pop(field.attname) if field.attname in values else field.get_default()
            row.append(field.get_db_prep_save(value, connection))
        assert not values, values
        with connection.cursor() as cursor:
            cursor.execute(self._sql, row)


class Update(Generic[ModelT]):
    """`UPDATE` of the same columns of one row."""

    def __init__(self, model: type[ModelT], names: Sequence[str]) -> None:
        self._model, self._names = model, names

    @cached_property
    def _fields(self) -> list[Any]:
        return [self._model._meta.get_field(name) for name in self._names]

    @cached_property
    def _sql(self) -> str:
        changes = ", ".join(f'"{field.column}" = %s' for field in self._fields)
        return f'UPDATE "{self._model._meta.db_table}" SET {changes} WHERE "id" = %s'

    def run(self, row: ModelT) -> None:
        values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(self._sql, [*values, row.pk])


class Lookup(Generic[ModelT]):
    """`SELECT` of the one row whose columns `by` have these values; `lock` keeps it until the commit."""

    def __init__(self, model: type[ModelT], by: Sequence[str], *, lock: bool = False) -> None:
        self._model, self._by, self._lock = model, by, lock
        self._converters: dict[str, list[tuple[int, Callable[..., Any], Any]]] = {}

    @cached_property
    def _fields(self) -> list[Any]:
        return list(self._model._meta.concrete_fields)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._fields]

    @cached_property
    def _sql(self) -> str:
        columns = _quoted([field.column for field in self._fields])
        where = " AND ".join(f'"{name}" = %s' for name in self._by)
        return f'SELECT {columns} FROM "{self._model._meta.db_table}" WHERE {where}'

    def find(self, *values: Any) -> ModelT | None:
        # SQLite has locked the whole file with the transaction.
        sql = (
            f"{self._sql} FOR UPDATE"
            if self._lock and connection.features.has_select_for_update
            else self._sql
        )
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            row = cursor.fetchone()
        if row is None:
            return None
        read = list(row)
        for place, convert, expression in self._conversions():
            read[place] = convert(read[place], expression, connection)
        return self._model.from_db(connection.alias, self._names, read)

    def get(self, *values: Any) -> ModelT:
        found = self.find(*values)
        if found is None:
            raise ObjectDoesNotExist(f"There is no {self._model.__name__} {values}.")
        return found

    def _conversions(self) -> list[tuple[int, Callable[..., Any], Any]]:
        """What the database and the field make of a value that was read: JSON, for one."""
        if connection.vendor not in self._converters:
            self._converters[connection.vendor] = [
                (place, convert, column)
                for place, field in enumerate(self._fields)
                for column in [field.get_col(self._model._meta.db_table)]
                for convert in (
                    *connection.ops.get_db_converters(column),
                    *column.get_db_converters(connection),
                )
            ]
        return self._converters[connection.vendor]
