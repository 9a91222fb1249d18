"""Choosing a player: names in the order in which people look for them."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator

from games import sorting


class _ByFirstName(ModelChoiceIterator):  # type: ignore[type-arg]  # takes no argument at run time
    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        yield from map(self.choice, sorted(self.queryset.all(), key=sorting.by_first_name))


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]  # takes no argument at run time
    iterator = _ByFirstName


def offer(form: forms.Form, name: str, rows: QuerySet[Any]) -> None:
    """Let a field choose among these rows, which are known only when the form is made."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    field.queryset = rows
