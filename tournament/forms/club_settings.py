"""Forms of the club: the first run, the settings, and pictures as forms take them."""

import zoneinfo
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import model_to_dict
from django.utils.translation import gettext_lazy as _

from games import wording
from games.accounts.forms import OpenAccountForm
from tournament.models import Club, ClubSettings, PublicName
from tournament.services import pictures
from tournament.services.pictures import PictureRefused

# The regions where people live; the other names in the list are only for old computers.
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
    """Yield UTC, then all zones by region."""
    yield "UTC", "UTC"
    known = sorted(name for name in zoneinfo.available_timezones() if name.split("/")[0] in REGIONS)
    for region, names in groupby(known, key=lambda name: name.split("/")[0]):
        yield region, [(name, name.partition("/")[2].replace("_", " ")) for name in names if "/" in name]


class PictureField(forms.FileField):
    """A picture that is checked: `clean` gives its bytes, or None if none was sent."""

    def __init__(self, **options: Any) -> None:
        widget = forms.FileInput(
            attrs={"accept": "image/png,image/jpeg,image/webp", "data-picture": pictures.MOST_BYTES}
        )
        super().__init__(required=False, widget=widget, **options)

    def clean(self, data: Any, initial: Any = None) -> bytes | None:
        sent: Any = super().clean(data, initial)
        if not sent:
            return None
        # One byte more than is allowed is enough to recognise a file that is too large.
        content: bytes = sent.read(pictures.MOST_BYTES + 1)
        try:
            pictures.check_picture(content)
        except PictureRefused as refused:
            raise ValidationError(wording.sentence(refused)) from refused
        return content


class SetupForm(OpenAccountForm):
    """The questions of the first run: the club, and the account of its first organiser."""

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


class ClubSettingsForm(forms.Form):
    """The answers of the set-up, to be changed later."""

    club = forms.CharField(
        label=_("Name of the club"),
        max_length=Club._meta.get_field("name").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    welcome = forms.CharField(
        label=_("Word of welcome"),
        max_length=600,
        required=False,
        help_text=_("On the start page: who you are, when and where you play."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    logo = PictureField(label=_("Logo"), help_text=_("PNG, JPEG or WebP. Beside the name on every page."))
    drop_logo = forms.BooleanField(label=_("No logo any more"), required=False)
    language = forms.ChoiceField(
        label=_("Language of the club"),
        choices=settings.LANGUAGES,
        help_text=_("Guests whose browser asks for another language that Fiveline speaks get theirs."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    public_as = forms.ChoiceField(
        label=_("New people appear in public by"),
        choices=PublicName,
        required=False,
        help_text=_("What was chosen for somebody stays, and is changed on their own page."),
    )
    indexed = forms.BooleanField(
        label=_("Search engines may list our pages"),
        required=False,
        help_text=_("Names, results and games are then found by anybody who looks for them, for years."),
    )

    def __init__(self, *args: Any, club_settings: ClubSettings, **kwargs: Any) -> None:
        stored = model_to_dict(club_settings, ("welcome", "language", "time_zone", "public_as", "indexed"))
        super().__init__(*args, **{**kwargs, "initial": stored | {"club": club_settings.club.name}})
        if club_settings.logo_id is None:
            del self.fields["drop_logo"]
        if settings.MAY_BE_INDEXED:  # the server's configuration has decided
            del self.fields["indexed"]


class FactorRuleForm(forms.Form):
    """The rule on second factors, in a form of its own: it asks for the password again, which would lose a
    chosen picture.
    """

    second_factor = forms.BooleanField(
        label=_("Staff need a second factor"),
        required=False,
        help_text=_(
            "From a week after this is switched on. "
            "Nobody is locked out: who has none yet sets it up after signing in."
        ),
    )


def lead_to_the_error(form: forms.Form) -> None:
    """Focus the first wrong field, so that it comes into sight on a long page."""
    if not form.errors:
        return
    for name, field in form.fields.items():
        field.widget.attrs.pop("autofocus", None)
        if name == next(iter(form.errors)):
            field.widget.attrs["autofocus"] = True
