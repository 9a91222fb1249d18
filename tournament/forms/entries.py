"""Forms about entrants: registration by players or at the desk, absences, incidents."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.files import reading
from tournament.files.reading import BadFile
from tournament.models import (
    AbsenceKind,
    ClubSettings,
    Entrant,
    IncidentKind,
    PublicName,
    Stage,
    absence_choices,
)
from tournament.services.entries.from_list import MOST_LINES


class EnterForm(forms.Form):
    """Self-registration of a player, with the code that the organiser shows."""

    code = forms.CharField(
        label=_("Code of the event"),
        max_length=20,
        help_text=_("The organiser shows it in the hall."),
        widget=forms.TextInput(attrs={"class": "input-code", "autocomplete": "off", "autocapitalize": "off"}),
    )
    first_name = forms.CharField(
        label=_("First name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "given-name"})
    )
    family_name = forms.CharField(
        label=_("Family name"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "family-name"}),
    )
    birth_year = forms.IntegerField(
        label=_("Year of birth"),
        min_value=1900,
        max_value=2100,
        required=False,
        help_text=_("Only if the event has age groups. It is never shown."),
    )
    public_as = forms.ChoiceField(
        label=_("How strangers see your name"),
        choices=PublicName,
        initial=ClubSettings.objects.usual_public_name,
    )


class EntryForm(forms.Form):
    """One player as an entrant, by name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"list": "known-players", "autocomplete": "off"}),
    )
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=4000, required=False)
    club = forms.CharField(label=_("Club"), max_length=80, required=False)
    house = forms.BooleanField(
        label=_("House player"), required=False, help_text=_("Only fills in against a bye.")
    )


class TeamForm(forms.Form):
    """A team by name, its players in board order."""

    name = forms.CharField(label=_("Name of the team"), max_length=80)
    players = forms.CharField(
        label=_("Players"),
        help_text=_("One a line in board order; those beyond the boards are substitutes."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class PairForm(forms.Form):
    """Two partners; without a name they are called by their first names."""

    name = forms.CharField(
        label=_("Name of the pair"),
        max_length=80,
        required=False,
        help_text=_("Empty: their first names."),
    )
    players = forms.CharField(
        label=_("Players"), help_text=_("Two players, one a line."), widget=forms.Textarea(attrs={"rows": 2})
    )


class PlayerParticularsForm(forms.Form):
    """A player's name and rating, for corrections."""

    first_name = forms.CharField(label=_("First name"), max_length=60)
    family_name = forms.CharField(label=_("Family name"), max_length=60, required=False)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=3999, required=False)


class TeamParticularsForm(forms.Form):
    """The name and rating of a team or pair, for corrections."""

    name = forms.CharField(label=pgettext_lazy("of a thing", "Name"), max_length=80)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=3999, required=False)


class PasteForm(forms.Form):
    text = forms.CharField(
        label=_("List"),
        max_length=MOST_LINES * 120,
        strip=False,  # a tab at the beginning is an empty cell
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autofocus": True}),
    )


class RatingListForm(forms.Form):
    text = forms.CharField(
        label=_("List"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(label=_("Or a file"), required=False, help_text=_("CSV or plain text."))

    def text_sent(self) -> str:
        """Return the pasted text, or the text of the file."""
        sent = self.cleaned_data["file"]
        if sent is None:
            return reading.check_text(self.cleaned_data["text"])
        if sent.size > reading.MOST_BYTES:
            raise BadFile("too-big", most=reading.MOST_BYTES // reading.MEGABYTE)
        return reading.decode(sent.read())


class AbsenceForm(forms.Form):
    """A round of this stage that an entrant misses, and what the entrant gets for it."""

    def __init__(self, *args: Any, numbers: range, stage: Stage | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["number"] = forms.TypedChoiceField(
            label=_("Round"), coerce=int, choices=[(number, str(number)) for number in numbers]
        )
        self.fields["kind"] = forms.ChoiceField(
            label=pgettext_lazy("of an absence", "Kind"),
            choices=absence_choices(stage.format_rules) if stage else AbsenceKind.choices,
        )


class IncidentForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), choices=IncidentKind.choices)
    text = forms.CharField(label=_("What happened"), max_length=300)


def particulars_form(
    entrant: Entrant, sent: Mapping[str, Any] | None = None, *, auto_id: str = "id_%s"
) -> PlayerParticularsForm | TeamParticularsForm:
    """Make the form that corrects an entrant's name and rating on the page that shows them."""
    known: dict[str, object] = {"rating": entrant.rating or None}
    if entrant.team:
        return TeamParticularsForm(sent, initial=known | {"name": entrant.team.name}, auto_id=auto_id)
    player = entrant.as_player
    known |= {"first_name": player.first_name, "family_name": player.family_name}
    return PlayerParticularsForm(sent, initial=known, auto_id=auto_id)
