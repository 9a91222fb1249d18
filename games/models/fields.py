"""Columns for what people write: every write to the database is checked by `games.text`."""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

from games import text, wording

__all__ = ["LinesField", "WordsField", "check_readable"]


def check_readable(value: str, *, lines: bool = False, name: bool = True) -> None:
    """Raise a ValidationError, which forms show beside the field, for text that cannot be read."""
    try:
        text.check(value, lines=lines, name=name)
    except text.BadText as bad:
        raise ValidationError(wording.sentence(bad), code=bad.code) from None


class _Words:
    """The checks of both columns. In migrations they are Django's columns: the database checks nothing."""

    blank: bool
    several_lines = False

    def get_db_prep_save(self, value: Any, connection: BaseDatabaseWrapper) -> Any:
        if isinstance(value, str):
            text.check(value, lines=self.several_lines, name=not self.blank)
        return super().get_db_prep_save(value, connection)  # type: ignore[misc]  # the column beside it

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(value, model_instance)  # type: ignore[misc]  # as above
        check_readable(value or "", lines=self.several_lines, name=not self.blank)

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()  # type: ignore[misc]  # as above
        plain = "TextField" if self.several_lines else "CharField"
        return name, f"django.db.models.{plain}", args, kwargs


class _WordsField(_Words, models.CharField):  # type: ignore[type-arg]  # takes no argument at run time
    """One line; a name where it may not be empty."""


class _LinesField(_Words, models.TextField):  # type: ignore[type-arg]  # as above
    several_lines = True


if TYPE_CHECKING:  # the stubs know what Django's own columns hold
    from django.db.models import CharField as WordsField
    from django.db.models import TextField as LinesField
else:
    WordsField, LinesField = _WordsField, _LinesField
