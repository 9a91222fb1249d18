"""The form of the first run."""

import zoneinfo
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

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


class SetupForm(forms.Form):
    club = forms.CharField(
        label=_("Name of the club"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "organization", "autofocus": True}),
    )
    language = forms.ChoiceField(
        label=_("Language of the house"),
        choices=settings.LANGUAGES,
        help_text=_("Visitors whose browser asks for another language that Fiveline speaks get theirs."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    name = forms.CharField(
        label=_("Your name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        validators=User._meta.get_field("username").validators,
        help_text=_("To sign in with. Letters, digits and @ . + - _ only."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=lazy(lambda: " ".join(password_validators_help_texts()), str)(),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    password_again = forms.CharField(
        label=_("Password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_username(self) -> str:
        username = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(_("This user name is taken."), code="taken")
        return username

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        password = data.get("password")
        if password and data.get("password_again") and password != data["password_again"]:
            self.add_error("password_again", ValidationError(_("The two passwords differ."), code="differ"))
        elif password:
            person = User(username=data.get("username", ""), first_name=data.get("name", ""))
            try:
                validate_password(password, person)
            except ValidationError as weak:
                self.add_error("password", weak)
        return data
