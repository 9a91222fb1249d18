"""Choosing a player: names in the order in which people look for them."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator

from games import sorting


class _ByFirstName(ModelChoiceIterator):
    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        yield from map(self.choice, sorted(self.queryset.all(), key=sorting.by_first_name))


class PlayerField(forms.ModelChoiceField):
    iterator = _ByFirstName
