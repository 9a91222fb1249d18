"""The form of the first run: the house, and the account of its first organiser."""

import zoneinfo
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from games.access.forms import OpenAccountForm

# Where people live; the rest of the list are names kept for old computers.
REGIONS = (
    "Africa",
    "America",
    "Antarctica",
    "Arctic",
    "Asia",
    "Atlantic",
    "Australia",
    "Europe",
    "Indian",
    "Pacific",
)


def time_zones() -> Iterator[tuple[str, Any]]:
    """UTC, then all zones by region."""
    yield "UTC", "UTC"
    known = sorted(name for name in zoneinfo.available_timezones() if name.split("/")[0] in REGIONS)
    for region, names in groupby(known, key=lambda name: name.split("/")[0]):
        yield region, [(name, name.partition("/")[2].replace("_", " ")) for name in names if "/" in name]


class SetupForm(OpenAccountForm):
    club = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "organization", "autofocus": True}),
    )
    language = forms.ChoiceField(
        label=_("Language of the house"),
        choices=settings.LANGUAGES,
        help_text=_("Guests whose browser asks for another language that Fiveline speaks get theirs."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)


def lead_to_the_error(form: forms.Form) -> None:
    """On a long page the first field that is wrong gets the focus, and so comes into sight."""
    if not form.errors:
        return
    for name, field in form.fields.items():
        field.widget.attrs.pop("autofocus", None)
        if name == next(iter(form.errors)):
            field.widget.attrs["autofocus"] = True
