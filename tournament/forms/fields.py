"""Form parts that several forms share: groups of fields, a day, a time control, format options, a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import sorting, wording
from games.clock import PRESETS, TimeControl
from games.faults import Fault
from games.quick_games.forms import ClockInput
from tournament.formats.options import OptionTerms


class DayInput(forms.DateInput):
    """The browser's own field for a date."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields that belong together, under one heading."""

    title: Promise
    fields: list[forms.BoundField]
    note: Promise | str = ""


def controls() -> list[str]:
    """Return the time controls to pick from; any other may be typed."""
    return [preset.text for preset in PRESETS]


class ControlField(forms.CharField):
    """A time control in text form, such as `10+5`; refused with the reason."""

    widget = ClockInput({"list": "controls"})

    def to_python(self, value: Any) -> str:
        text = super().to_python(value)
        if not text:
            return ""
        try:
            return str(TimeControl.parse(text))
        except Fault as fault:
            raise ValidationError(wording.sentence(fault)) from None


def option_field(terms: OptionTerms, value: Any) -> forms.Field:
    """Make the field for one option of a format, by the type of its value."""
    label = _(terms.label)
    if isinstance(value, bool):
        return forms.BooleanField(label=label, required=False)
    if terms.choices:
        choices = [(word, _(called)) for word, called in terms.choices.items()]
        if isinstance(value, tuple):
            return forms.MultipleChoiceField(
                label=label, choices=choices, required=False, widget=forms.CheckboxSelectMultiple
            )
        return forms.ChoiceField(label=label, choices=choices)
    return forms.IntegerField(label=label, min_value=terms.bounds.start, max_value=terms.bounds.stop - 1)


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
